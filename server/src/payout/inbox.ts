// The inbox: what gateways told us, worked through at our own pace. An event only says where to look; the truth is fetched from the gateway.

import { webhookWordsDays } from '#/data/retention.ts';
import { inTx } from '#/db/database.ts';
import type { Bank } from '#/gateway/port.ts';
import type { KeepEvent } from '#/http/webhooks.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { bankNamed } from '#/kit/gateways.ts';
import { afterAsking, lookAgainMs } from './rules.ts';
import { askedOf } from './send.ts';
import { type Handlers, settlePayout } from './settle.ts';
import { claimEvents, eventAgain, eventDone, findPayout, forgetWords, insertEvent, type Waiting } from './store.ts';

const leaseMs = 30_000;
const batch = 20;
/** After this many looks an event is left to reconciliation, which finds what it spoke of in the gateway's statement. */
const mostAttempts = 40;

/** Of one run: the next takes the others. */
const mostForgotten = 10_000;

/** How a look ended: with nothing left to do; with a gateway that tells of nothing; or without an answer, so that it must be asked again. */
export type Looked = 'done' | 'notThere' | 'later';

/** What an event about a payment, or about one of our codes, asks for at the gateway that sent it. */
export type TakePayment = (ctx: WorkCtx, bank: Bank, gatewayPaymentId: string) => Promise<Looked>;
export type LookAtCode = (ctx: WorkCtx, bank: Bank, reference: string) => Promise<Looked>;
export type MoneyIn = { takePayment: TakePayment; lookAtCode: LookAtCode };

/** Keeps an event for good, and its words sealed for some days: a live gateway's words name people and their accounts. */
export function keepEvents(ctx: () => WorkCtx): KeepEvent {
  return async (event) => {
    const { house, wall } = ctx();
    const raw = house.sealer.sealBytes('webhook', `${event.gateway} ${event.eventId}`, event.raw);
    await inTx(house.db, (tx) => insertEvent(tx, { ...event, raw, wall }));
  };
}

/** Forgets the words of webhooks that came long enough ago: what they told of stands in payouts and receipts. @returns how many. */
export async function forgetWebhookWords({ house, wall }: WorkCtx): Promise<number> {
  return await forgetWords(house.db, wall.subtract({ hours: 24 * webhookWordsDays }), mostForgotten);
}

/** Works through events that wait. @returns how many it took. */
export async function workInbox(ctx: WorkCtx, handlers: Handlers, moneyIn: MoneyIn): Promise<number> {
  const waiting = await claimEvents(ctx.house.db, { wall: ctx.wall, leaseMs, limit: batch });
  for (const event of waiting) await workEvent(ctx, handlers, moneyIn, event);
  return waiting.length;
}

async function workEvent(ctx: WorkCtx, handlers: Handlers, moneyIn: MoneyIn, event: Waiting): Promise<void> {
  const { house } = ctx;
  const looked = await tryEvent(ctx, handlers, moneyIn, event);
  const isDone = looked === 'done';
  // Of money that came nothing but its event may know: it is let go only when the gateway itself knows nothing of it.
  if (isDone || (looked === 'notThere' && event.attempts >= mostAttempts)) {
    if (!isDone) house.log.warn('an event was left to reconciliation', { inboxId: String(event.inbox_id), event: event.event });
    await eventDone(house.db, event.inbox_id);
    return;
  }
  await eventAgain(house.db, event.inbox_id, ctx.wall.add({ milliseconds: lookAgainMs(event.attempts) }));
}

/** An event that fails waits for its next look like one that cannot be answered yet, and holds up no other. */
async function tryEvent(ctx: WorkCtx, handlers: Handlers, moneyIn: MoneyIn, event: Waiting): Promise<Looked> {
  try {
    const bank = bankNamed(ctx.house, event.gateway);
    // Kept until its gateway can be asked: nothing else may know of the money (alarm.ts counts it).
    if (!bank) return 'later';
    if (event.event === 'payment') return await moneyIn.takePayment(ctx, bank, event.subject);
    if (event.event === 'code') return await moneyIn.lookAtCode(ctx, bank, event.subject);
    // The payout worker asks about its payouts by itself.
    return (await lookAtPayout(ctx, handlers, bank, event.subject)) ? 'done' : 'notThere';
  } catch (error) {
    ctx.house.log.error('an event could not be worked', error, { inboxId: String(event.inbox_id), attempt: event.attempts });
    return 'later';
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function lookAtPayout(ctx: WorkCtx, handlers: Handlers, bank: Bank, reference: string): Promise<boolean> {
  const { db, log } = ctx.house;
  const payout = uuid.test(reference) && (await findPayout(db, reference));
  if (!payout) return true; // not ours
  if (payout.gateway !== bank.name) {
    // Nothing of it is believed here. Money that moved there is on that gateway's statement, and a break there.
    log.warn('a gateway tells of a payout that was given to another', { payoutId: payout.id, gateway: bank.name });
    return true;
  }
  const next = afterAsking(await bank.findPayout(reference), askedOf(ctx, bank, payout));
  if (next.to === 'unknown' || next.to === 'resend') return false;
  await settlePayout(ctx, handlers, reference, next, null);
  // A hint that came before its news is asked again: "accepted" is not what a webhook is sent for.
  return next.to !== 'accepted';
}
