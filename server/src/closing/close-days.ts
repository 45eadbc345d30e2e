// Closes the Manila days that are over, one by one and in their order: charges of every open bill
// are posted up to the day, and a row says what the day came to. Found from the state of the
// tables: missed days follow, and a close that was cut off goes on where it stopped. Nothing that
// is owed or shown depends on it.

import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import {
  allCharged,
  billsOn,
  chargeBills,
  firstBillOn,
  lockBills,
  type Posted,
} from '#/loan/loan.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { codesEndedBetween } from '#/repayment/repayment.ts';
import { remindersOn } from './reminders/store.ts';
import * as store from './store.ts';

/**
 * Bills charged in one transaction, at most: those who book money on them wait for it, a moment.
 */
const mostBills = 100;
/** Transactions of one look of the worker, so that payouts soon have their turn. */
const transactionsALook = 2;

/**
 * Closes days that are over.
 * @returns how many transactions that took; 0 when all are closed, or what is left is in the hands
 * of others.
 */
export async function closeDays(ctx: WorkCtx, transactions = transactionsALook): Promise<number> {
  const yesterday = manilaDayOf(ctx.now).subtract({ days: 1 });
  if (!(await nextToClose(ctx.app.db, yesterday))) return 0;
  for (let done = 0; done < transactions; done += 1) {
    if (!(await inTx(ctx.app.db, (tx) => closeSome(ctx, tx, yesterday)))) return done;
  }
  return transactions;
}

/**
 * The first day that is over and not closed; null where there is none. Without a bill there is
 * nothing to close.
 */
async function nextToClose(
  read: Read,
  yesterday: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const last = await store.lastClosedDay(read);
  const next = last ? last.add({ days: 1 }) : await firstBillOn(read);
  return next && Temporal.PlainDate.compare(next, yesterday) <= 0 ? next : null;
}

/**
 * Charges some bills for the first day that is not closed, beside other servers that do the same,
 * and closes it with the last of them.
 * @returns false where nothing is left, or only bills that others have locked.
 */
async function closeSome(ctx: WorkCtx, tx: Tx, yesterday: Temporal.PlainDate): Promise<boolean> {
  const day = await nextToClose(tx, yesterday);
  if (!day) return false;
  const loanIds = await lockBills(tx, day, mostBills);
  const posted = await chargeBills(tx, {
    day,
    happenedAt: endOf(day),
    recordedAt: ctx.now,
    loanIds,
  });
  await store.lockClosing(tx);
  // another server found nothing left to charge, and has closed it meanwhile
  if (!(await nextToClose(tx, yesterday))?.equals(day)) return true;
  const postedInAll = await store.addPosted(tx, day, posted);
  if (!(await allCharged(tx, day))) return loanIds.length > 0;
  await closeDay(ctx, tx, day, postedInAll);
  return true;
}

/** The last millisecond of a Manila day. */
const endOf = (day: Temporal.PlainDate) =>
  day.add({ days: 1 }).toZonedDateTime(manila).toInstant().subtract({ milliseconds: 1 });

async function closeDay(
  ctx: WorkCtx,
  tx: Tx,
  day: Temporal.PlainDate,
  posted: Posted,
): Promise<void> {
  const [bills, codesEnded, reminders] = await Promise.all([
    billsOn(tx, day),
    codesEndedBetween(tx, endOf(day.subtract({ days: 1 })), endOf(day)),
    remindersOn(tx, day),
  ]);
  await store.appendClose(tx, { day, closedAt: ctx.now, ...posted, bills, codesEnded, reminders });
}
