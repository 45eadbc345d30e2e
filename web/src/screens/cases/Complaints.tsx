import type { DataOf } from '@sandali/contract/call.ts';
import { complaintList } from '@sandali/contract/cases.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import { feedbackList } from '@sandali/contract/home.ts';
import type { FeedbackId } from '@sandali/contract/id.ts';
import { useEffect, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { useLazy } from '#/client/useLazy.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { Query } from '#/shell/Query.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { CaseBadge } from './CaseBadge.tsx';
import { ComplaintsLoading } from './ComplaintsLoading.tsx';
import css from './complaints.module.css';
import type { NewCaseProps } from './NewCase.tsx';
import { FeedbackRows, FeedbackSheet, type SentFeedback } from './SentFeedback.tsx';

/**
 * /complaints: the borrower's cases and feedback; ?feedback=… opens an item, and ?kind=… opens the
 * form of a new case.
 */
export default function Complaints() {
  const search = useSearch();
  const kind = search.get('kind');
  if (kind === null) return <Cases feedback={search.get('feedback')} />;
  return (
    <NewCase kind={kind} loanId={search.get('loanId')} repaymentId={search.get('repaymentId')} />
  );
}

function Cases({ feedback }: { feedback: string | null }) {
  const cases = useServerQuery(complaintList, {});
  // If the feedback cannot be loaded, only the cases are shown.
  const comments = useServerQuery(feedbackList, {});
  const [openedFeedback, setOpenedFeedback] = useState(feedback);
  return (
    <Query read={cases} skeleton={<ComplaintsLoading />}>
      {({ complaints }) => (
        <ComplaintsView
          complaints={complaints}
          feedback={comments.data?.feedback ?? []}
          openedFeedback={openedFeedback}
          onOpenFeedback={setOpenedFeedback}
        />
      )}
    </Query>
  );
}

const loadForm = () => import('./NewCase.tsx');

/** The form of a new case, loaded on demand. */
function NewCase(props: NewCaseProps) {
  const { part, load } = useLazy(loadForm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => void load(), []);
  return part ? <part.NewCase {...props} /> : <ComplaintsLoading />;
}

export type Complaint = DataOf<typeof complaintList>['complaints'][number];
type ComplaintsProps = {
  complaints: readonly Complaint[];
  /** Feedback on the offer; `openedFeedback` is the id of the item that is open in a sheet. */
  feedback: readonly SentFeedback[];
  openedFeedback: string | null;
  onOpenFeedback(id: FeedbackId | null): void;
};

/** The borrower's cases, most recent activity first, and ways to open a new case. */
export function ComplaintsView({
  complaints,
  feedback,
  openedFeedback,
  onOpenFeedback,
}: ComplaintsProps) {
  const text = useText();
  const openFeedback = feedback.find(({ feedbackId }) => feedbackId === openedFeedback);
  return (
    <>
      <Page>
        {complaints.length === 0 ? (
          <Empty isSmall picture="calm" title={text('cases.none')}>
            {text('cases.noneWhy')}
          </Empty>
        ) : (
          <List>
            {complaints.map((each) => (
              <Row
                key={each.number}
                title={text(`cases.kind.${each.kind}`)}
                detail={<CaseDetail complaint={each} />}
                href={addressOf('case', { complaintId: each.complaintId })}
              />
            ))}
          </List>
        )}
        <List>
          <Row
            icon="orders"
            title={text('cases.paid')}
            detail={text('cases.paidWhy')}
            href={addressOf('complaints', { kind: 'paymentNotShown' })}
          />
        </List>
        <FeedbackRows feedback={feedback} onOpen={onOpenFeedback} />
      </Page>
      <Footer>
        <Dock consequence={text('cases.days')}>
          <ButtonLink look="soft" href={addressOf('complaints', { kind: '' })}>
            {text('cases.new')}
          </ButtonLink>
        </Dock>
      </Footer>
      {openFeedback && (
        <FeedbackSheet feedback={openFeedback} onClose={() => onOpenFeedback(null)} />
      )}
    </>
  );
}

/**
 * A case's last message, its state with the deadline (or the last message's day), and its number.
 */
function CaseDetail({ complaint: { number, state, last, resolveOn } }: { complaint: Complaint }) {
  const text = useText();
  const day = (of: Parameters<typeof formatDay>[0]) =>
    formatDay(of, currentLocale(), { weekday: true });
  const writer = text(last.by === 'borrower' ? 'cases.you' : 'cases.service');
  const isRunning = state === 'open' || state === 'acknowledged';
  return (
    <>
      {last.words && (
        <span className={css.last}>
          {writer}: {excerptOf(last.words)}
        </span>
      )}
      <span className={css.facts}>
        <CaseBadge state={state} />
        {isRunning ? text('cases.answerOn', { day: day(resolveOn) }) : day(manilaDay(last.at))}
      </span>
      {number}
    </>
  );
}

const mostLetters = 60;

/** Returns the beginning of a message, short enough for a row. */
function excerptOf(words: string): string {
  const letters = [...words.replace(/\s+/g, ' ')];
  return letters.length > mostLetters
    ? `${letters.slice(0, mostLetters).join('').trimEnd()}…`
    : letters.join('');
}
