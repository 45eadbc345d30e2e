// Reverses charges for days that a late proclamation made free, as if the holiday had been known
// from the start (docs/decisions/0026). Freed money goes to the next bill or becomes refundable.
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
import { lockBorrower, recipientOf } from '#/account/account.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import type { RulesOn } from '#/context/rules.ts';
import { grantCoupon } from '#/coupon/coupon.ts';
import { lockLine } from '#/credit-line/credit-line.ts';
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
import { newIdFor } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { type ChargedBill, chargedAfter, movesOff, moveTerms } from './store.ts';

/** The maximum number of bills per run. */
const batch = 20;

/**
 * Reverses the late charges on bills for days that a newly declared holiday made free, in one
 * transaction per bill.
 * @returns the number of bills
 */
export async function reverseChargesOfHolidays(ctx: WorkCtx): Promise<number> {
  const { db, holidays } = ctx.app;
  const reversed = await eachItem(ctx, {
    kind: 'late charge of a holiday',
    items: await chargedAfter(db, movesOff(holidays), batch),
    idOf: ({ loanId }) => loanId,
    failure: 'a late charge could not be reversed',
    fieldsOf: ({ loanId }) => ({ loanId }),
    run: (bill) => inTx(db, (tx) => reverseCharges(ctx, tx, bill)),
  });
  return reversed.length;
}

async function reverseCharges(
  ctx: WorkCtx,
  tx: Tx,
  { loanId, borrowerId }: ChargedBill,
): Promise<void> {
  const { holidays, rulesOn } = ctx.app;
  await Promise.all([lockBorrower(tx, borrowerId), lockLine(tx, borrowerId)]);
  const [bill] = await billsOf(tx, borrowerId, { loanId });
  if (!bill) return;
  // Money that this bill no longer needs can pay any bill that was open on the day of this bill's
  // first payment.
  const takers = { takers: { loanId, fromOn: moneyOf(bill)[0]?.paidOn ?? todayOf(ctx.now) } };
  const before = (await billsOf(tx, borrowerId, takers, true)).find((row) => row.id === loanId);
  const from = before && movingDays(before, holidays, rulesOn)[0];
  // Another server may have reversed the charges already.
  if (!before || !from || (before.settled_as !== null && before.settled_as !== 'repaid')) return;
  await moveTerms(tx, loanId, movesOff(holidays));
  const { changes, leftCentavos } = reallocate(ctx, await billsOf(tx, borrowerId, takers), before);
  await freeCoupons(ctx, tx, changes);
  const parts = await partsOf(tx, changes);
  // The reversal's value date is the first charged day that became free.
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
    id: newIdFor(borrowerId, ctx.now),
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
      ...less.map((waived) => waived.entry),
      ...remainderEntries(ctx, named, parts, 'less'),
    ],
    ...[
      ...(shared.lines.length > 0 ? [shared] : []),
      ...remainderEntries(ctx, named, parts, 'more'),
      ...more.map((waived) => waived.entry),
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

/**
 * Writes the changed bills.
 * @returns the ids of the loans that these changes repaid
 */
async function writeBills(
  ctx: WorkCtx,
  tx: Tx,
  { loanId, parts, entryId }: Written,
): Promise<string[]> {
  const repaid: string[] = [];
  for (const part of parts) {
    const { row, after } = part.change;
    if (await writeBill(ctx, tx, part, entryId)) repaid.push(row.id);
    // An open offer on this bill stays open. If the borrower pays its total, the share for the
    // removed late charge pays the loan instead.
    const keepsOffers = row.id === loanId && owed(after, part.chargedTo).totalCentavos > 0;
    if (!keepsOffers) await endOffers(ctx, tx, part);
  }
  return repaid;
}

/**
 * Returns the holidays that move a bill's dates, in order: the last free day of each term, and plan
 * parts. A part that would move past its plan's last day does not move (`partsToMove`) and causes
 * no reversal.
 */
export function movingDays(
  row: Pick<BillRecord, 'extensions' | 'last_free_on' | 'promises'>,
  holidays: Holidays,
  rulesOn: RulesOn,
): Day[] {
  const parts = row.promises
    .filter((promise) => promise.is_plan)
    .flatMap((promise) =>
      promise.parts.map((part) => ({ on: asDay(part.due_on), madeOn: asDay(promise.made_on) })),
    );
  const within = parts.filter(
    ({ on, madeOn }) =>
      compareDays(nextWorkingDayFrom(on, holidays), addDays(madeOn, rulesOn(madeOn).planDays)) <= 0,
  );
  const days = [
    ...row.extensions.map((extension) => asDay(extension.from_last_free_on)),
    dayOf(row.last_free_on),
    ...within.map(({ on }) => on),
  ];
  return days.filter((day) => holidays.has(day)).toSorted(compareDays);
}

/**
 * Returns the changes to the bill, which follow from its new dates, and to the borrower's other
 * bills, which receive the money that this bill no longer needs. If such a bill has been repaid
 * since then, later payments on it are freed.
 */
function reallocate(ctx: WorkCtx, rows: readonly BillRecord[], before: BillRecord) {
  const row = rows.find((candidate) => candidate.id === before.id);
  invariant(row, 'a locked bill exists');
  const { change, freed } = changeOfTerms(row, factsOf(before));
  const others = rows.filter(
    (other) =>
      other.id !== row.id &&
      (other.settled_as === null ||
        other.settled_as === 'repaid' ||
        other.settled_as === 'writtenOff'),
  );
  const { changes, leftCentavos } = allocateOver(
    inAllocationOrder(others),
    freed,
    ctx.app.holidays,
  );
  return { changes: [change, ...changes], leftCentavos };
}
