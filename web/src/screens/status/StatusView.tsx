import type { ShowType } from '@sandali/contract/home.ts';
import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty, Middle } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { addressOfNext, statusPages } from './statusPages.ts';

type Props = { word: ShowType; isQuick: boolean; loanId: string | undefined; downloadUrl: string };

/** A status in words, with its picture and its one next step. `isQuick` where the review may promise minutes. */
export function StatusView({ word, isQuick, loanId, downloadUrl }: Props) {
  const text = useText();
  const page = statusPages[word];
  const href = addressOfNext(word, loanId, downloadUrl);
  // Without the loan, or the download's address, the action leads home and says so.
  const label = href === paths.home ? text('shell.goHome') : text(`home.status.${word}.next`);
  return (
    <>
      <Page>
        <Middle role="status">
          <Empty picture={page.picture} title={text(`home.status.${word}`)}>
            {text(word === 'autoReview' && !isQuick ? 'home.status.autoReview.byPerson' : `home.status.${word}.words`)}
          </Empty>
        </Middle>
      </Page>
      <Foot>
        <Dock consequence={page.isPassing ? text('home.status.moves') : undefined}>
          <ButtonLink href={href} look={page.isUrgent ? 'primary' : 'soft'}>
            {label}
          </ButtonLink>
        </Dock>
      </Foot>
    </>
  );
}
