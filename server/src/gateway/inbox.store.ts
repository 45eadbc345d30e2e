// All SQL of the inbox.
import { sql } from 'kysely';
import type { WebhookHint } from '#/adapters/bank/port.ts';
import type { Read, Tx } from '#/db/database.ts';

/** Stores an event permanently and as pending; the same event twice is stored once. */
export async function insertEvent(
  db: Tx,
  event: { gateway: string; eventId: string; event: WebhookHint['event']; subject: string; raw: Uint8Array; wall: Temporal.Instant },
): Promise<void> {
  await sql`with kept as (
      insert into webhook_events (gateway, event_id, event, subject, raw, received_at)
      values (${event.gateway}, ${event.eventId}, ${event.event}, ${event.subject}, ${Buffer.from(event.raw)}, ${event.wall})
      on conflict (gateway, event_id) do nothing returning id)
    insert into webhook_queue (webhook_event_id, next_attempt_at) select id, ${event.wall} from kept`.execute(db);
}

export type Waiting = { webhook_event_id: bigint; event: WebhookHint['event']; subject: string; gateway: string; attempts: number };

/** Takes events that wait, for `leaseMs`. */
export async function claimEvents(db: Read, of: { wall: Temporal.Instant; leaseMs: number; limit: number }): Promise<Waiting[]> {
  const until = of.wall.add({ milliseconds: of.leaseMs });
  const { rows } = await sql<Waiting>`
    update webhook_queue w set lease_until = ${until}, attempts = w.attempts + 1 from webhook_events e
    where e.id = w.webhook_event_id and w.webhook_event_id in (
      select webhook_event_id from webhook_queue where next_attempt_at <= ${of.wall} and (lease_until is null or lease_until < ${of.wall})
      order by next_attempt_at limit ${of.limit} for update skip locked)
    returning w.webhook_event_id, e.event, e.subject, e.gateway, w.attempts`.execute(db);
  return rows;
}

/** Deletes the bodies of events that came before an instant and are done, at most so many. @returns how many. */
export async function deleteBodies(db: Read, before: Temporal.Instant, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select erase_webhook_words(${before}, ${most}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function eventDone(db: Read, inboxId: bigint): Promise<void> {
  await db.deleteFrom('webhook_queue').where('webhook_event_id', '=', inboxId).execute();
}

export async function eventAgain(db: Read, inboxId: bigint, at: Temporal.Instant): Promise<void> {
  await db.updateTable('webhook_queue').set({ next_attempt_at: at, lease_until: null }).where('webhook_event_id', '=', inboxId).execute();
}

/** How many events came about a payout, and when the last did. */
export async function eventsOfPayout(read: Read, payoutId: string): Promise<{ count: number; lastAt: Temporal.Instant | null }> {
  const row = await read
    .selectFrom('webhook_events')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max('received_at').as('lastAt')])
    .where('event', '=', 'payout')
    .where('subject', '=', payoutId)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), lastAt: row.lastAt };
}

/** How many events wait that came from gateways which are none of the `known`, so that nobody can be asked about them. */
export async function countOfStrangers(read: Read, known: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook_queue w
    join webhook_events e on e.id = w.webhook_event_id where e.gateway <> all(${known})`.execute(read);
  return rows[0]?.count ?? 0;
}
