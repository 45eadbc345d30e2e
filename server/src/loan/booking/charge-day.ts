// Charging bills up to a day that is over, a bounded number at once: what the close of a day is made of. A bill that is charged up to the day already,
// by money that was booked meanwhile, is left as it is.
import type { Read, Tx } from '#/db/database.ts';
import { postDayCharges } from '#/ledger/ledger.ts';
import * as store from './charge-day.store.ts';

/** The Manila day on which the first bill began, or null where there is none. */
export async function firstBillOn(read: Read): Promise<Temporal.PlainDate | null> {
  return await store.firstArrivedOn(read);
}

/** How many bills were due on a day, and how many open ones were overdue at its end. */
export async function billsOn(read: Read, day: Temporal.PlainDate): Promise<{ due: number; overdue: number }> {
  return await store.countOn(read, day);
}

/**
 * Locks open bills that are not charged up to a day, those that are farthest behind first, with their borrowers. Those that somebody else has locked are passed over.
 * @returns the ids of their loans, at most so many.
 */
export async function lockBills(tx: Tx, day: Temporal.PlainDate, most: number): Promise<string[]> {
  return await store.lockUncharged(tx, day, most);
}

/** Entries, and what they came to; below zero where more was taken back than charged. */
export type Posted = { entries: number; interestCentavos: bigint; lateCentavos: bigint };

/**
 * Posts what bills that are locked have grown by up to a day. What was charged for days that are free after all is taken back.
 * @returns what it posted.
 */
export async function chargeBills(
  tx: Tx,
  of: { day: Temporal.PlainDate; happenedAt: Temporal.Instant; recordedAt: Temporal.Instant; loanIds: readonly string[] },
): Promise<Posted> {
  if (of.loanIds.length === 0) return { entries: 0, interestCentavos: 0n, lateCentavos: 0n };
  const charges = await store.chargesDue(tx, of.day, of.loanIds);
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
