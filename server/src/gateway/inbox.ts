// The inbox: webhooks of gateways, worked through at our own pace. An event only says where to
// look; the truth is fetched from the gateway.

import type { Bank, WebhookHint } from '#/adapters/bank/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { webhookWordsDays } from '#/data/retention.ts';
import { inTx } from '#/db/database.ts';
import {
  claimEvents,
  deleteBodies,
  eventsAgain,
  eventsDone,
  extendLease,
  insertEvents,
  type Waiting,
} from './inbox.store.ts';
import { bankNamed } from './routing.ts';
import type { StoreEvent } from './webhooks.ts';

const leaseMs = 30_000;
const beatMs = 10_000;
/**
 * So many are taken and worked on side by side: a gateway that is slow about one holds back those
 * of one batch at most.
 */
const batch = 10;
/**
 * After this many looks an event is left to reconciliation, which finds what it spoke of in the
 * gateway's settlement report, and looks for it again while that is open.
 */
const mostAttempts = 40;

/**
 * The result of a lookup: nothing left to do; the gateway does not have it; or no answer, so that
 * it must be tried again.
 */
export type LookupResult = 'done' | 'notThere' | 'later';

/**
 * Asks the gateway that sent an event about its subject: a payout's reference, a payment's id at
 * the gateway, or a code's reference.
 */
export type Listener = (ctx: WorkCtx, bank: Bank, subject: string) => Promise<LookupResult>;
export type Listeners = Record<WebhookHint['event'], Listener>;

/**
 * Stores an event permanently, and its body sealed for some days: a live gateway's body names
 * people and their accounts.
 */
export function storeEvents(ctx: () => WorkCtx): StoreEvent {
  return async (event) => {
    const { app, wall } = ctx();
    const raw = app.sealer.sealBytes('webhook', `${event.gateway} ${event.eventId}`, event.raw);
    await inTx(app.db, (tx) => insertEvents(tx, [{ ...event, raw }], wall));
  };
}

/**
 * Deletes the bodies of webhooks that came long enough ago: their facts are in payouts and
 * receipts.
 * @returns how many.
 */
export async function deleteWebhookBodies({ app, wall }: WorkCtx): Promise<number> {
  return await deleteBodies(app.db, wall.subtract({ hours: 24 * webhookWordsDays }));
}

/** Works through events that wait. @returns how many it took. */
export async function workInbox(ctx: WorkCtx, listeners: Listeners): Promise<number> {
  const { db, clocks } = ctx.app;
  const taken = await claimEvents(db, { wall: ctx.wall, leaseMs, limit: batch });
  if (taken.length === 0) return 0;
  const done = new Set<Waiting>();
  await keepingLease(ctx, taken, () =>
    eachItem(ctx, {
      kind: 'event of a gateway',
      items: taken,
      idOf: (event) => String(event.webhook_event_id),
      said: 'an event could not be processed',
      fieldsOf: (event) => ({ inboxId: String(event.webhook_event_id), attempt: event.attempts }),
      run: async (event) => {
        if ((await endOf(ctx, listeners, event)) === 'done') done.add(event);
      },
      areSideBySide: true,
    }),
  );
  await eventsDone(db, [...done]);
  // An event that fails waits for its next look like one that cannot be answered yet.
  const again = taken
    .filter((one) => !done.has(one))
    .map((one) => ({ ...one, inMs: lookAgainMs(one.attempts) }));
  await eventsAgain(db, again, clocks.wall());
  return taken.length;
}

/**
 * Keeps the lease of events for as long as the work on them takes, so that no other server takes
 * them from a gateway that is slow.
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
      // it is tried again at the next beat
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

async function endOf(
  ctx: WorkCtx,
  listeners: Listeners,
  event: Waiting,
): Promise<'done' | 'again'> {
  const bank = bankNamed(ctx.app, event.gateway);
  // Kept until its gateway can be asked: nothing else may know of the money (payout/alarm.ts counts
  // it).
  const looked = bank ? await listeners[event.event](ctx, bank, event.subject) : 'later';
  if (looked === 'done') return 'done';
  // Of money that came nothing but its event may know: it is let go only when the gateway itself
  // knows nothing of it.
  if (looked !== 'notThere' || event.attempts < mostAttempts) return 'again';
  ctx.app.log.warn('an event was left to reconciliation', {
    inboxId: String(event.webhook_event_id),
    event: event.event,
  });
  return 'done';
}

/**
 * How long an event of the inbox waits for its next look, in ms: soon at first, then less and less
 * often, never rarer than every ten minutes.
 */
function lookAgainMs(attempts: number): number {
  return Math.min(2000 * 2 ** Math.min(attempts, 9), 600_000);
}
