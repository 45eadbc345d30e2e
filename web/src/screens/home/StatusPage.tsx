import type { Arrival } from '@sandali/contract/arrival.ts';
import { isPickup, type PayoutChannel } from '@sandali/contract/channel.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import type { Instant } from '@sandali/contract/day.ts';
import { type ShowType, userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { useEffect } from 'react';
import { useConfig } from '#/client/config.ts';
import { invalidate, useServerQuery } from '#/client/query.ts';
import { formatDay, formatMoment } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import type { ScreenProps } from '#/routes/currentRoute.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { nightText } from '#/screens/credit/nightText.ts';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { downloadLink } from '#/shell/download.ts';
import NotFound from '#/shell/NotFound.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Centered, Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import {
  addressAfter,
  addressOfNext,
  endsReview,
  nextStatus,
  readShowType,
  reviewStatuses,
  statusPages,
} from './statusPages.ts';

const everyMs = 3000;

/**
 * The status screen (spec §2) for the status in the address. An unknown status shows the not-found
 * page.
 */
export default function StatusPage({ params }: ScreenProps) {
  const word = readShowType(params.showType);
  return word ? <KnownStatus word={word} /> : <NotFound />;
}

/**
 * Shows a status once the server confirms it, because the address may be outdated or typed by hand.
 */
function KnownStatus({ word }: { word: ShowType }) {
  const { polling } = statusPages[word];
  const requestedId = useSearch().get('loanId') ?? undefined;
  const config = useConfig();
  const isOff = polling === 'never';
  const status = useServerQuery(userStatusQuery, requestedId ? { loanId: requestedId } : {}, {
    isOff,
    ...(polling === 'on' ? { everyMs } : {}),
  });
  // Refetch whenever the status of the review changes, so that the decision is loaded.
  const isOfReview = reviewStatuses.includes(word);
  const credit = useServerQuery(creditQuery, {}, { isOff: !isOfReview });
  const read = isOff && isOfReview ? credit : status;
  const confirmed = isOff
    ? !isOfReview || (credit.data && endsReview(word, credit.data.state))
      ? word
      : null
    : status.data && nextStatus(word, status.data.showType);
  const hasAnswer = isOff && !isOfReview ? true : read.data !== undefined && !read.isRefreshing;
  const next = hasAnswer ? (confirmed ?? null) : word;
  const loanId = requestedId ?? (hasAnswer ? status.data?.loanId : undefined) ?? undefined;
  useEffect(() => {
    if (next === word) return;
    // The cached application still has the earlier state.
    void invalidate(creditQuery, userMulti);
    void navigate(addressAfter(word, next, loanId), { replace: true });
  }, [next, word, loanId]);
  if (confirmed !== word)
    return read.failure && !read.data ? <LoadErrorPage read={read} /> : <StatusLoading />;
  return (
    <StatusPageView
      word={word}
      isQuick={config?.firstLineNeedsPerson === false}
      loanId={loanId}
      downloadUrl={(config && downloadLink(config)) ?? ''}
      message={status.data?.message ?? null}
      arrival={status.data?.arrival ?? null}
      heldUntil={status.data?.heldUntil ?? null}
      channel={status.data?.channel ?? null}
      night={credit.data?.state === 'submitted' ? { answerBy: credit.data.answerBy } : null}
    />
  );
}

/** The skeleton shown before the server responds. */
function StatusLoading() {
  return (
    <Page>
      <SkeletonCard lines={3} label={useText()('home.loading')} />
    </Page>
  );
}

type StatusPageViewProps = {
  word: ShowType;
  /** Whether the review may promise a decision within minutes. */
  isQuick: boolean;
  loanId: string | undefined;
  downloadUrl: string;
  /** The server's reason for refusing a loan now. */
  message: string | null;
  /** An application held until morning; `answerBy` is null if no time is promised. */
  night: { answerBy: Instant | null } | null;
  /** When money in transit arrives; null if no time is promised. */
  arrival: Arrival | null;
  /** Until when a new payout account delays the approval of a loan. */
  heldUntil: Instant | null;
  channel: PayoutChannel | null;
};

/** A status with its text, its picture and the next step. */
export function StatusPageView(props: StatusPageViewProps) {
  const { word, loanId, downloadUrl } = props;
  const text = useText();
  const page = statusPages[word];
  const href = addressOfNext(word, loanId, downloadUrl);
  // Without a loan or a download address, the action links to the home screen, and its label says
  // so.
  const label = href === paths.home ? text('shell.goHome') : text(`home.status.${word}.next`);
  return (
    <>
      <Page>
        <Centered role="status">
          <Empty
            picture={page.picture}
            title={text(isCashOnItsWay(props) ? 'home.loan.preparing' : `home.status.${word}`)}
          >
            {wordsOf(text, props)}
          </Empty>
        </Centered>
      </Page>
      <Footer>
        <Dock
          consequence={page.polling === 'on' ? text('home.status.moves') : undefined}
          below={page.hasHelp && <ServiceLink />}
        >
          <ButtonLink href={href} look={page.isUrgent ? 'primary' : 'soft'}>
            {label}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

type StatusFacts = Pick<
  StatusPageViewProps,
  'word' | 'isQuick' | 'message' | 'night' | 'arrival' | 'heldUntil' | 'channel'
>;

/**
 * Whether the loan is paid out in cash that cannot be collected yet. The status has its own text
 * then, because no bank sends cash to an account.
 */
function isCashOnItsWay({ word, channel }: Pick<StatusFacts, 'word' | 'channel'>): boolean {
  return (word === 'paying' || word === 'bankProcessing') && channel !== null && isPickup(channel);
}

export function wordsOf(text: Text, facts: StatusFacts): string {
  const { word, isQuick, message, night, arrival, heldUntil } = facts;
  if ((word === 'loanSubmitting' || word === 'approving') && heldUntil)
    return text('home.loan.heldDetail', { time: formatMoment(heldUntil, null, currentLocale()) });
  if (word === 'submitted' && night) return nightText(text, night.answerBy);
  if (word === 'busy' && message) return message;
  if (isCashOnItsWay(facts)) return text('home.status.cash.words');
  if (word === 'paying' || word === 'bankProcessing') return arrivalText(text, word, arrival);
  return text(
    word === 'autoReview' && !isQuick
      ? 'home.status.autoReview.byPerson'
      : `home.status.${word}.words`,
  );
}

// The texts on /status about when a loan's money arrives. They match the statement, the result
// screen and the message.

/**
 * Returns the text about money in transit. A batch payout does not count as late merely because the
 * bank already has it.
 */
export function arrivalText(
  text: Text,
  word: 'paying' | 'bankProcessing',
  arrival: Arrival | null,
): string {
  if (arrival?.how === 'today') return text('home.status.paying.today');
  if (arrival?.how === 'later')
    return text('home.status.paying.on', {
      day: formatDay(arrival.on, currentLocale(), { weekday: true }),
    });
  if (arrival) return text('home.status.paying.words', { minutes: arrival.minutes });
  // Used for cash to collect, and after the promised time.
  return text(
    word === 'bankProcessing' ? 'home.status.bankProcessing.words' : 'home.status.paying.told',
  );
}
