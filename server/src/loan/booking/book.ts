// Books money on bills. For a repayment, only this module changes loans, the credit line and the
// ledger. It does so in the transaction that stores the receipt.
import { compareDays, type Day, type Holidays } from '@sandali/contract/day.ts';
import { type Centavos, sumCentavos } from '@sandali/contract/money.ts';
import { lockBorrower } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { grantCoupon } from '#/coupon/coupon.ts';
import { lockLine } from '#/credit-line/credit-line.ts';
import type { Tx } from '#/db/database.ts';
import {
  chargesPosted,
  type Entry,
  type Line,
  type MoneyFrom,
  moneyAllocated,
  post,
  repaymentBooked,
  type Share,
  withLosses,
} from '#/ledger/ledger.ts';
import { type BillRecord, billsOf } from '#/loan/bill.store.ts';
import {
  endOffers,
  extendBill,
  type PaidExtension,
  paidExtensionOf,
} from '#/loan/extension/extend.ts';
import { type BillMoney, dayOf } from '#/loan/facts.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { cooledOffEntries, freeCoupons, notifyBooked, partsOf, writeBill } from './book-parts.ts';
import { remainderEntries, waivedEntries, writeWaived, writtenOffOf } from './book-waived.ts';
import { type Change, changeBy, type Part, type Source } from './change.ts';

export type Money = {
  /** The receipt's id. It makes the booking unique. */
  sourceId: string;
  borrowerId: string;
  /**
   * The loan that the payment code names; null for money that is not meant for a particular bill.
   */
  loanId: string | null;
  /** The extension whose fee the payment code covers. */
  extensionId: string | null;
  /**
   * Where the money was before this booking: at the gateway, in our own account, or in suspense if
   * its owner was unknown until now.
   */
  from: MoneyFrom;
  amountCentavos: Centavos;
  valueOn: Day;
  paidAt: Temporal.Instant;
};

export type Booked = { entryId: string; settledLoanIds: string[]; refundableCentavos: Centavos };

/**
 * Posts charges up to the value date. Then books money on the bill that its code names and on open
 * bills by due date. The remainder is refundable. If the money completes a requested return in
 * time, returns the loan instead. Locks borrower, line, bills and coupons.
 */
export async function bookMoney(ctx: WorkCtx, tx: Tx, money: Money): Promise<Booked> {
  await Promise.all([lockBorrower(tx, money.borrowerId), lockLine(tx, money.borrowerId)]);
  const rows = await billsOf(
    tx,
    money.borrowerId,
    { takers: { loanId: money.loanId, fromOn: money.valueOn } },
    true,
  );
  const extensionPaid = await paidExtensionOf(
    ctx,
    tx,
    rows.find((row) => row.id === money.loanId),
    money,
  );
  const { changes, leftCentavos } = share(rows, money, extensionPaid, ctx.app.holidays);
  await freeCoupons(ctx, tx, changes);
  const source: Source = {
    borrowerId: money.borrowerId,
    happenedAt: money.paidAt,
    businessOn: Temporal.PlainDate.from(money.valueOn),
  };
  const kind = extensionPaid
    ? 'extension.booked'
    : money.from === 'suspense'
      ? 'suspense.assigned'
      : 'repayment.booked';
  const fact = {
    kind,
    factKey: `receipt ${money.sourceId}`,
    named: money.sourceId,
    loanId: money.loanId,
  } as const;
  const { borrowerId, from } = money;
  const linesOf = (shares: Share[]) =>
    repaymentBooked({
      from,
      amountCentavos: BigInt(money.amountCentavos),
      shares,
      borrowerId,
      refundableCentavos: BigInt(leftCentavos),
    });
  const booked = await write(ctx, tx, { source, fact, linesOf, changes, money, extensionPaid });
  return { ...booked, refundableCentavos: leftCentavos };
}

type KeptMoney = Pick<Money, 'sourceId' | 'borrowerId' | 'amountCentavos' | 'valueOn'> & {
  loanId: string;
  reversalId: string;
};

/**
 * Pays a bill that a reversal reopened, using refundable money from another receipt. The result is
 * the same as if that receipt had been reported after the reversal. Lock the borrower and the line
 * first.
 * @returns the centavos allocated to the bill
 */
