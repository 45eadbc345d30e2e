// The delivery status of messages that a gateway accepted: it is queried, outside every
// transaction, until it is known or the last check is made.

import type { WorkCtx } from '#/context/ctx.ts';
import * as store from './delivery.store.ts';
import { deliveryCheckInMs, deliveryChecksMs } from './rules.ts';

/** How many of them are asked about at once: gateways limit our calls. */
const atOnce = 5;

/** Real time of the first question about a message that was taken now. */
export function firstDeliveryCheck(wall: Temporal.Instant): Temporal.Instant {
  return wall.add({ milliseconds: deliveryCheckInMs(0) ?? 0 });
}

/**
 * Asks gateways about the messages that are due, as many as may be asked about in the minute of one
 * run, and stores the answers.
 */
export async function checkDeliveries(ctx: WorkCtx): Promise<void> {
  const { db, config, clocks } = ctx.app;
  for (let left = config.queues.deliveryChecksAMinute; left > 0; left -= atOnce) {
    const taken = await store.claimDueChecks(
      db,
      ctx.wall,
      Math.min(left, atOnce),
      deliveryChecksMs,
    );
    const ends = await Promise.all(taken.map((one) => ask(ctx, one)));
    await store.setDeliveryStates(
      db,
      ends.filter((end) => end !== null),
      clocks.wall(),
    );
    if (taken.length < atOnce) return;
  }
}

/** @returns what is known of a message from now on; null where it is to be asked about again. */
async function ask(ctx: WorkCtx, one: store.DeliveryCheck): Promise<store.DeliveryEnd | null> {
  const { sms, log } = ctx.app;
  const gateway = sms.find(({ name }) => name === one.gateway);
  // one that is no longer configured cannot be asked
  const heard = gateway ? await gateway.delivery(one.gatewayId) : 'unknown';
  const isCertain = heard === 'delivered' || heard === 'notDelivered';
  if (!isCertain && deliveryCheckInMs(one.asked) !== null) return null;
  if (heard === 'notDelivered')
    log.warn('a message was accepted by the gateway and not delivered', {
      gateway: one.gateway,
      state: one.kind,
    });
  return { messageId: one.messageId, state: isCertain ? heard : 'unknown' };
}
