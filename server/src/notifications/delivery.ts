// The delivery status of messages that a gateway accepted: it is queried, outside every transaction, until it is known or the last check is made.

import type { WorkCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import * as store from './delivery.store.ts';
import { deliveryCheckInMs } from './rules.ts';

/** How many are checked in one run (one a minute), and how many of them at once: gateways limit our calls. */
const perRun = 20;
const atOnce = 5;

/** Real time of the first question about a message that was taken now. */
export function firstDeliveryCheck(wall: Temporal.Instant): Temporal.Instant {
  return wall.add({ milliseconds: deliveryCheckInMs(0) ?? 0 });
}

/** Asks gateways about the messages that are due, and stores the answers. */
export async function checkDeliveries(ctx: WorkCtx): Promise<void> {
  const taken = await inTx(ctx.app.db, (tx) => store.claimDueChecks(tx, ctx.wall, perRun, deliveryCheckInMs));
  while (taken.length > 0) await Promise.all(taken.splice(0, atOnce).map((one) => ask(ctx, one)));
}

async function ask(ctx: WorkCtx, one: store.DeliveryCheck): Promise<void> {
  const { db, sms, clocks, log } = ctx.app;
  const gateway = sms.find(({ name }) => name === one.gateway);
  const heard = gateway ? await gateway.delivery(one.gatewayId) : 'unknown'; // one that is no longer configured cannot be asked
  const isCertain = heard === 'delivered' || heard === 'notDelivered';
  if (!isCertain && deliveryCheckInMs(one.asked) !== null) return;
  await inTx(db, (tx) => store.setDeliveryState(tx, one.messageId, isCertain ? heard : 'unknown', clocks.wall()));
  if (heard === 'notDelivered')
    log.warn('a message was accepted by the gateway and not delivered', { gateway: one.gateway, state: one.kind });
}
