// All SQL of the notice slice.
import { type Insertable, type Selectable, sql } from 'kysely';
import { deleteBy } from '#/context/cleanup.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Messages } from '#/db/tables.ts';

export type NewMessage = Insertable<Messages>;
export type Message = Pick<
  Selectable<Messages>,
  | 'id'
  | 'borrower_id'
  | 'kind'
  | 'to_sealed'
  | 'text_sealed'
  | 'ends_at'
  | 'state'
  | 'channel'
  | 'opens'
>;

/** How a try ended. */
export type Outcome =
  | { outcome: 'taken'; gatewayId: string }
  | { outcome: 'refused' | 'unsure'; why: string };

/**
 * A message that one worker has to itself until a real time. No other lease of the message ends at
 * the same, so that is its fence.
 */
export type Lease = { messageId: string; until: Temporal.Instant };
/** One gateway being asked, under the lease that was extended for it. */
export type Try = Lease & { number: number; gateway: string };

/**
 * Longer than one gateway may take (SMS_TIMEOUT_MS) with what is stored before and after. Each try
 * extends it.
 */
const leaseMs = 30_000;

const open = ['waiting', 'failed'];
/** Open, or left behind by a worker whose time is over. */
const isFree = (wall: Temporal.Instant) =>
  sql<boolean>`(state in ('waiting', 'failed') or (state = 'sending' and leased_until <= ${wall}))`;

export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  await tx.insertInto('messages').values(messages).execute();
}

/** A message that may still be sent. */
export async function findOpen(read: Read, id: string): Promise<Message | undefined> {
  return await read
    .selectFrom('messages')
    .select([
      'id',
      'borrower_id',
      'kind',
      'to_sealed',
      'text_sealed',
      'ends_at',
      'state',
      'channel',
      'opens',
    ])
    .where('id', '=', id)
    .where('state', 'in', [...open, 'sending'])
    .executeTakeFirst();
}

/**
 * Takes a message for one worker. A request of an earlier worker without an answer counts as
 * unknown from then on.
 * @returns the lease, and the gateways that may have sent it without saying so; null where it was
 * not free to take.
 */
export async function lease(
  db: Read,
  id: string,
  wall: Temporal.Instant,
): Promise<{ lease: Lease; silent: Set<string> } | null> {
  const until = wall.add({ milliseconds: leaseMs });
  const { rows } = await sql<{ silent: string[] }>`
    with mine as (update messages set state = 'sending', leased_until = ${until} where id = ${id} and ${isFree(wall)} returning id),
    ended as (update message_attempts t set outcome = 'unsure', answered_at = ${wall}, detail = 'the program stopped before the answer came'
      from mine where t.message_id = mine.id and t.outcome is null returning t.gateway)
    select array(select gateway from ended union
      select t.gateway from message_attempts t where t.message_id = mine.id and t.outcome = 'unsure') as silent from mine`.execute(
    db,
  );
  return rows[0] ? { lease: { messageId: id, until }, silent: new Set(rows[0].silent) } : null;
}

/**
 * Keeps that a gateway is about to be asked, and extends the lease for that.
 * @returns null where the lease is over and another worker may have the message, so that this one
 * must not ask.
 */
export async function insertTry(
  db: Read,
  held: Lease,
  gateway: string,
  wall: Temporal.Instant,
): Promise<Try | null> {
  const { messageId } = held;
  const until = wall.add({ milliseconds: leaseMs });
  const { rows } = await sql<{ number: number }>`
    with mine as (update messages set attempts = attempts + 1, gateway = ${gateway}, failure = null, leased_until = ${until}
      where id = ${messageId} and state = 'sending' and leased_until = ${held.until} returning id, attempts)
    insert into message_attempts (message_id, number, gateway, asked_at) select id, attempts, ${gateway}, ${wall} from mine
    returning number`.execute(db);
  return rows[0] ? { messageId, until, number: rows[0].number, gateway } : null;
}

/**
 * Keeps how a try ended; where the gateway accepted the message, also that it was sent, when in
 * business time, and when in real time its delivery is queried first, null if the gateway has no
 * such query. @returns whether this worker still had the message; the first answer stays.
 */
export async function answerTry(
  db: Read,
  one: Try,
  how: Outcome,
  of: { wall: Temporal.Instant; at: Temporal.Instant; checkAt: Temporal.Instant | null },
): Promise<boolean> {
  const [gatewayId, detail] = how.outcome === 'taken' ? [how.gatewayId, null] : [null, how.why];
  const { rows } = await sql`
    with held as materialized (select id from messages where id = ${one.messageId} for update),
    kept as (update message_attempts t set outcome = ${how.outcome}, answered_at = ${of.wall}, gateway_id = ${gatewayId}, detail = ${detail}
      from held where t.message_id = held.id and t.number = ${one.number} and t.outcome is null returning t.message_id, t.outcome),
    sent as (update messages m set state = 'sent', leased_until = null, sent_at = ${of.at}, gateway = ${one.gateway}, gateway_id = ${gatewayId}, failure = null
      from kept where m.id = kept.message_id and kept.outcome = 'taken' returning m.id),
    checked as (insert into message_deliveries (message_id, next_check_at) select id, ${of.checkAt}::timestamptz from sent where ${of.checkAt}::timestamptz is not null)
    select from kept`.execute(db);
  return rows.length > 0;
}

