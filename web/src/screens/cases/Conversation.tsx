import type { DataOf } from '@sandali/contract/call.ts';
import { complaintDetail, complaintPicture, complaintWrite } from '@sandali/contract/cases.ts';
import { type Day, manilaDay } from '@sandali/contract/day.ts';
import type { ComplaintId } from '@sandali/contract/id.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { visibleWords } from '@sandali/contract/text.ts';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { Query } from '#/shell/Query.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { classes } from '#/ui/classes.ts';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Page, SpaceBetween, Stack } from '#/ui/Layout.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';
import { CaseBadge } from './CaseBadge.tsx';
import { Composer, type ComposerProps } from './Composer.tsx';
import css from './conversation.module.css';
import { useReceipt } from './receipt.ts';
import { TurnPdf } from './TurnPdf.tsx';
import { TurnPicture } from './TurnPicture.tsx';
import { useTurnDraft } from './turnDraft.ts';

export type CaseData = DataOf<typeof complaintDetail>;
type Turn = CaseData['turns'][number];

const everyMs = 30_000;

/** /case: a case as a conversation, with the newest message at the bottom. */
export default function Conversation() {
  const complaintId = (useSearch().get('complaintId') ?? '') as ComplaintId;
  const read = useServerQuery(
    complaintDetail,
    { complaintId },
    { everyMs: ({ state }) => state !== 'closed' && everyMs },
  );
  return (
    <Query read={read} skeleton={<ConversationLoading />}>
      {(caseData) => <Loaded key={complaintId} caseData={caseData} onWritten={read.refresh} />}
    </Query>
  );
}

