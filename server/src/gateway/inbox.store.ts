// All SQL for the inbox.
import { sql } from 'kysely';
import type { WebhookHint } from '#/adapters/bank/port.ts';
import { inBatches, rowsAtOnce } from '#/context/cleanup.ts';
import type { Db, Read, Tx } from '#/db/database.ts';

export type NewEvent = {
  gateway: string;
  eventId: string;
  event: WebhookHint['event'];
  subject: string;
  raw: Uint8Array;
};

/** Stores events permanently and adds them to the queue. A repeated event is stored once. */
export async function insertEvents(
  db: Tx,
  events: readonly NewEvent[],
  wall: Temporal.Instant,
): Promise<void> {
  if (events.length === 0) return;
  const column = (name: 'gateway' | 'eventId' | 'event' | 'subject') =>
    sql`${events.map((event) => event[name])}::text[]`;
  await sql`with kept as (
      insert into webhook_events (gateway, event_id, event, subject, raw_sealed, received_at)
      select e.*, ${wall} from unnest(${column('gateway')}, ${column('eventId')}, ${column('event')}, ${column('subject')},
        ${events.map(({ raw }) => Buffer.from(raw))}::bytea[]) as e
      on conflict (gateway, event_id) do nothing returning id)
    insert into webhook_queue (webhook_event_id, next_attempt_at) select id, ${wall} from kept`.execute(
    db,
  );
}

/** Puts finished events back into the queue with zero attempts. Pending events do not change. */
export async function requeueEvents(
  db: Tx,
  gateway: string,
  eventIds: readonly string[],
  wall: Temporal.Instant,
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`insert into webhook_queue (webhook_event_id, next_attempt_at)
    select id, ${wall} from webhook_events where gateway = ${gateway} and event_id = any(${eventIds}) on conflict do nothing`.execute(
    db,
  );
}

/** A pending event. `attempts` keeps a worker that claimed the event earlier from changing it. */
export type Waiting = {
  webhook_event_id: bigint;
  event: WebhookHint['event'];
  subject: string;
  gateway: string;
  attempts: number;
  received_at: Temporal.Instant;
};

/** Claims pending events for `leaseMs`. */
export async function claimEvents(
  db: Read,
  of: { wall: Temporal.Instant; leaseMs: number; limit: number },
): Promise<Waiting[]> {
  const until = of.wall.add({ milliseconds: of.leaseMs });
  const { rows } = await sql<Waiting>`
    update webhook_queue w set lease_until = ${until}, attempts = w.attempts + 1 from webhook_events e
    where e.id = w.webhook_event_id and w.webhook_event_id in (
      select webhook_event_id from webhook_queue where next_attempt_at <= ${of.wall}
        and (lease_until is null or lease_until < ${of.wall})
      order by next_attempt_at limit ${of.limit} for update skip locked)
    returning w.webhook_event_id, e.event, e.subject, e.gateway, e.received_at, w.attempts`.execute(
    db,
  );
  return rows;
}

/** Selects the queue's rows of these events, except those that another worker has claimed since. */
const stillClaimed = (
  events: readonly Waiting[],
) => sql`unnest(${events.map((event) => event.webhook_event_id)}::bigint[],
  ${events.map((event) => event.attempts)}::int[]) as mine (id, attempts) where w.webhook_event_id = mine.id and w.attempts = mine.attempts`;

/** Extends the lease of events that this server is processing. */
export async function extendLease(
  db: Read,
  events: readonly Waiting[],
  until: Temporal.Instant,
): Promise<void> {
  await sql`update webhook_queue w set lease_until = ${until} from ${stillClaimed(events)} and w.lease_until is not null`.execute(
    db,
  );
}

/** Removes finished events from the queue. */
export async function dequeueEvents(db: Read, events: readonly Waiting[]): Promise<void> {
  if (events.length > 0)
    await sql`delete from webhook_queue w using ${stillClaimed(events)}`.execute(db);
}

/** Schedules each event's next attempt `inMs` after `wall`. */
export async function rescheduleEvents(
  db: Read,
  events: readonly (Waiting & { inMs: number })[],
  wall: Temporal.Instant,
): Promise<void> {
  if (events.length === 0) return;
  await sql`update webhook_queue w set lease_until = null, next_attempt_at = ${wall}::timestamptz + a.in_ms * interval '1 ms'
    from unnest(${events.map((event) => event.webhook_event_id)}::bigint[],
      ${events.map((event) => event.attempts)}::int[],
      ${events.map((event) => event.inMs)}::int[]) as a (id, attempts, in_ms)
    where w.webhook_event_id = a.id and w.attempts = a.attempts`.execute(db);
}

/**
 * Deletes the bodies of events that were finished before a given instant.
 * @returns the number of deleted bodies.
 */
export async function deleteBodies(db: Db, before: Temporal.Instant): Promise<number> {
  return await inBatches(db, async (tx) => {
    const { rows } = await sql<{
      count: number;
    }>`select erase_webhook_words(${before}, ${rowsAtOnce}) as count`.execute(tx);
    const count = rows[0]?.count ?? 0;
    return { examined: count, handled: count };
  });
}

/** The number of events about a payout, and the time of the last one. */
export async function eventsOfPayout(
  read: Read,
  payoutId: string,
): Promise<{ count: number; lastAt: Temporal.Instant | null }> {
  const row = await read
    .selectFrom('webhook_events')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max('received_at').as('lastAt')])
    .where('event', '=', 'payout')
    .where('subject', '=', payoutId)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), lastAt: row.lastAt };
}

/** The number of pending events from gateways not in `known`, which cannot be queried. */
export async function countAtUnknownGateways(
  read: Read,
  known: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook_queue w
    where (select e.gateway from webhook_events e where e.id = w.webhook_event_id) <> all(${known})`.execute(
    read,
  );
  return rows[0]?.count ?? 0;
}