export async function payFromKept(ctx: WorkCtx, tx: Tx, money: KeptMoney): Promise<bigint> {
  const { borrowerId, loanId, sourceId, reversalId } = money;
  const rows = await billsOf(tx, borrowerId, { loanId }, true);
  const payment = { sourceId, paidOn: money.valueOn, amountCentavos: money.amountCentavos };
  const { changes, leftCentavos } = allocateOver(rows, [payment], ctx.app.holidays);
  const tookCentavos = BigInt(money.amountCentavos) - BigInt(leftCentavos);
  if (changes.length === 0) return 0n;
  await freeCoupons(ctx, tx, changes);
  const source: Source = { borrowerId, happenedAt: ctx.now, businessOn: manilaDayOf(ctx.now) };
  const named = `${sourceId} ${reversalId}`;
  const fact = { kind: 'money.shared', factKey: `kept ${named}`, named, loanId } as const;
  const linesOf = (shares: Share[]) =>
    moneyAllocated({ shares, borrowerId, refundableCentavos: -tookCentavos });
  await write(ctx, tx, {
    source,
    fact,
    linesOf,
    changes,
    money: { borrowerId, loanId, sourceId },
    extensionPaid: null,
  });
  return tookCentavos;
}

type Writing = {
  source: Source;
  /** `named` makes the fact keys of the charges unique. */
  fact: Pick<Entry, 'kind' | 'factKey' | 'loanId'> & { named: string };
  linesOf(shares: Share[]): Line[];
  changes: Change[];
  money: Pick<Money, 'borrowerId' | 'loanId' | 'sourceId'>;
  extensionPaid: PaidExtension | null;
};

/** Posts the entries for the changes and writes the bills. */
async function write(
  ctx: WorkCtx,
  tx: Tx,
  of: Writing,
): Promise<Pick<Booked, 'entryId' | 'settledLoanIds'>> {
  const { source, money, extensionPaid, linesOf } = of;
  const { named: sourceId, ...fact } = of.fact;
  const parts = await partsOf(tx, of.changes);
  const entryId = newIdFor(source.borrowerId, ctx.now);
  const shares = parts.map((part) => part.share);
  const booking: Entry = {
    ...source,
    recordedAt: ctx.now,
    id: entryId,
    ...fact,
    lines: withLosses(linesOf(shares), writtenOffOf(parts)),
  };
  const named = { ...source, sourceId };
  const charges = (which: 'added' | 'takenBack') => chargesOf(ctx, named, parts, which);
  const [less, more] = [
    waivedEntries(ctx, named, parts, 'less'),
    waivedEntries(ctx, named, parts, 'more'),
  ];
  await post(
    tx,
    ...[
      ...charges('added'),
      ...less.map((waived) => waived.entry),
      ...remainderEntries(ctx, named, parts, 'less'),
    ],
    ...[
      booking,
      ...remainderEntries(ctx, named, parts, 'more'),
      ...more.map((waived) => waived.entry),
    ],
    ...[...cooledOffEntries(ctx, source, parts), ...charges('takenBack')],
  );
  await writeWaived(ctx, tx, [...less, ...more]);
  const settledLoanIds: string[] = [];
  for (const part of parts) {
    if (await writeBill(ctx, tx, part, entryId)) settledLoanIds.push(part.change.row.id);
    if (extensionPaid && part.change.row.id === money.loanId)
      await extendBill(ctx, tx, part, { extensionPaid, receiptId: money.sourceId });
    else {
      await endOffers(ctx, tx, part);
      await notifyBooked(ctx, tx, part, money.sourceId);
    }
  }
  const [settledLoanId] = settledLoanIds;
  if (settledLoanId) await grantCoupon(ctx, tx, money.borrowerId, 'firstRepayment', settledLoanId);
  return { entryId, settledLoanIds };
}

