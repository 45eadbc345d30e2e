// A holiday that was proclaimed after its day (docs/decisions/0026): charges for days that are free
// after all are reversed, as if the day had been a holiday from the start. The payments of the bill
// are allocated again over its new days; what the bill no longer needs goes to the next bill or is
// refundable.
import {
  addDays,
  asDay,
  compareDays,
  type Day,
  type Holidays,
  nextWorkingDayFrom,
} from '@sandali/contract/day.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import { planDays } from '@sandali/contract/plan.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { grantCoupon } from '#/coupon/coupon.ts';
import { lockLine } from '#/credit/credit.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { type Entry, moneyAllocated, post, withLosses } from '#/ledger/ledger.ts';
import { type BillRecord, billsOf } from '#/loan/bill.store.ts';
import { allocateOver, chargesOf, inAllocationOrder } from '#/loan/booking/book.ts';
import { cooledOffEntries, freeCoupons, partsOf, writeBill } from '#/loan/booking/book-parts.ts';
import {
  remainderEntries,
  waivedEntries,
  writeWaived,
  writtenOffOf,
} from '#/loan/booking/book-waived.ts';
import { changeOfTerms, type Part } from '#/loan/booking/change.ts';
import { endOffers } from '#/loan/extension/extend.ts';
import { dayOf, factsOf, moneyOf } from '#/loan/facts.ts';
import { manila, todayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { type ChargedBill, chargedAfter, movesOff, moveTerms } from './store.ts';

/** Bills that one look takes. */
const batch = 20;

/**
 * Takes back what bills were charged for days that are free after all, one bill after the other.
 * @returns how many bills it took.
 */
export async function reverseChargesOfHolidays(ctx: WorkCtx): Promise<number> {
  const { db, holidays } = ctx.app;
  const taken = await eachItem(ctx, {
    kind: 'late charge of a holiday',
    items: await chargedAfter(db, movesOff(holidays), batch),
    idOf: ({ loanId }) => loanId,
    said: 'a late charge could not be taken back',
    fieldsOf: ({ loanId }) => ({ loanId }),
    run: (bill) => inTx(db, (tx) => reverseCharges(ctx, tx, bill)),
  });
  return taken.length;
}

async function reverseCharges(
  ctx: WorkCtx,
  tx: Tx,
  { loanId, borrowerId }: ChargedBill,
): Promise<void> {
  const { holidays } = ctx.app;
  await Promise.all([lockBorrower(tx, borrowerId), lockLine(tx, borrowerId)]);
  const [found] = await billsOf(tx, borrowerId, { loanId });
  if (!found) return;
  // What the bill needs no more is money of its own, and may go to any bill that was open on the
  // first day of it.
  const takers = { takers: { loanId, fromOn: moneyOf(found)[0]?.paidOn ?? todayOf(ctx.now) } };
  const before = (await billsOf(tx, borrowerId, takers, true)).find((row) => row.id === loanId);
  const from = before && movingDays(before, holidays)[0];
  // another server was here first
  if (!before || !from || (before.settled_as !== null && before.settled_as !== 'repaid')) return;
  await moveTerms(tx, loanId, movesOff(holidays));
  const { changes, leftCentavos } = reallocate(ctx, await billsOf(tx, borrowerId, takers), before);
  await freeCoupons(ctx, tx, changes);
  const parts = await partsOf(tx, changes);
  // It counts from the first day that was charged and is free.
  const businessOn = Temporal.PlainDate.from(addDays(from, 1));
  const source = {
    borrowerId,
    happenedAt: businessOn.toZonedDateTime(manila).toInstant(),
    businessOn,
  };
  const named = { ...source, sourceId: `holiday ${from} ${loanId}` };
  const lines = moneyAllocated({
    shares: parts.map((part) => part.share),
    borrowerId,
    refundableCentavos: BigInt(leftCentavos),
  });
  const shared: Entry = {
    ...source,
    recordedAt: ctx.now,
    id: newId(ctx.now),
    kind: 'money.shared',
    factKey: `shared for holiday ${from} ${loanId}`,
    loanId,
    lines: withLosses(lines, writtenOffOf(parts)),
  };
  const [less, more] = [
    waivedEntries(ctx, named, parts, 'less'),
    waivedEntries(ctx, named, parts, 'more'),
  ];
  await post(
    tx,
    ...[
      ...chargesOf(ctx, named, parts, 'added'),
      ...less.map((one) => one.entry),
      ...remainderEntries(ctx, named, parts, 'less'),
    ],
    ...[
      ...(shared.lines.length > 0 ? [shared] : []),
      ...remainderEntries(ctx, named, parts, 'more'),
      ...more.map((one) => one.entry),
    ],
    ...[...cooledOffEntries(ctx, source, parts), ...chargesOf(ctx, named, parts, 'takenBack')],
  );
  await writeWaived(ctx, tx, [...less, ...more]);
  const [repaid] = await writeBills(ctx, tx, { loanId, parts, entryId: shared.id });
  if (repaid) await grantCoupon(ctx, tx, borrowerId, 'firstRepayment', repaid);
  const lateDelta = parts.find((part) => part.change.row.id === loanId)?.lateDelta ?? 0n;
  const detail = { from, amountCentavos: Number(-lateDelta), refundableCentavos: leftCentavos };
  await audit(tx, {
    at: ctx.now,
    who: 'the calendar',
    act: lateDelta < 0n ? 'lateChargeTakenBack' : 'freeDaysMoved',
    subject: loanId,
    detail,
  });
  if (lateDelta < 0n) {
    const to = await recipientOf(ctx.app, tx, borrowerId, loanId);
    await ctx.app.notices.notify(ctx, tx, to, 'chargeWaived', {
      amount: formatPesos(centavos(-lateDelta)),
      reference: before.reference_no,
    });
  }
}

type Written = { loanId: string; parts: readonly Part[]; entryId: string };

/** Keeps what the parts make of their bills. @returns the loans that are repaid by it. */
async function writeBills(
  ctx: WorkCtx,
  tx: Tx,
  { loanId, parts, entryId }: Written,
): Promise<string[]> {
  const repaid: string[] = [];
  for (const part of parts) {
    const { row, after } = part.change;
    if (await writeBill(ctx, tx, part, entryId)) repaid.push(row.id);
    // An open offer of the bill itself stays: what was asked for a late charge that is none any
    // more pays the loan, with the fee.
    const stands = row.id === loanId && owed(after, part.chargedTo).totalCentavos > 0;
    if (!stands) await endOffers(ctx, tx, part);
  }
  return repaid;
}

/**
 * The days of a bill that move because they are holidays, the first one first: the last free one of
 * each term, and those of the parts of plans. A part stays where it is if it would leave the days
 * of its plan (`partsToMove`): its day is no reason to reverse anything, now or when another day of
 * the bill moves.
 */
export function movingDays(
  row: Pick<BillRecord, 'extensions' | 'last_free_on' | 'promises'>,
  holidays: Holidays,
): Day[] {
  const parts = row.promises
    .filter((one) => one.is_plan)
    .flatMap((one) =>
      one.parts.map((part) => ({ on: asDay(part.due_on), madeOn: asDay(one.made_on) })),
    );
  const within = parts.filter(
    ({ on, madeOn }) =>
      compareDays(nextWorkingDayFrom(on, holidays), addDays(madeOn, planDays)) <= 0,
  );
  const days = [
    ...row.extensions.map((one) => asDay(one.from_last_free_on)),
    dayOf(row.last_free_on),
    ...within.map(({ on }) => on),
  ];
  return days.filter((day) => holidays.has(day)).toSorted(compareDays);
}

/**
 * What the new days make of the bill, and what its free money makes of the borrower's other bills:
 * those that were repaid since would have had it earlier, and let go of later money then.
 */
function reallocate(ctx: WorkCtx, rows: readonly BillRecord[], before: BillRecord) {
  const row = rows.find((one) => one.id === before.id);
  invariant(row, 'a bill that was locked is there');
  const { change, freed } = changeOfTerms(row, factsOf(before));
  const others = rows.filter(
    (one) =>
      one.id !== row.id &&
      (one.settled_as === null || one.settled_as === 'repaid' || one.settled_as === 'writtenOff'),
  );
  const { changes, leftCentavos } = allocateOver(
    inAllocationOrder(others),
    freed,
    ctx.app.holidays,
  );
  return { changes: [change, ...changes], leftCentavos };
}
