// Pickups: what the borrower sees, the last-day notice, and the recall. The payout worker sends
// each recorded recall to the gateway; only a later status closes the pickup.

import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import type { Tx } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import type { PayoutKind, Receiver } from './order.ts';
import { type Handlers, notifyLastDay } from './settle.ts';
import {
  changePayout,
  findEndingPickups,
  lockPayoutOf,
  type PayoutSeen,
  recallExpiredPickups,
} from './store.ts';

const batch = 100;
const notifyFromHour = 9;

export type PickupSeen = {
  code: string;
  /** The receiver's name in the order. The counter asks for an ID with this name. */
  receiverName: string;
  /** The last Manila day on which the pickup can be collected. */
  lastOn: Temporal.PlainDate;
  /** Whether the pickup was recalled and the gateway has not responded yet. */
  isAskedBack: boolean;
};

/**
 * Returns the pickup that a borrower can collect, or null if none is ready or it was collected. If
 * the gateway does not report collections, the pickup is shown until its last day.
 */
export function pickupFrom(ctx: WorkCtx, row: PayoutSeen | null): PickupSeen | null {
  const lastOn = row && lastDayOf(row);
  if (!row?.withdrawal_code_sealed || !lastOn) return null;
  if (row.state === 'paid' && Temporal.PlainDate.compare(manilaDayOf(ctx.now), lastOn) > 0)
    return null;
  const { sealer } = ctx.app;
  const { accountName } = JSON.parse(
    sealer.open('receiver', row.id, row.receiver_sealed),
  ) as Receiver;
  const code = sealer.open('withdrawal code', row.id, row.withdrawal_code_sealed);
  return { code, receiverName: accountName, lastOn, isAskedBack: row.recalled_at !== null };
}

/** Returns the last day of a pickup that may still be at the counter, otherwise null. */
function lastDayOf(row: PayoutSeen): Temporal.PlainDate | null {
  if (row.state === 'sent' || row.state === 'unknown') return row.collect_until;
  // If the pickup is paid but was never ready, its gateway does not report collections.
  const isPickupNeverReady =
    row.state === 'paid' &&
    row.ready_at === null &&
    row.paid_at !== null &&
    row.collect_days !== null;
  return isPickupNeverReady && row.paid_at && row.collect_days
    ? manilaDayOf(row.paid_at).add({ days: row.collect_days })
    : null;
}

/**
 * Recalls a pickup on the borrower's request. Locks the payout.
 * @returns false if no pickup is ready
 */
export async function recallPickup(
  ctx: WorkCtx,
  tx: Tx,
  kind: PayoutKind,
  subjectId: string,
): Promise<boolean> {
  const payout = await lockPayoutOf(tx, kind, subjectId);
  if (!payout?.ready_at || (payout.state !== 'sent' && payout.state !== 'unknown')) return false;
  if (payout.recalled_at) return true;
  return await changePayout(tx, payout.id, {
    recalled_at: ctx.wall,
    recalled_by: 'borrower',
    next_attempt_at: ctx.wall,
  });
}

/**
 * Notifies borrowers of their pickup's last day from 9 a.m. on the day before, so that they have
 * time to collect the cash.
 * @returns the number of notices sent
 */
export async function notifyLastDays(ctx: WorkCtx, handlers: Handlers): Promise<number> {
  const here = ctx.now.toZonedDateTimeISO(manila);
  if (here.hour < notifyFromHour) return 0;
  const notified = await eachItem(ctx, {
    kind: 'last day of a pickup',
    items: await findEndingPickups(ctx.app.db, { today: here.toPlainDate(), limit: batch }),
    idOf: (payoutId) => payoutId,
    failure: 'a borrower could not be notified of the last day of a pickup',
    fieldsOf: (payoutId) => ({ payoutId }),
    run: (payoutId) => notifyLastDay(ctx, handlers, payoutId),
  });
  return notified.filter(Boolean).length;
}

/**
 * Recalls pickups that nobody collected in time.
 * @returns the number of recalled pickups
 */
export async function recallUncollected({ app, now, wall }: WorkCtx): Promise<number> {
  const count = await recallExpiredPickups(app.db, { today: manilaDayOf(now), wall, limit: batch });
  if (count > 0) app.log.info('uncollected pickups are recalled', { count });
  return count;
}
