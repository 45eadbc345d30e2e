// All SQL of the inbox.
import { sql } from 'kysely';
import type { WebhookHint } from '#/adapters/bank/port.ts';
import type { Read, Tx } from '#/db/database.ts';

/** Keeps an event for good and notes that it waits; the same event twice is kept once. */
export async function insertEvent(
  db: Tx,
  event: { gateway: string; eventId: string; event: WebhookHint['event']; subject: string; raw: Uint8Array; wall: Temporal.Instant },
): Promise<void> {
  await sql`with kept as (
      insert into inbox_events (gateway, event_id, event, subject, raw, received_at)
      values (${event.gateway}, ${event.eventId}, ${event.event}, ${event.subject}, ${Buffer.from(event.raw)}, ${event.wall})
      on conflict (gateway, event_id) do nothing returning id)
    insert into inbox_work (inbox_id, look_at) select id, ${event.wall} from kept`.execute(db);
}

export type Waiting = { inbox_id: bigint; event: WebhookHint['event']; subject: string; gateway: string; attempts: number };

/** Takes events that wait, for `leaseMs`. */
export async function claimEvents(db: Read, of: { wall: Temporal.Instant; leaseMs: number; limit: number }): Promise<Waiting[]> {
  const until = of.wall.add({ milliseconds: of.leaseMs });
  const { rows } = await sql<Waiting>`
    update inbox_work w set lease_until = ${until}, attempts = w.attempts + 1 from inbox_events e
    where e.id = w.inbox_id and w.inbox_id in (
      select inbox_id from inbox_work where look_at <= ${of.wall} and (lease_until is null or lease_until < ${of.wall})
      order by look_at limit ${of.limit} for update skip locked)
    returning w.inbox_id, e.event, e.subject, e.gateway, w.attempts`.execute(db);
  return rows;
}

/** Forgets the words of events that came before an instant and wait for nothing, at most so many. @returns how many. */
export async function forgetWords(db: Read, before: Temporal.Instant, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select forget_webhook_words(${before}, ${most}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function eventDone(db: Read, inboxId: bigint): Promise<void> {
  await db.deleteFrom('inbox_work').where('inbox_id', '=', inboxId).execute();
}

export async function eventAgain(db: Read, inboxId: bigint, at: Temporal.Instant): Promise<void> {
  await db.updateTable('inbox_work').set({ look_at: at, lease_until: null }).where('inbox_id', '=', inboxId).execute();
}

/** How many events came about a payout, and when the last did. */
export async function eventsOfPayout(read: Read, payoutId: string): Promise<{ count: number; lastAt: Temporal.Instant | null }> {
  const row = await read
    .selectFrom('inbox_events')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max('received_at').as('lastAt')])
    .where('event', '=', 'payout')
    .where('subject', '=', payoutId)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), lastAt: row.lastAt };
}

/** How many events wait that came from gateways which are none of the `known`, so that nobody can be asked about them. */
export async function countOfStrangers(read: Read, known: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from inbox_work w
    join inbox_events e on e.id = w.inbox_id where e.gateway <> all(${known})`.execute(read);
  return rows[0]?.count ?? 0;
}
