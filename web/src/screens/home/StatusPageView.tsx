import type { Arrival } from '@sandali/contract/arrival.ts';
import type { Instant } from '@sandali/contract/day.ts';
import type { ShowType } from '@sandali/contract/home.ts';
import { type Text, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { nightText } from '#/screens/credit/nightText.ts';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Centered, Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { arrivalText } from './arrivalText.ts';
import { addressOfNext, statusPages } from './statusPages.ts';

export type StatusPageViewProps = {
  word: ShowType;
  /** The review may promise minutes. */
  isQuick: boolean;
  loanId: string | undefined;
  downloadUrl: string;
  /** Why nothing can be borrowed now, in the server's words. */
  message: string | null;
  /** An application that waits for the morning, and by when it is answered where an hour is promised. */
  night: { answerBy: Instant | null } | null;
  /** When money on its way is there; null where no time is promised. */
  arrival: Arrival | null;
};

/** A status in words, with its picture and its one next step. */
export function StatusPageView({ word, isQuick, loanId, downloadUrl, message, night, arrival }: StatusPageViewProps) {
  const text = useText();
  const page = statusPages[word];
  const href = addressOfNext(word, loanId, downloadUrl);
  // Without the loan, or the download's address, the action leads home and says so.
  const label = href === paths.home ? text('shell.goHome') : text(`home.status.${word}.next`);
  return (
    <>
      <Page>
        <Centered role="status">
          <Empty picture={page.picture} title={text(`home.status.${word}`)}>
            {wordsOf(text, { word, isQuick, message, night, arrival })}
          </Empty>
        </Centered>
      </Page>
      <Footer>
        <Dock consequence={page.asked === 'on' ? text('home.status.moves') : undefined} below={page.hasHelp && <ServiceLink />}>
          <ButtonLink href={href} look={page.isUrgent ? 'primary' : 'soft'}>
            {label}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

type Said = Pick<StatusPageViewProps, 'word' | 'isQuick' | 'message' | 'night' | 'arrival'>;

function wordsOf(text: Text, { word, isQuick, message, night, arrival }: Said): string {
  if (word === 'submitted' && night) return nightText(text, night.answerBy);
  if (word === 'busy' && message) return message;
  if (word === 'paying' || word === 'bankProcessing') return arrivalText(text, word, arrival);
  return text(word === 'autoReview' && !isQuick ? 'home.status.autoReview.byPerson' : `home.status.${word}.words`);
}