/** Decides which bills the money pays, and how it changes each of them. */
function share(
  rows: BillRecord[],
  money: Money,
  extensionPaid: PaidExtension | null,
  holidays: Holidays,
): { changes: Change[]; leftCentavos: Centavos } {
  const isLive = (row: BillRecord) =>
    row.settled_as === null || row.settled_as === 'repaid' || row.settled_as === 'writtenOff';
  const own = rows.filter((row) => row.id === money.loanId && isLive(row));
  // The money can also pay a bill that was open on the value date and has been repaid since. If it
  // does, later payments are freed and later charges reversed.
  const isOpenThen = ({ settled_as, settled_on, arrived_on }: BillRecord) =>
    settled_as === 'repaid' &&
    settled_on !== null &&
    dayOf(settled_on) > money.valueOn &&
    dayOf(arrived_on) <= money.valueOn;
  const others = inAllocationOrder(
    rows.filter(
      (row) =>
        row.id !== money.loanId &&
        (row.settled_as === null || row.settled_as === 'writtenOff' || isOpenThen(row)),
    ),
  );
  const term = extensionPaid && {
    dueOn: extensionPaid.dueOn,
    lastFreeOn: extensionPaid.lastFreeOn,
  };
  const { sourceId, valueOn: paidOn, amountCentavos } = money;
  const payment: BillMoney = { sourceId, paidOn, amountCentavos, ...(term && { extends: term }) };
  // Money for a loan that was returned (docs/decisions/0015) or whose payout was reversed is
  // refundable, even if other bills are open. The order of reports does not matter.
  const isUndone = rows.some(
    (row) =>
      row.id === money.loanId && (row.settled_as === 'cooledOff' || row.settled_as === 'void'),
  );
  if (isUndone) return { changes: [], leftCentavos: money.amountCentavos };
  return allocateOver([...own, ...others], [payment], holidays);
}

/**
 * Returns bills in the order in which they receive money that is not meant for a particular bill.
 * Written-off bills, which are still owed, come last.
 */
export function inAllocationOrder(rows: readonly BillRecord[]): BillRecord[] {
  const isWrittenOff = (row: BillRecord) => Number(row.settled_as === 'writtenOff');
  return rows.toSorted(
    (a, b) => isWrittenOff(a) - isWrittenOff(b) || compareDays(dayOf(a.due_on), dayOf(b.due_on)),
  );
}

/**
 * Offers money to bills in order until the money is used up or completes a return. Money that a
 * bill no longer needs retains its source and value date.
 */
export function allocateOver(
  rows: readonly BillRecord[],
  money: readonly BillMoney[],
  holidays: Holidays,
): { changes: Change[]; leftCentavos: Centavos } {
  let rest = money;
  const changes: Change[] = [];
  for (const row of rows) {
    if (rest.length === 0) break;
    const { change, freed } = changeBy(row, rest, holidays);
    rest = freed;
    if (change) changes.push(change);
    if (change?.isCooledOff) break;
  }
  return { changes, leftCentavos: sumCentavos(rest.map((payment) => payment.amountCentavos)) };
}

/**
 * Returns the entries for changed charges. Post increases before the money and decreases after it,
 * so no balance has the wrong sign in between.
 */
export function chargesOf(
  ctx: WorkCtx,
  money: Source & { sourceId: string },
  parts: Part[],
  which: 'added' | 'takenBack',
): Entry[] {
  const { borrowerId, happenedAt, businessOn } = money;
  const pick = (delta: bigint) => ((which === 'added' ? delta > 0n : delta < 0n) ? delta : 0n);
  return parts.flatMap((part) => {
    const charges = chargesPosted({
      loanId: part.change.row.id,
      interestCentavos: pick(part.interestDelta),
      lateCentavos: pick(part.lateDelta),
      extensionFeeCentavos: pick(part.extensionFeeDelta),
    });
    const lines = withLosses(charges, writtenOffOf([part]));
    if (lines.length === 0) return [];
    const debitsFirst = lines.toSorted((a, b) => (a.amountCentavos > b.amountCentavos ? -1 : 1));
    return [
      {
        borrowerId,
        happenedAt,
        businessOn,
        recordedAt: ctx.now,
        id: newIdFor(borrowerId, ctx.now),
        kind: 'charges.posted' as const,
        factKey: `charges ${which} ${money.sourceId} ${part.change.row.id}`,
        loanId: part.change.row.id,
        lines: debitsFirst,
      },
    ];
  });
}