/** Scrolls to the newest message when the page opens and when a message arrives. */
function Loaded({ caseData, onWritten }: { caseData: CaseData; onWritten(): Promise<void> }) {
  const { complaintId, turns } = caseData;
  const [words, setWords] = useTurnDraft(complaintId);
  const [percent, setPercent] = useState<number | null>(null);
  const receipt = useReceipt();
  // The message being sent, shown until the case contains it.
  const [sending, setSending] = useState('');
  const onDone = async () => {
    setWords('');
    receipt.drop();
    await onWritten();
    setPercent(null);
  };
  const onFailed = () => {
    setPercent(null);
    return true;
  };
  const write = useWrite(complaintWrite, { key: complaintId, onDone, onFailed });
  const picture = useWrite(complaintPicture, {
    key: complaintId,
    isSentOnce: true,
    onProgress: (share) => setPercent(Math.floor(share * 100)),
    onDone,
    onFailed,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once for each new turn
  useLayoutEffect(
    () => void window.scrollTo(0, document.documentElement.scrollHeight),
    [turns.length],
  );
  const send = () => {
    write.clear();
    picture.clear();
    const visible = visibleWords(words);
    setSending(visible);
    if (receipt.bytes)
      void picture.send({ complaintId, bytes: receipt.bytes, ...(visible && { words: visible }) });
    else void write.send({ complaintId, words: visible });
  };
  const isBusy = write.isBusy || picture.isBusy;
  return (
    <ConversationView
      caseData={caseData}
      composer={{
        words,
        onWords: setWords,
        receipt,
        picturesLeft: caseData.picturesLeft,
        isBusy,
        failure: (write.failure ?? picture.failure)?.message ?? null,
        onSend: send,
      }}
      leaving={isBusy ? { words: sending, percent } : null}
    />
  );
}

export type ConversationViewProps = {
  caseData: CaseData;
  composer: ComposerProps;
  /** The message being sent, and the upload's progress from 0 to 100 (null without an upload). */
  leaving: { words: string; percent: number | null } | null;
};

/**
 * Shows the deadline, the messages by day, and the composer. A closed case shows a link to open a
 * new case instead.
 */
export function ConversationView({ caseData, composer, leaving }: ConversationViewProps) {
  const text = useText();
  const today = manilaDay(caseData.now);
  const days = [...new Set(caseData.turns.map(({ at }) => manilaDay(at)))];
  return (
    <>
      <Page gap={3}>
        <Clock caseData={caseData} />
        {days.map((day) => (
          <Stack key={day} gap={2}>
            <Heading level={3} size="s" tone="quiet">
              <span className={css.day}>
                {dayOf(day, { weekday: true, year: day.slice(0, 4) !== today.slice(0, 4) })}
              </span>
            </Heading>
            <ol className={css.turns}>
              {caseData.turns
                .filter(({ at }) => manilaDay(at) === day)
                .map((turn) => (
                  <Bubble key={turn.turn} caseData={caseData} turn={turn} />
                ))}
            </ol>
          </Stack>
        ))}
        {leaving && (
          <div className={classes(css.turn, css.mine, css.sending)} role="status">
            {leaving.words && <p className={css.words}>{leaving.words}</p>}
            <span className={css.time}>
              {text('cases.sending')}{' '}
              {leaving.percent !== null && <span aria-hidden="true">{leaving.percent}%</span>}
            </span>
          </div>
        )}
      </Page>
      {isOver(caseData) ? (
        <Footer>
          <Dock consequence={text('cases.over')}>
            <ButtonLink
              look="soft"
              href={addressOf('complaints', {
                kind: caseData.kind,
                loanId: caseData.loanId ?? undefined,
              })}
            >
              {text('cases.another')}
            </ButtonLink>
          </Dock>
        </Footer>
      ) : (
        <Composer {...composer} />
      )}
    </>
  );
}

/** The case's number, state and next deadline. */
function Clock({ caseData }: { caseData: CaseData }) {
  const text = useText();
  return (
    <section className={css.clock} aria-label={text('cases.clock')}>
      <SpaceBetween>
        <Heading level={2} size="m">
          {caseData.number}
        </Heading>
        <CaseBadge state={caseData.state} />
      </SpaceBetween>
      <Words size="s">{text(`cases.kind.${caseData.kind}`)}</Words>
      <Words size="s" tone="ink">
        {clockOf(caseData, text)}
      </Words>
    </section>
  );
}

/** Whether the case was closed too long ago to add a message. */
const isOver = ({ writeUntil, now }: CaseData) =>
  writeUntil !== null && manilaDay(now) > writeUntil;

const dayOf = (day: Day, shape: Parameters<typeof formatDay>[2] = { weekday: true, year: true }) =>
  formatDay(day, currentLocale(), shape);

function clockOf(caseData: CaseData, text: Text): string {
  const { state, acknowledgeOn, resolveOn, answeredAt, closedAt, writeUntil } = caseData;
  if (state === 'open')
    return text('cases.clock.open', { confirm: dayOf(acknowledgeOn), answer: dayOf(resolveOn) });
  if (state === 'acknowledged' || !answeredAt)
    return text('cases.clock.acknowledged', { answer: dayOf(resolveOn) });
  if (state === 'answered' || !closedAt || !writeUntil)
    return text('cases.clock.answered', { day: dayOf(manilaDay(answeredAt)) });
  if (isOver(caseData)) return text('cases.clock.over', { day: dayOf(manilaDay(closedAt)) });
  return text('cases.clock.closed', { day: dayOf(manilaDay(closedAt)), until: dayOf(writeUntil) });
}

function Bubble({ caseData, turn }: { caseData: CaseData; turn: Turn }) {
  const text = useText();
  const isMine = turn.by === 'borrower';
  const hasNothing = turn.turn > 0 && !turn.picture && !turn.pdf;
  const name = isMine
    ? text('cases.you')
    : turn.name
      ? text('cases.by', { name: turn.name })
      : text('cases.service');
  return (
    <li className={classes(css.turn, isMine ? css.mine : css.ours)}>
      <span className={css.who}>
        {name}
        {turn.isAnswer && ` · ${text('cases.answer')}`}
      </span>
      {turn.turn === 0 && <Payment caseData={caseData} />}
      {turn.picture && (
        <TurnPicture complaintId={caseData.complaintId} turn={turn.turn} picture={turn.picture} />
      )}
      {turn.pdf && <TurnPdf of={caseData} turn={turn.turn} sizeBytes={turn.pdf.sizeBytes} />}
      {turn.words ? (
        <p className={css.words}>{turn.words}</p>
      ) : (
        hasNothing && <p>{text('cases.pictureGone')}</p>
      )}
      <time className={css.time} dateTime={turn.at}>
        {formatTime(turn.at)}
      </time>
    </li>
  );
}

function Payment({ caseData: { payment } }: { caseData: CaseData }): ReactNode {
  const text = useText();
  if (!payment) return null;
  const { channel, paidOn, amountCentavos, reference } = payment;
  const facts = [
    { label: text('cases.amount'), value: formatPesos(amountCentavos), isStrong: true },
    { label: text('cases.paidOn'), value: dayOf(paidOn, { year: true }) },
    {
      label: text('cases.channel'),
      value: channel ? text(`repayment.channel.${channel}`) : text('cases.elsewhere'),
    },
    ...(reference ? [{ label: text('cases.reference'), value: reference }] : []),
  ];
  return <KeyValues groups={[facts]} />;
}

export function ConversationLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonRows label={text('cases.loadingOne')} count={4} />
    </Page>
  );
}
