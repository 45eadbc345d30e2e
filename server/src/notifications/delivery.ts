// Queries the delivery status of accepted messages, outside any transaction, until a message's
// status is final or its last check is done.

import type { WorkCtx } from '#/context/ctx.ts';
import * as store from './delivery.store.ts';
import { deliveryCheckInMs, deliveryChecksMs } from './rules.ts';

/** The number of concurrent checks. It is low because gateways limit our calls. */
const atOnce = 5;

/** Returns the wall time of the first delivery check for a message accepted now. */
export function firstDeliveryCheck(wall: Temporal.Instant): Temporal.Instant {
  return wall.add({ milliseconds: deliveryCheckInMs(0) ?? 0 });
}

/**
 * Checks due messages at their gateways and stores the results. Runs every minute, with at most
 * `deliveryChecksAMinute` checks.
 */
export async function checkDeliveries(ctx: WorkCtx): Promise<void> {
  const { db, config, clocks } = ctx.app;
  for (let remaining = config.queues.deliveryChecksAMinute; remaining > 0; remaining -= atOnce) {
    const checks = await store.claimDueChecks(
      db,
      ctx.wall,
      Math.min(remaining, atOnce),
      deliveryChecksMs,
    );
    const ends = await Promise.all(checks.map((check) => queryDelivery(ctx, check)));
    await store.setDeliveryStates(
      db,
      ends.filter((end) => end !== null),
      clocks.wall(),
    );
    if (checks.length < atOnce) return;
  }
}

/** Returns a message's final delivery state; null if it must be checked again. */
async function queryDelivery(
  ctx: WorkCtx,
  check: store.DeliveryCheck,
): Promise<store.DeliveryEnd | null> {
  const { sms, log } = ctx.app;
  const gateway = sms.find(({ name }) => name === check.gateway);
  // A gateway that is no longer configured cannot be queried.
  const status = gateway ? await gateway.delivery(check.gatewayId) : 'unknown';
  const isCertain = status === 'delivered' || status === 'notDelivered';
  if (!isCertain && deliveryCheckInMs(check.asked) !== null) return null;
  if (status === 'notDelivered')
    log.warn('a gateway accepted a message and did not deliver it', {
      gateway: check.gateway,
      state: check.kind,
    });
  return { messageId: check.messageId, state: isCertain ? status : 'unknown' };
}
