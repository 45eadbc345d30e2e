// Charging bills up to a day that is over, a bounded number at once: what the close of a day is
// made of. A bill that is charged up to the day already, by money that was booked meanwhile, is
// left as it is.
import { interestAccrued, lateCharged } from '@sandali/contract/accrual.ts';
import { waivedSoFar } from '@sandali/contract/accrualFacts.ts';
import { type Centavos, sumCentavos } from '@sandali/contract/money.ts';
import { paidSoFar, remainderSoFar } from '@sandali/contract/owed.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type DayCharge, loanBalances, postDayCharges } from '#/ledger/ledger.ts';
import { openBillsOf } from '#/loan/bill.store.ts';
import { factsOf } from '#/loan/facts.ts';
import { wireDay } from '#/platform/days.ts';
import * as store from './charge-day.store.ts';

/** The Manila day on which the first bill began, or null where there is none. */
export async function firstBillOn(read: Read): Promise<Temporal.PlainDate | null> {
  return await store.firstArrivedOn(read);
}

/** How many bills were due on a day, and how many open ones were overdue at its end. */
export async function billsOn(
  read: Read,
  day: Temporal.PlainDate,
): Promise<{ due: number; overdue: number }> {
  return await store.countOn(read, day);
}

/**
 * Locks open bills that are not charged up to a day, those that are farthest behind first, with
 * their borrowers. Those that somebody else has locked are passed over.
 * @returns the ids of their loans, at most so many.
 */
export async function lockBills(tx: Tx, day: Temporal.PlainDate, most: number): Promise<string[]> {
  return await store.lockUncharged(tx, day, most);
}

/** Entries, and what they came to; below zero where more was taken back than charged. */
export type Posted = { entries: number; interestCentavos: bigint; lateCentavos: bigint };

/**
 * Posts what bills that are locked have grown by up to a day. What was charged for days that are
 * free after all is taken back.
 * @returns what it posted.
 */
export async function chargeBills(
  tx: Tx,
  of: {
    day: Temporal.PlainDate;
    happenedAt: Temporal.Instant;
    recordedAt: Temporal.Instant;
    loanIds: readonly string[];
  },
): Promise<Posted> {
  if (of.loanIds.length === 0) return { entries: 0, interestCentavos: 0n, lateCentavos: 0n };
  const byRules = await store.takenBackAmong(tx, of.loanIds);
  const bySql = of.loanIds.filter((id) => !byRules.includes(id));
  const charges = [
    ...(await store.chargesDue(tx, of.day, bySql)),
    ...(await chargesByRules(tx, of.day, byRules)),
  ];
  await postDayCharges(tx, charges, of);
  await store.markCharged(tx, of.day, of.loanIds);
  const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all + BigInt(one), 0n);
  return {
    entries: charges.length,
    interestCentavos: sum(charges.map((one) => one.interestCentavos)),
    lateCentavos: sum(charges.map((one) => one.lateCentavos)),
  };
}

/** Whether every open bill is charged up to a day. */
export async function isDayCharged(tx: Tx, day: Temporal.PlainDate): Promise<boolean> {
  return !(await store.isAnyUncharged(tx, day));
}

/** The charges of these bills that the books lack up to a day, computed one by one. */
async function chargesByRules(
  tx: Tx,
  on: Temporal.PlainDate,
  loanIds: readonly string[],
): Promise<DayCharge[]> {
  if (loanIds.length === 0) return [];
  const day = wireDay(on);
  const rows = await openBillsOf(tx, loanIds);
  const charges = await Promise.all(
    rows.map(async (row) => {
      const facts = factsOf(row);
      const [paid, waived, remainder] = [
        paidSoFar(facts, day),
        waivedSoFar(facts, day),
        remainderSoFar(facts, day),
      ];
      const balances = await loanBalances(tx, row.id);
      const due = (charged: Centavos, part: 'interestCentavos' | 'lateCentavos') =>
        BigInt(charged) -
        BigInt(sumCentavos([paid[part], waived[part], remainder[part]])) -
        balances[part];
      return {
        loanId: row.id,
        borrowerId: row.borrower_id,
        interestCentavos: String(due(interestAccrued(facts, day), 'interestCentavos')),
        lateCentavos: String(due(lateCharged(facts, day), 'lateCentavos')),
      };
    }),
  );
  return charges.filter((one) => one.interestCentavos !== '0' || one.lateCentavos !== '0');
}
