// What support does about overdue bills: sees them, and notes the calls that were made about them.
import { zDay } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { phoneOf } from '#/account/account.ts';
import { Declined, type StaffAnswer, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import { maskPhone } from '#/commands/mask.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/kit/days.ts';
import { newId } from '#/kit/random.ts';
import { type BillSeen, billsOf, lockOpenBill, seeBill, todayOf, zReference } from '#/loan/loan.ts';
import { type CallOutcome, callOutcomes, mostCallsADay, whyNotCall } from './rules.ts';
import * as store from './store.ts';

const pageLength = 50;
const weekDays = 7;
const noteLength = 500;

export const overdueCommands: StaffCommand[] = [
  staffCommand({
    name: 'overdue list',
    kind: 'look',
    roles: ['support', 'finance'],
    request: v.strictObject({ after: v.optional(v.strictObject({ lastFreeOn: zDay, loanId: v.pipe(v.string(), v.uuid()) })) }),
    run: list,
  }),
  staffCommand({
    name: 'overdue call-log',
    kind: 'change',
    roles: ['support'],
    request: v.strictObject({
      reference: zReference,
      outcome: v.picklist(callOutcomes),
      to: v.optional(v.pipe(v.string(), v.maxLength(30))),
      note: v.optional(zLine(noteLength)),
    }),
    run: callLog,
  }),
];

/** A page of the overdue bills, the longest overdue first. */
async function list(ctx: StaffCtx, tx: Tx, { after = null }: { after?: store.Place | null | undefined }): Promise<StaffAnswer> {
  const today = todayOf(ctx.now);
  const rows = await store.overdueBills(tx, { today, after, limit: pageLength + 1 });
  const shown = rows.slice(0, pageLength);
  const bills = await Promise.all(shown.map((row) => one(ctx, tx, row)));
  const last = shown.at(-1);
  const next = rows.length > pageLength && last ? { lastFreeOn: wireDay(last.last_free_on), loanId: last.loan_id } : null;
  return { data: { bills, next } };
}

async function one(ctx: StaffCtx, read: Read, row: Awaited<ReturnType<typeof store.overdueBills>>[number]) {
  const [bill] = await billsOf(read, row.borrower_id, { loanId: row.loan_id });
  if (!bill) throw new Error('a bill that is listed is there');
  const seen = seeBill(bill, todayOf(ctx.now));
  const { shown } = seen;
  return {
    reference: shown.referenceNo,
    person: row.borrower_id,
    phone: maskPhone(await phoneOf(read, ctx.house.sealer, row.borrower_id)),
    days: shown.overdueDays,
    amount: formatPesos(shown.currentDue.owedCentavos),
    promise: promiseWords(seen),
    lastCall: row.called_at && `${row.outcome} ${wireInstant(row.called_at)}`,
  };
}

function promiseWords({ facts, shown: { promised } }: BillSeen): string {
  if (promised) return `${formatPesos(promised.amountCentavos)} by ${promised.on}`;
  return facts.promises.length > 0 ? 'not kept' : 'none';
}

/** Notes a call that was made just now, to the borrower's own number. */
async function callLog(
  { house, who, now }: StaffCtx,
  tx: Tx,
  { reference, outcome, to, note }: { reference: string; outcome: CallOutcome; to?: string | undefined; note?: string | undefined },
): Promise<StaffAnswer> {
  const bill = await lockOpenBill(tx, reference);
  const { shown } = seeBill(bill, todayOf(now));
  if (shown.overdueDays === 0) throw new Declined('This bill is not overdue.');
  const own = await phoneOf(tx, house.sealer, bill.borrower_id);
  const called = to === undefined ? own : parsePhilippineMobile(to);
  if (called !== own) throw new Declined('Only the borrower is called, at their own number: never a reference, nor anybody else.');
  const today = manilaDayOf(now);
  const before = await store.callsSince(tx, bill.borrower_id, today.subtract({ days: weekDays - 1 }));
  const why = whyNotCall(now, before);
  if (why) throw new Declined(why);
  const number = before.filter((call) => call.on === today.toString()).length + 1;
  const id = newId(now);
  await store.insertCall(tx, {
    id,
    loan_id: bill.id,
    borrower_id: bill.borrower_id,
    called_at: now,
    called_on: today,
    number,
    called_by: who,
    to_hash: house.sealer.hash('phone', called),
    outcome,
    note_sealed: note === undefined ? null : house.sealer.seal('call note', id, note),
  });
  const data = { call: { reference, outcome, leftToday: mostCallsADay - number } };
  return { data, subject: bill.borrower_id, detail: { loan: bill.id, outcome } };
}
