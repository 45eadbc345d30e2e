// Charges a limited number of bills up to a past day, for the day close. Skips bills that a booking
// has already charged up to that day.
import { interestAccrued, lateCharged } from '@sandali/contract/accrual.ts';
import { waivedSoFar } from '@sandali/contract/accrualFacts.ts';
import { type Centavos, sumCentavos } from '@sandali/contract/money.ts';
import { paidSoFar, remainderSoFar } from '@sandali/contract/owed.ts';
import type { Tx } from '#/db/database.ts';
import { balancesOfLoans, type DayCharge, postDayCharges } from '#/ledger/ledger.ts';
import { openBillsOf } from '#/loan/bill.store.ts';
import { factsOf } from '#/loan/facts.ts';
import { wireDay } from '#/platform/days.ts';
import * as store from './charge-day.store.ts';

/**
 * The number of posted entries and the sums of their charges. A sum is negative if more was
 * reversed than charged.
 */
type Posted = { entries: number; interestCentavos: bigint; lateCentavos: bigint };

/**
 * Posts the charges up to the given day that at most `most` open bills are missing, oldest bills
 * first. Reverses charges for days that became free. Locks the bills and their borrowers, and skips
 * rows that are already locked.
 * @returns the number of bills, and the posted sums
 */
export async function chargeBills(
  tx: Tx,
  of: {
    day: Temporal.PlainDate;
    happenedAt: Temporal.Instant;
    recordedAt: Temporal.Instant;
    most: number;
  },
): Promise<{ bills: number; posted: Posted }> {
  const loanIds = await store.lockUncharged(tx, of.day, of.most);
  if (loanIds.length === 0)
    return { bills: 0, posted: { entries: 0, interestCentavos: 0n, lateCentavos: 0n } };
  const byRules = await store.reversedAmong(tx, loanIds);
  const bySql = loanIds.filter((id) => !byRules.includes(id));
  const charges = [
    ...(await store.chargesDue(tx, of.day, bySql)),
    ...(await chargesByRules(tx, of.day, byRules)),
  ];
  await postDayCharges(tx, charges, of);
  await store.markCharged(tx, of.day, loanIds);
  const sum = (amounts: readonly string[]) =>
    amounts.reduce((all, amount) => all + BigInt(amount), 0n);
  const posted = {
    entries: charges.length,
    interestCentavos: sum(charges.map((charge) => charge.interestCentavos)),
    lateCentavos: sum(charges.map((charge) => charge.lateCentavos)),
  };
  return { bills: loanIds.length, posted };
}

/**
 * Counts the bills due on the given day, and the open bills that were overdue at the end of that
 * day. Null until every open bill is charged up to the day.
 */
export async function countBillsOnceCharged(
  tx: Tx,
  day: Temporal.PlainDate,
): Promise<{ due: number; overdue: number } | null> {
  return (await store.existsUncharged(tx, day)) ? null : await store.countOn(tx, day);
}

/**
 * Returns the charges up to the given day that are missing from the books, as the rules compute
 * them.
 */
async function chargesByRules(
  tx: Tx,
  on: Temporal.PlainDate,
  loanIds: readonly string[],
): Promise<DayCharge[]> {
  if (loanIds.length === 0) return [];
  const day = wireDay(on);
  const rows = await openBillsOf(tx, loanIds);
  const booked = await balancesOfLoans(
    tx,
    rows.map(({ id }) => id),
  );
  const charges = rows.map((row, nth) => {
    const facts = factsOf(row);
    const [paid, waived, remainder] = [
      paidSoFar(facts, day),
      waivedSoFar(facts, day),
      remainderSoFar(facts, day),
    ];
    const due = (charged: Centavos, part: 'interestCentavos' | 'lateCentavos') =>
      BigInt(charged) -
      BigInt(sumCentavos([paid[part], waived[part], remainder[part]])) -
      (booked[nth]?.[part] ?? 0n);
    return {
      loanId: row.id,
      borrowerId: row.borrower_id,
      interestCentavos: String(due(interestAccrued(facts, day), 'interestCentavos')),
      lateCentavos: String(due(lateCharged(facts, day), 'lateCentavos')),
    };
  });
  return charges.filter((charge) => charge.interestCentavos !== '0' || charge.lateCentavos !== '0');
}
