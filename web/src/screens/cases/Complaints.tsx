import type { DataOf } from '@sandali/contract/call.ts';
import { complaintList } from '@sandali/contract/cases.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import { feedbackList } from '@sandali/contract/home.ts';
import type { FeedbackId } from '@sandali/contract/id.ts';
import { billList } from '@sandali/contract/loan.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { Query } from '#/shell/Query.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { Text as Words } from '#/ui/Text.tsx';
import { ComplaintForm } from './ComplaintForm.tsx';
import { Answer, FeedbackRows, FeedbackSheet, type SentFeedback } from './SentFeedback.tsx';

/** /complaints: my cases with customer service, and what I said of the offer (?feedback=… opens one of it); with ?kind=… the form of a new case. */
export default function Complaints() {
  const search = useSearch();
  const kind = search.get('kind');
  return kind === null ? (
    <Cases start={search.get('case')} feedback={search.get('feedback')} />
  ) : (
    <NewCase kind={kind} loanId={search.get('loanId')} />
  );
}

function Cases({ start, feedback }: { start: string | null; feedback: string | null }) {
  const cases = useServerQuery(complaintList, {});
  // If it cannot be loaded, the cases are shown without it.
  const comments = useServerQuery(feedbackList, {});
  const [opened, setOpened] = useState(start);
  const [openedFeedback, setOpenedFeedback] = useState(feedback);
  return (
    <Query read={cases} skeleton={<ComplaintsLoading />}>
      {({ complaints }) => (
        <ComplaintsView
          complaints={complaints}
          opened={opened}
          onOpen={setOpened}
          feedback={comments.data?.feedback ?? []}
          openedFeedback={openedFeedback}
          onOpenFeedback={setOpenedFeedback}
        />
      )}
    </Query>
  );
}

function NewCase({ kind, loanId }: { kind: string; loanId: string | null }) {
  const bills = useServerQuery(billList, {});
  return (
    <Query read={bills} skeleton={<ComplaintsLoading />}>
      {({ open, settled, today }) => <ComplaintForm kind={kind} loanId={loanId} bills={[...open, ...settled]} today={today} />}
    </Query>
  );
}

export type Complaint = DataOf<typeof complaintList>['complaints'][number];
type ComplaintsProps = {
  complaints: readonly Complaint[];
  /** The number of the case that is open in a sheet. */
  opened: string | null;
  onOpen(number: string | null): void;
  /** What was said of the offer, and the one of it that is open in a sheet. */
  feedback: readonly SentFeedback[];
  openedFeedback: string | null;
  onOpenFeedback(id: FeedbackId | null): void;
};

const tones = { open: 'plain', acknowledged: 'warn', answered: 'positive', closed: 'plain' } as const;

/** My cases, the newest first, and the ways to open another. */
export function ComplaintsView({ complaints, opened, onOpen, feedback, openedFeedback, onOpenFeedback }: ComplaintsProps) {
  const text = useText();
  const one = complaints.find(({ complaintId, number }) => opened === number || opened === complaintId);
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
                title={each.number}
                detail={text(`cases.kind.${each.kind}`)}
                end={<Badge tone={tones[each.state]}>{text(`cases.state.${each.state}`)}</Badge>}
                onClick={() => onOpen(each.number)}
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
      {one && <ComplaintSheet complaint={one} onClose={() => onOpen(null)} />}
      {openFeedback && <FeedbackSheet one={openFeedback} onClose={() => onOpenFeedback(null)} />}
    </>
  );
}

/** One case in full: the complaint, the day by which it is answered, and the answer. */
export function ComplaintSheet({ complaint, onClose, isDrawnOnly }: { complaint: Complaint; onClose(): void; isDrawnOnly?: boolean }) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const { number, kind, words, answer } = complaint;
  return (
    <Frame title={number} detail={text(`cases.kind.${kind}`)} closeLabel={text('shell.close')} onClose={onClose}>
      <Stack gap={3}>
        <KeyValues groups={[stepsOf(complaint, text), paymentOf(complaint, text)].filter((group) => group.length > 0)} />
        {words && <Words size="s">{words}</Words>}
        {answer && <Answer words={answer} />}
      </Stack>
    </Frame>
  );
}

const dayOf = (day: Parameters<typeof formatDay>[0]) => formatDay(day, currentLocale(), { year: true });

function stepsOf({ state, openedAt, acknowledgeOn, resolveOn, acknowledgedAt, answeredAt, pictures }: Complaint, text: Text): KeyValue[] {
  return [
    { label: text('cases.sent'), value: dayOf(manilaDay(openedAt)) },
    acknowledgedAt
      ? { label: text('cases.state.acknowledged'), value: dayOf(manilaDay(acknowledgedAt)) }
      : { label: text('cases.acknowledgeBy'), value: dayOf(acknowledgeOn) },
    answeredAt
      ? { label: text('cases.state.answered'), value: dayOf(manilaDay(answeredAt)) }
      : { label: text('cases.answerBy'), value: dayOf(resolveOn) },
    ...(pictures > 0 && state !== 'closed' ? [{ label: text('cases.pictures'), value: String(pictures) }] : []),
  ];
}

function paymentOf({ payment }: Complaint, text: Text): KeyValue[] {
  if (!payment) return [];
  const { channel, paidOn, amountCentavos, reference } = payment;
  return [
    { label: text('cases.amount'), value: formatPesos(amountCentavos), isStrong: true },
    { label: text('cases.paidOn'), value: dayOf(paidOn) },
    { label: text('cases.channel'), value: channel ? text(`repayment.channel.${channel}`) : text('cases.elsewhere') },
    ...(reference ? [{ label: text('cases.reference'), value: reference }] : []),
  ];
}

export function ComplaintsLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonRows label={text('cases.loading')} count={4} isApart={false} />
    </Page>
  );
}
