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
 * /complaints: my cases with customer service, and what I said of the offer (?feedback=… opens one
 * of it); with ?kind=… the form of a new case.
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
  // If it cannot be loaded, the cases are shown without it.
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

/** The form of a new case, loaded when it is wanted. */
function NewCase(props: NewCaseProps) {
  const { part, load } = useLazy(loadForm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  return part ? <part.NewCase {...props} /> : <ComplaintsLoading />;
}

export type Complaint = DataOf<typeof complaintList>['complaints'][number];
type ComplaintsProps = {
  complaints: readonly Complaint[];
  /** What was said of the offer, and the one of it that is open in a sheet. */
  feedback: readonly SentFeedback[];
  openedFeedback: string | null;
  onOpenFeedback(id: FeedbackId | null): void;
};

/** My cases, the one that was written in last first, and the ways to open another. */
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
                detail={<CaseDetail one={each} />}
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
      {openFeedback && <FeedbackSheet one={openFeedback} onClose={() => onOpenFeedback(null)} />}
    </>
  );
}

/**
 * The last words, then the state with the day by which it is answered while a clock runs, else that
 * of the last words; and the number.
 */
function CaseDetail({ one: { number, state, last, resolveOn } }: { one: Complaint }) {
  const text = useText();
  const day = (of: Parameters<typeof formatDay>[0]) =>
    formatDay(of, currentLocale(), { weekday: true });
  const writer = text(last.by === 'borrower' ? 'cases.you' : 'cases.service');
  const isRunning = state === 'open' || state === 'acknowledged';
  return (
    <>
      {last.words && (
        <span className={css.last}>
          {writer}: {begunBy(last.words)}
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

/** The beginning of what was written, as long as a row of a list has room for it. */
function begunBy(words: string): string {
  const letters = [...words.replace(/\s+/g, ' ')];
  return letters.length > mostLetters
    ? `${letters.slice(0, mostLetters).join('').trimEnd()}…`
    : letters.join('');
}
