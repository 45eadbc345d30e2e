// The inbox processes stored webhooks at our own pace. An event only says what to look up; the
// facts come from the gateway's response.

import type { Bank, WebhookHint } from '#/adapters/bank/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { webhookWordsDays } from '#/data/retention.ts';
import { inTx } from '#/db/database.ts';
import { traced } from '#/platform/trace.ts';
import {
  claimEvents,
  deleteBodies,
  dequeueEvents,
  extendLease,
  insertEvents,
  rescheduleEvents,
  type Waiting,
} from './inbox.store.ts';
import { bankNamed } from './routing.ts';
import type { StoreEvent } from './webhooks.ts';

const leaseMs = 30_000;
const beatMs = 10_000;
/** The number of events processed in parallel; a slow gateway delays at most one batch. */
const batch = 10;
/**
 * After this many attempts, the inbox leaves an event to reconciliation. Reconciliation finds the
 * event's subject on the settlement report and queues the event again until it is booked.
 */
const mostAttempts = 40;

/**
 * The result of a lookup: nothing left to do, unknown to the gateway, or to be tried again later.
 */
export type LookupResult = 'done' | 'notThere' | 'later';

/**
 * Queries an event's gateway about the event's subject: the reference of a payout or code, or the
 * gateway's id for a payment.
 */
export type Listener = (ctx: WorkCtx, bank: Bank, subject: string) => Promise<LookupResult>;
export type Listeners = Record<WebhookHint['event'], Listener>;

/**
 * Stores an event permanently. Its body names people and accounts, so it is sealed and deleted
 * after some days.
 */
export function storeEvents(ctx: () => WorkCtx): StoreEvent {
  return async (event) => {
    const { app, wall } = ctx();
    const raw = app.sealer.sealBytes('webhook', `${event.gateway} ${event.eventId}`, event.raw);
    await inTx(app.db, (tx) => insertEvents(tx, [{ ...event, raw }], wall));
  };
}

/**
 * Deletes old webhook bodies, whose facts are in payouts and receipts.
 * @returns the number of deleted bodies
 */
export async function deleteWebhookBodies({ app, wall }: WorkCtx): Promise<number> {
  return await deleteBodies(app.db, wall.subtract({ hours: 24 * webhookWordsDays }));
}

/**
 * Processes pending events.
 * @returns the number of claimed events
 */
export async function workInbox(ctx: WorkCtx, listeners: Listeners): Promise<number> {
  const { db, clocks } = ctx.app;
  const claimed = await claimEvents(db, { wall: ctx.wall, leaseMs, limit: batch });
  if (claimed.length === 0) return 0;
  const done = new Set<Waiting>();
  await keepingLease(ctx, claimed, () =>
    eachItem(ctx, {
      kind: 'event of a gateway',
      items: claimed,
      idOf: (event) => String(event.webhook_event_id),
      failure: 'an event could not be processed',
      fieldsOf: (event) => ({ inboxId: String(event.webhook_event_id), attempt: event.attempts }),
      run: async (event) => {
        const result = await traced(
          () => spanOf(ctx, event),
          () => handle(ctx, listeners, event),
        );
        if (result === 'done') done.add(event);
      },
      areSideBySide: true,
    }),
  );
  await dequeueEvents(db, [...done]);
  // A failed event is retried in the same way as an event whose gateway did not respond.
  const again = claimed
    .filter((event) => !done.has(event))
    .map((event) => ({ ...event, inMs: retryDelayMs(event.attempts) }));
  await rescheduleEvents(db, again, clocks.wall());
  return claimed.length;
}

/**
 * Extends the lease of events until they are processed, so that no other server claims them while a
 * gateway is slow.
 */
async function keepingLease<T>(
  { app }: WorkCtx,
  events: readonly Waiting[],
  work: () => Promise<T>,
): Promise<T> {
  const extend = async () => {
    try {
      await extendLease(app.db, events, app.clocks.wall().add({ milliseconds: leaseMs }));
    } catch (error) {
      // If this fails, the timer tries again at the next interval.
      app.log.error('the lease of events could not be extended', error);
    }
  };
  const beat = setInterval(() => void extend(), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** The span of a webhook's first attempt begins at its arrival. */
function spanOf({ wall }: WorkCtx, { event, gateway, attempts, received_at: receivedAt }: Waiting) {
  const agoMs = attempts === 1 ? wall.since(receivedAt).total('milliseconds') : 0;
  return { name: `webhook ${event}`, kind: 'consumer', agoMs, fields: { gateway } } as const;
}

async function handle(
  ctx: WorkCtx,
  listeners: Listeners,
  event: Waiting,
): Promise<'done' | 'again'> {
  const bank = bankNamed(ctx.app, event.gateway);
  // An event from a gateway that is not configured stays pending, because it may be the only record
  // of a payment. payout/alarm.ts counts such events.
  const lookup = bank ? await listeners[event.event](ctx, bank, event.subject) : 'later';
  if (lookup === 'done') return 'done';
  // The event may be the only record of a payment, so drop it only if the gateway does not know the
  // payment either.
  if (lookup !== 'notThere' || event.attempts < mostAttempts) return 'again';
  ctx.app.log.warn('an event was left to reconciliation', {
    inboxId: String(event.webhook_event_id),
    event: event.event,
  });
  return 'done';
}

/** Returns the time until an event's next attempt, in ms: short at first, later ten minutes. */
function retryDelayMs(attempts: number): number {
  return Math.min(2000 * 2 ** Math.min(attempts, 9), 600_000);
}
