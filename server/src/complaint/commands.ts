// What staff does about complaints: sees which clock ends first, reads one and its receipts, acknowledges, answers and closes it.
import { zComplaintNumber } from '@sandali/contract/caseNumber.ts';
import { picturesOfComplaint } from '@sandali/contract/complaint.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { zRequestWords } from '@sandali/contract/privacy.ts';
import * as v from 'valibot';
import { lockBorrower, told } from '#/account/account.ts';
import { Declined, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import { maskPhone } from '#/commands/mask.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/kit/days.ts';
import { invariant } from '#/kit/refuse.ts';
import { answer } from './answer.ts';
import { markedReceipt, type ReceiptAsked } from './photo.ts';
import { fileOfPicture } from './picture.store.ts';
import { clockOf, clockState, stateOf } from './rules.ts';
import { type CountedComplaint, complaintOfNumber, complaintsToDo, takeStep } from './store.ts';
import { openAnswer, openTold } from './told.ts';
import { stepsOf } from './view.ts';

const listLength = 200;
const seers = { roles: ['support', 'finance'] } as const;
const support = { roles: ['support'] } as const;
const justOne = v.strictObject({ number: zComplaintNumber });

async function mustFind(tx: Tx, number: string): Promise<CountedComplaint> {
  const row = await complaintOfNumber(tx, number);
  if (!row) throw new Declined(`There is no complaint ${number}.`);
  return row;
}

/** The complaint behind the lock of its borrower. */
async function lockFound(tx: Tx, number: string): Promise<CountedComplaint> {
  await lockBorrower(tx, (await mustFind(tx, number)).borrower_id);
  return await mustFind(tx, number);
}

function listed({ now }: StaffCtx, row: CountedComplaint) {
  const clock = clockOf(stepsOf(row));
  return {
    number: row.number,
    person: row.borrower_id,
    kind: row.kind,
    state: stateOf(stepsOf(row)),
    openedAt: wireInstant(row.opened_at),
    dueOn: clock && wireDay(clock),
    clock: clockState(clock, manilaDayOf(now)),
    pictures: row.pictures,
  };
}

async function show(ctx: StaffCtx, tx: Tx, { number }: { number: string }) {
  const row = await mustFind(tx, number);
  const { sealer } = ctx.house;
  const { payment, words } = openTold(sealer, row.id, row.told_sealed);
  const at = (instant: Temporal.Instant | null) => instant && wireInstant(instant);
  const { phone } = await told(ctx.house, tx, row.borrower_id);
  const complaint = {
    ...listed(ctx, row),
    phone: ctx.veil.over('phone', phone, maskPhone),
    loan: row.loan_id,
    paidThrough: payment?.channel ?? null,
    paidOn: payment?.paidOn ?? null,
    amount: payment && formatPesos(payment.amountCentavos),
    reference: payment?.reference ?? null,
    words,
    acknowledgeOn: wireDay(row.acknowledge_on),
    resolveOn: wireDay(row.resolve_on),
    acknowledgedAt: at(row.acknowledged_at),
    acknowledgedBy: row.acknowledged_by,
    answeredAt: at(row.answered_at),
    answeredBy: row.answered_by,
    answer: openAnswer(sealer, row.id, row.answer_sealed),
    closedAt: at(row.closed_at),
    closedBy: row.closed_by,
  };
  return { data: { complaint }, subject: row.borrower_id, detail: { complaint: row.id } };
}

async function acknowledge(ctx: StaffCtx, tx: Tx, { number }: { number: string }) {
  const row = await lockFound(tx, number);
  if (row.acknowledged_at) throw new Declined(`${number} is ${stateOf(stepsOf(row))} already.`);
  invariant(await takeStep(tx, row.id, 'acknowledged', { at: ctx.now, who: ctx.who }), 'a locked complaint takes its step');
  const to = await told(ctx.house, tx, row.borrower_id);
  await ctx.house.tell(ctx, tx, to, 'complaintAcknowledged', { number });
  return { data: { complaint: { number, state: 'acknowledged' } }, subject: row.borrower_id, detail: { complaint: row.id } };
}

async function close(ctx: StaffCtx, tx: Tx, { number }: { number: string }) {
  const row = await lockFound(tx, number);
  if (row.closed_at) throw new Declined(`${number} is closed already.`);
  if (!row.answered_at) throw new Declined(`${number} has no answer yet. Answer it first: complaint answer.`);
  invariant(await takeStep(tx, row.id, 'closed', { at: ctx.now, who: ctx.who }), 'a locked complaint takes its step');
  return { data: { complaint: { number, state: 'closed' } }, subject: row.borrower_id, detail: { complaint: row.id } };
}

export const complaintCommands: StaffCommand[] = [
  staffCommand({
    name: 'complaint list',
    kind: 'look',
    ...seers,
    request: v.strictObject({}),
    run: async (ctx, tx) => ({ data: { complaints: (await complaintsToDo(tx, listLength)).map((row) => listed(ctx, row)) } }),
  }),
  staffCommand({
    name: 'complaint show',
    kind: 'look',
    ...seers,
    isAboutPerson: true,
    mayReveal: ['support'],
    request: justOne,
    run: show,
  }),
  staffCommand({
    name: 'complaint photo',
    kind: 'look',
    ...seers,
    isAboutPerson: true,
    request: v.strictObject({
      number: zComplaintNumber,
      which: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(picturesOfComplaint)),
    }),
    run: async (_ctx, tx, { number, which }) => {
      const row = await mustFind(tx, number);
      const fileName = await fileOfPicture(tx, row.id, which);
      if (!fileName) throw new Declined(`${number} has no picture ${which}, or it is not kept any more.`);
      return { data: { number, which, fileName }, subject: row.borrower_id, detail: { complaint: row.id, which } };
    },
    answer: async (ctx, asked) => await markedReceipt(ctx, asked as ReceiptAsked),
  }),
  staffCommand({ name: 'complaint acknowledge', kind: 'change', ...support, request: justOne, run: acknowledge }),
  staffCommand({
    name: 'complaint answer',
    kind: 'change',
    ...support,
    request: v.strictObject({ number: zComplaintNumber, words: zRequestWords }),
    run: async (ctx, tx, { number, words }) => {
      const row = await lockFound(tx, number);
      if (row.answered_at) throw new Declined(`${number} has its answer already.`);
      await answer(ctx, tx, row, { words, who: ctx.who });
      return { data: { complaint: { number, state: 'answered' } }, subject: row.borrower_id, detail: { complaint: row.id } };
    },
  }),
  staffCommand({ name: 'complaint close', kind: 'change', ...support, request: justOne, run: close }),
];
