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

/** Locks open bills that are not charged up to a day, in the order of their ids, at most so many. @returns how many. */
export async function lockBills(tx: Tx, day: Temporal.PlainDate, most: number): Promise<number> {
  return (await store.lockUncharged(tx, day, most)).length;
}

/**
 * Posts what open bills have grown by up to a day, for `most` of them, those that are farthest behind first, and locks them in the order of their ids. What
 * was charged for days that are free after all is taken back. @returns how many bills it took; fewer than `most` when none is left.
 */
export async function chargeBills(
  tx: Tx,
  of: { day: Temporal.PlainDate; happenedAt: Temporal.Instant; recordedAt: Temporal.Instant; most: number },
): Promise<number> {
  const loanIds = await store.lockUncharged(tx, of.day, of.most);
  if (loanIds.length === 0) return 0;
  await postDayCharges(tx, await store.chargesDue(tx, of.day, loanIds), of);
  await store.noteCharged(tx, of.day, loanIds);
  return loanIds.length;
}