/** Keeps that no gateway took a leased message now: `failed` is tried again, `unsure` never is. */
export async function markNotSent(
  db: Read,
  { messageId, until }: Lease,
  state: 'failed' | 'unsure',
  why: string,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state, leased_until: null, failure: why })
    .where('id', '=', messageId)
    .where('state', '=', 'sending')
    .where('leased_until', '=', until)
    .execute();
}

/** Keeps that it was too late to send the message, unless a worker has it and is about to hear. */
export async function markDropped(
  tx: Tx,
  id: string,
  at: Temporal.Instant,
  wall: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'dropped', leased_until: null, dropped_at: at })
    .where('id', '=', id)
    .where(isFree(wall))
    .execute();
}

/** Keeps a message until a business time. */
export async function hold(tx: Tx, id: string, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'held', held_until: until })
    .where('id', '=', id)
    .where('state', 'in', open)
    .execute();
}

/** Whether a held message's time has come. */
export async function isReleaseDue(read: Read, now: Temporal.Instant): Promise<boolean> {
  const row = await read
    .selectFrom('messages')
    .select('id')
    .where('state', '=', sql.lit('held'))
    .where('held_until', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets go of held messages whose time has come, a hundred at a time. */
export async function release(
  tx: Tx,
  now: Temporal.Instant,
): Promise<{ id: string; kind: string }[]> {
  return await tx
    .updateTable('messages')
    .set({ state: 'waiting', held_until: null })
    .where('id', 'in', (from) =>
      from
        .selectFrom('messages')
        .select('id')
        .where('state', '=', 'held')
        .where('held_until', '<=', now)
        .orderBy('held_until')
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind'])
    .execute();
}

/**
 * Whether a message that ends (a code) to a number is still worth sending and was refused by every
 * gateway at the last try.
 */
export async function isFailing(
  read: Read,
  toHash: Buffer,
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await read
    .selectFrom('messages')
    .select('id')
    .where('to_hash', '=', toHash)
    .where('state', '=', 'failed')
    .where('ends_at', '>', wall)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives messages of these kinds that no gateway has been asked to send yet, or that all have
 * refused, another number.
 */
export async function moveUnsent(
  tx: Tx,
  which: { borrowerId: string; from: Buffer; kinds: readonly string[] },
  to: { hash: Buffer; sealedFor(messageId: string): Buffer },
): Promise<void> {
  const rows = await tx
    .selectFrom('messages')
    .select('id')
    .where('borrower_id', '=', which.borrowerId)
    .where('to_hash', '=', which.from)
    .where('kind', 'in', which.kinds)
    .where('state', 'in', [...open, 'held'])
    .forUpdate()
    .execute();
  for (const { id } of rows)
    await tx
      .updateTable('messages')
      .set({ to_hash: to.hash, to_sealed: to.sealedFor(id) })
      .where('id', '=', id)
      .execute();
}

/**
 * Deletes messages about the deletion of an account from before `before` (business time), sent or
 * not (12-notifications.sql).
 */
export async function deleteClosureMessages(db: Read, before: Temporal.Instant): Promise<void> {
  await deleteBy(db, 'erase_deletion_notices', before);
}

/**
 * Deletes attempts from before `before` (real time) of which it is known what came of them
 * (12-notifications.sql).
 */
export async function forgetAttempts(db: Read, before: Temporal.Instant): Promise<void> {
  await deleteBy(db, 'forget_message_attempts', before);
}

/** How many messages to a borrower there are, the time of the first and of the last. */
export async function messageSpan(
  read: Read,
  borrowerId: string,
): Promise<{ count: number; firstAt: Temporal.Instant | null; lastAt: Temporal.Instant | null }> {
  return await read
    .selectFrom('messages')
    .select(({ fn }) => [
      sql<number>`count(*)::int`.as('count'),
      fn.min('queued_at').as('firstAt'),
      fn.max('queued_at').as('lastAt'),
    ])
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();
}

/** The messages to a borrower, the newest first. */
export async function messagesOf(
  read: Read,
  borrowerId: string,
): Promise<
  Pick<Selectable<Messages>, 'id' | 'kind' | 'queued_at' | 'title_sealed' | 'text_sealed'>[]
> {
  return await read
    .selectFrom('messages')
    .select(['id', 'kind', 'queued_at', 'title_sealed', 'text_sealed'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('queued_at', 'desc')
    .execute();
}
