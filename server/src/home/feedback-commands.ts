// What staff does about feedback: sees how much of each kind came on which day, reads one, answers it.

import { zDay } from '@sandali/contract/day.ts';
import type { AdviceType } from '@sandali/contract/home.ts';
import { zFeedbackId } from '@sandali/contract/id.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { zRequestWords } from '@sandali/contract/privacy.ts';
import * as v from 'valibot';
import { lockBorrower, told } from '#/account/account.ts';
import { Declined, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireInstant } from '#/kit/days.ts';
import { opened } from './feedback.ts';
import { countFeedback, type FeedbackRow, feedbackOn, findFeedback, insertAnswer } from './store.ts';

/** What borrowers are asked for in the dialog, as staff types it. */
const kinds = { quota: 1, term: 2, interest: 3, others: 6 } as const satisfies Record<string, AdviceType>;
type Kind = keyof typeof kinds;
const kindOf = (type: number) => (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind] === type) ?? `${type}`;
const daysShown = 30;
const listLength = 500;

const zShownDay = v.pipe(
  zDay,
  v.transform((day) => Temporal.PlainDate.from(day)),
);
const zKind = v.picklist(Object.keys(kinds) as Kind[]);

function listed(row: FeedbackRow) {
  return {
    id: row.id,
    person: row.borrower_id,
    kind: kindOf(row.type),
    sentAt: wireInstant(row.sent_at),
    wanted:
      row.wanted_centavos === null ? row.wanted_term_days && `${row.wanted_term_days} days` : formatPesos(centavos(row.wanted_centavos)),
    answeredAt: row.answered_at && wireInstant(row.answered_at),
  };
}

async function mustFind(tx: Tx, id: string): Promise<FeedbackRow> {
  const row = await findFeedback(tx, id);
  if (!row) throw new Declined(`There is no feedback ${id}.`);
  return row;
}

type ListInput = { day?: Temporal.PlainDate | undefined; kind?: Kind | undefined };

async function list({ now }: StaffCtx, tx: Tx, { day, kind }: ListInput) {
  if (day) {
    const rows = await feedbackOn(tx, day, kind ? kinds[kind] : null, listLength);
    return { data: { feedback: rows.map(listed) }, detail: { day: day.toString(), rows: rows.length } };
  }
  const counts = await countFeedback(tx, manilaDayOf(now).subtract({ days: daysShown - 1 }));
  const days = counts.map((one) => ({ day: one.day, kind: kindOf(one.type), count: one.count, waiting: one.waiting }));
  return { data: { days: kind ? days.filter((one) => one.kind === kind) : days } };
}

async function show({ house }: StaffCtx, tx: Tx, { id }: { id: string }) {
  const row = await mustFind(tx, id);
  const { locale } = await told(house, tx, row.borrower_id);
  const { comment, answer } = opened(house.sealer, row);
  const feedback = { ...listed(row), language: locale, comment, answer, answeredBy: row.answered_by };
  return { data: { feedback }, subject: row.borrower_id, detail: { feedback: id } };
}

/** Answers for good. The borrower finds a message in the app that leads to the words; no SMS is sent for what can wait. */
async function answer(ctx: StaffCtx, tx: Tx, { id, words }: { id: string; words: string }) {
  const { house, now, who } = ctx;
  const { borrower_id: borrowerId } = await mustFind(tx, id);
  await lockBorrower(tx, borrowerId);
  const wordsSealed = house.sealer.seal('feedback answer', id, words);
  if (!(await insertAnswer(tx, { feedbackId: id, borrowerId, wordsSealed, at: now, who })))
    throw new Declined('This feedback has its answer already.');
  await house.tell(ctx, tx, await told(house, tx, borrowerId, id), 'feedbackAnswered', undefined);
  return { data: { feedback: { id } }, subject: borrowerId, detail: { feedback: id } };
}

export const feedbackCommands: StaffCommand[] = [
  staffCommand({
    name: 'feedback list',
    kind: 'look',
    roles: ['support', 'reviewer', 'finance', 'engineer'],
    request: v.strictObject({ day: v.optional(zShownDay), kind: v.optional(zKind) }),
    run: list,
  }),
  staffCommand({
    name: 'feedback show',
    kind: 'look',
    roles: ['support', 'reviewer'],
    isAboutPerson: true,
    request: v.strictObject({ id: zFeedbackId }),
    run: show,
  }),
  staffCommand({
    name: 'feedback answer',
    kind: 'change',
    roles: ['support', 'reviewer'],
    request: v.strictObject({ id: zFeedbackId, words: zRequestWords }),
    run: answer,
  }),
];
