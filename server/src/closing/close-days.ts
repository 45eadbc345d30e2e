// Closes past Manila days in order: posts the charges of every open bill and stores their totals.
// It works from the tables, so it catches up on missed days and resumes an interrupted close.

import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { chainDays } from '#/ledger/ledger.ts';
import { chargeBills, countBillsOnceCharged } from '#/loan/loan.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { remindersOn } from './reminders/store.ts';
import * as store from './store.ts';

/**
 * The maximum number of bills charged per transaction. Other bookings on these bills wait until it
 * ends.
 */
const mostBills = 100;
/** Each run has few transactions, so that payouts do not wait long for the worker. */
const transactionsARun = 2;

/**
 * Closes past days.
 * @returns the number of transactions that made progress; 0 if every day is closed or other servers
 * have locked the remaining bills.
 */
export async function closeDays(ctx: WorkCtx, transactions = transactionsARun): Promise<number> {
  const yesterday = manilaDayOf(ctx.now).subtract({ days: 1 });
  if (!(await nextToClose(ctx.app.db, yesterday))) return 0;
  for (let done = 0; done < transactions; done += 1) {
    if (!(await inTx(ctx.app.db, (tx) => closeSome(ctx, tx, yesterday)))) return done;
  }
  return transactions;
}

/** Returns the first past day that is not closed; null if all are closed or no bill exists. */
async function nextToClose(
  read: Read,
  yesterday: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const next = await store.nextDayToClose(read);
  return next && Temporal.PlainDate.compare(next, yesterday) <= 0 ? next : null;
}

/**
 * Charges some bills for the first open day, possibly in parallel with other servers. Closes the
 * day once all its bills are charged.
 * @returns false if no day is open, or other servers have locked the remaining bills
 */
async function closeSome(ctx: WorkCtx, tx: Tx, yesterday: Temporal.PlainDate): Promise<boolean> {
  const day = await nextToClose(tx, yesterday);
  if (!day) return false;
  const { bills, posted } = await chargeBills(tx, {
    day,
    happenedAt: endOf(day),
    recordedAt: ctx.now,
    most: mostBills,
  });
  await store.lockClosing(tx);
  // Another server may have closed the day before this one took the lock.
  if (!(await nextToClose(tx, yesterday))?.equals(day)) return true;
  const totals = await store.addPosted(tx, day, posted);
  const counts = await countBillsOnceCharged(tx, day);
  if (!counts) return bills > 0;
  await closeDay(ctx, tx, day, { ...totals, bills: counts });
  return true;
}

/** Returns the last millisecond of a Manila day. */
const endOf = (day: Temporal.PlainDate) =>
  day.add({ days: 1 }).toZonedDateTime(manila).toInstant().subtract({ milliseconds: 1 });

async function closeDay(
  ctx: WorkCtx,
  tx: Tx,
  day: Temporal.PlainDate,
  totals: store.DayTotals & { bills: { due: number; overdue: number } },
): Promise<void> {
  const [codesEnded, reminders] = await Promise.all([
    store.codesEndedBetween(tx, endOf(day.subtract({ days: 1 })), endOf(day)),
    remindersOn(tx, day),
  ]);
  await store.appendClose(tx, { day, closedAt: ctx.now, ...totals, codesEnded, reminders });
}

/**
 * Chains the ledger's next days, up to the last closed day, because later days still lack charges.
 * @returns the number of chained days, at least 1 if any work was done
 */
export async function chainClosedDays(ctx: WorkCtx): Promise<number> {
  return await chainDays(ctx, await store.lastClosedDay(ctx.app.db));
}
