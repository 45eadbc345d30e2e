// The staff commands that count, show and answer feedback.

import type { zDay } from '@sandali/contract/day.ts';
import type { AdviceType } from '@sandali/contract/home.ts';
import { zFeedbackId } from '@sandali/contract/id.ts';
import { zRequestWords } from '@sandali/contract/text.ts';
import type * as v from 'valibot';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import {
  choice,
  day,
  longText,
  naming,
  option,
  optional,
  text,
  word,
} from '#/commands/arguments.ts';
import {
  actingRoles,
  command,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
} from '#/commands/command.ts';
import { entity, money } from '#/commands/display.ts';
import { afterRow, paged, pageOf, withOptions } from '#/commands/page.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { openFeedback } from './feedback.ts';
import {
  countFeedback,
  type FeedbackRow,
  feedbackOn,
  findFeedback,
  insertAnswer,
} from './store.ts';

/** The kinds of feedback in the dialog, by the names that staff type. */
const kinds = { quota: 1, term: 2, interest: 3, others: 6 } as const satisfies Record<
  string,
  AdviceType
>;
type Kind = keyof typeof kinds;
const kindOf = (type: number) =>
  (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind] === type) ?? `${type}`;
const daysShown = 30;

function listed(row: FeedbackRow) {
  return {
    id: row.id,
    person: row.borrower_id,
    kind: kindOf(row.type),
    sentAt: wireInstant(row.sent_at),
    wanted:
      row.requested_centavos === null
        ? row.requested_term_days && `${row.requested_term_days} days`
        : money(row.requested_centavos),
    answeredAt: row.answered_at && wireInstant(row.answered_at),
  };
}

async function mustFind(tx: Tx, id: string): Promise<FeedbackRow> {
  const row = await findFeedback(tx, id);
  if (!row) throw new Declined(`There is no feedback ${id}.`);
  return row;
}

type Day = v.InferOutput<typeof zDay>;
type Counted = { day: string; kind: string; count: number; waiting: number };
type Listed =
  | { days: Counted[]; feedback?: never }
  | { feedback: ReturnType<typeof listed>[]; next: string | null; more: string; days?: never };
type ListInput = {
  day?: Day | undefined;
  kind?: Kind | undefined;
  after?: string | undefined;
};

async function list(
  { now }: StaffCtx,
  tx: Tx,
  { day, kind, after }: ListInput,
): Promise<StaffAnswer<Listed>> {
  if (day) {
    const rows = await feedbackOn(
      tx,
      Temporal.PlainDate.from(day),
      kind ? kinds[kind] : null,
      after ?? null,
    );
    const { page, next } = pageOf(rows, ({ id }) => id);
    const more = withOptions('feedback list', { day, kind });
    return {
      data: { feedback: page.map(listed), next, more },
      detail: { day, rows: page.length },
    };
  }
  const counts = await countFeedback(tx, manilaDayOf(now).subtract({ days: daysShown - 1 }));
  const days = counts.map(({ day, type, count, waiting }) => ({
    day,
    kind: kindOf(type),
    count,
    waiting,
  }));
  return { data: { days: kind ? days.filter((row) => row.kind === kind) : days } };
}

const more = paged(({ more }: { more: string; next: string | null }) => more);

function listShown(data: Listed) {
  const { days, feedback } = data;
  if (days && days.length === 0) return { lines: [`No feedback in the last ${daysShown} days.`] };
  if (days)
    return { rows: days.map(({ day, kind, count, waiting }) => [day, kind, count, waiting]) };
  if (feedback.length === 0) return { lines: ['No feedback on that day.'] };
  return {
    columns: ['id', 'kind', 'wanted', 'sent', 'answered', 'person'],
    rows: feedback.map(({ id, kind, wanted, sentAt, answeredAt, person }) => [
      entity('feedback', id),
      kind,
      wanted,
      sentAt,
      answeredAt,
      entity('person', person),
    ]),
    lines: more.lines(data),
    ...(data.next !== null && { next: { after: data.next } }),
  };
}

async function show({ app }: StaffCtx, tx: Tx, { id }: { id: string }) {
  const row = await mustFind(tx, id);
  const { locale } = await recipientOf(app, tx, row.borrower_id);
  const { comment, answer } = openFeedback(app.sealer, row);
  const feedback = {
    ...listed(row),
    language: locale,
    comment,
    answer,
    answeredBy: row.answered_by,
  };
  return { data: { feedback }, person: row.borrower_id, detail: { feedback: id } };
}

/**
 * Stores the final answer. A message in the app links the borrower to it; no SMS is sent, because
 * it is not urgent.
 */
async function answer(ctx: StaffCtx, tx: Tx, { id, words }: { id: string; words: string }) {
  const { app, now, who } = ctx;
  const { borrower_id: borrowerId } = await mustFind(tx, id);
  await lockBorrower(tx, borrowerId);
  const wordsSealed = app.sealer.seal('feedback answer', id, words);
  if (!(await insertAnswer(tx, { feedbackId: id, borrowerId, wordsSealed, at: now, who })))
    throw new Declined('This feedback is already answered.');
  await app.notices.notify(
    ctx,
    tx,
    await recipientOf(app, tx, borrowerId, id),
    'feedbackAnswered',
    undefined,
  );
  return { data: { feedback: { id } }, person: borrowerId, detail: { feedback: id } };
}

const feedback = word(
  naming('feedback', text(zFeedbackId)),
  'the id, as shown by feedback list',
  'id',
);

export const feedbackCommands: StaffCommand[] = [
  command({
    name: 'feedback list',
    menu: 'Cases',
    label: 'List feedback',
    about: `Counts the feedback of the last ${daysShown} days by day and kind, and how much is unanswered. With --day, lists the feedback of that day; feedback show shows the text.`,
    examples: ['feedback list', 'feedback list --day 2026-11-20 --kind others'],
    kind: 'look',
    readsStandby: true,
    roles: actingRoles,
    arguments: {
      day: optional(option(day, 'lists the feedback of this day')),
      kind: optional(option(choice(Object.keys(kinds) as Kind[]), 'only this kind')),
      ...afterRow(naming('feedback', text(zFeedbackId))),
    },
    run: list,
    shows: ({ rows }) => rows(['day', 'kind', 'received', 'unanswered'], listShown),
  }),
  command({
    name: 'feedback show',
    menu: 'Cases',
    label: 'Show feedback',
    about: 'Shows a feedback with its text, the borrower’s language and the answer.',
    examples: [
      'feedback show 019a9f00-0000-7000-8000-000000000001 --reason "reads what came this week"',
    ],
    kind: 'look',
    roles: ['support', 'reviewer', 'compliance', 'manager'],
    aboutPerson: 'reported',
    arguments: { id: feedback },
    run: show,
    shows: ({ record }) => record((data) => data.feedback),
  }),
  command({
    name: 'feedback answer',
    menu: 'Cases',
    label: 'Answer feedback',
    about:
      'Answers a feedback. The answer is final. The person gets a message in the app that links to it, but no SMS.',
    examples: [
      'feedback answer 019a9f00-0000-7000-8000-000000000001 --words "Thank you. 30 days are on our list." --reason "weekly answers"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it decides nothing; the person only reads a text' },
    roles: ['support', 'reviewer', 'compliance', 'manager'],
    arguments: { id: feedback, words: option(longText(zRequestWords), 'the text for the person') },
    run: answer,
    shows: ({ lines }) => lines((data) => `${data.feedback.id} is answered`),
  }),
];
