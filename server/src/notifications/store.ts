// All SQL for messages and the attempts to send them.
import { type Insertable, type Selectable, sql } from 'kysely';
import { deleteBy } from '#/context/cleanup.ts';
import { type Db, type Read, runAll, type Tx } from '#/db/database.ts';
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

export type Outcome =
  | { outcome: 'taken'; gatewayId: string }
  | { outcome: 'refused' | 'unsure'; reason: string };

/**
 * A worker's exclusive claim to a message, until `until` (wall time). Each lease of a message
 * expires at a different time, so `until` is its fencing token.
 */
export type Lease = { messageId: string; until: Temporal.Instant };
/** An attempt through one gateway, under the lease that was extended for it. */
export type Attempt = Lease & { number: number; gateway: string };

/**
 * The duration of a lease. It is longer than a gateway's timeout (SMS_TIMEOUT_MS) and the queries
 * around the call together. Each attempt extends the lease.
 */
const leaseMs = 30_000;

const open = ['waiting', 'failed'];
/** An SQL condition: the message is waiting or failed, or its lease has expired. */
const leasable = (wall: Temporal.Instant) =>
  sql<boolean>`(state in ('waiting', 'failed') or (state = 'sending' and leased_until <= ${wall}))`;

export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  await tx.insertInto('messages').values(messages).execute();
}

/** Returns a message that may still be sent. */
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
 * Leases a message to one worker. If an earlier worker's attempt has no result, it becomes
 * `unsure`.
 * @returns the lease and the gateways that may have sent the message; null if it cannot be leased
 */
export async function lease(
  db: Read,
  id: string,
  wall: Temporal.Instant,
): Promise<{ lease: Lease; silent: Set<string> } | null> {
  const until = wall.add({ milliseconds: leaseMs });
  const { rows } = await sql<{ silent: string[] }>`
    with mine as (update messages set state = 'sending', leased_until = ${until}
      where id = ${id} and ${leasable(wall)} returning id),
    ended as (update message_attempts t set outcome = 'unsure', answered_at = ${wall},
        detail = 'the server stopped before the answer came'
      from mine where t.message_id = mine.id and t.outcome is null returning t.gateway)
    select array(select gateway from ended union
      select t.gateway from message_attempts t
      where t.message_id = mine.id and t.outcome = 'unsure') as silent
    from mine`.execute(db);
  return rows[0] ? { lease: { messageId: id, until }, silent: new Set(rows[0].silent) } : null;
}

/**
 * Stores a new attempt and extends the lease.
 * @returns null if the lease has been lost, in which case this worker must not call the gateway
 */
export async function insertAttempt(
  db: Read,
  lease: Lease,
  gateway: string,
  wall: Temporal.Instant,
): Promise<Attempt | null> {
  const { messageId } = lease;
  const until = wall.add({ milliseconds: leaseMs });
  const { rows } = await sql<{ number: number }>`
    with mine as (update messages
      set attempts = attempts + 1, gateway = ${gateway}, failure = null, leased_until = ${until}
      where id = ${messageId} and state = 'sending' and leased_until = ${lease.until}
      returning id, attempts)
    insert into message_attempts (message_id, number, gateway, asked_at)
    select id, attempts, ${gateway}, ${wall} from mine
    returning number`.execute(db);
  return rows[0] ? { messageId, until, number: rows[0].number, gateway } : null;
}

/**
 * Stores an attempt's result, unless the attempt already has one. If the gateway accepted the
 * message, marks it as sent at `at` (business time) and, unless `checkAt` is null, schedules its
 * first delivery check.
 * @returns whether the result was stored
 */
export async function answerAttempt(
  db: Read,
  attempt: Attempt,
  result: Outcome,
  times: { wall: Temporal.Instant; at: Temporal.Instant; checkAt: Temporal.Instant | null },
): Promise<boolean> {
  const [gatewayId, detail] =
    result.outcome === 'taken' ? [result.gatewayId, null] : [null, result.reason];
  const { rows } = await sql`
    with locked as materialized (
      select id from messages where id = ${attempt.messageId} for update),
    answered as (update message_attempts t
      set outcome = ${result.outcome}, answered_at = ${times.wall}, gateway_id = ${gatewayId},
        detail = ${detail}
      from locked
      where t.message_id = locked.id and t.number = ${attempt.number} and t.outcome is null
      returning t.message_id, t.outcome),
    sent as (update messages m
      set state = 'sent', leased_until = null, sent_at = ${times.at},
        gateway = ${attempt.gateway}, gateway_id = ${gatewayId}, failure = null
      from answered where m.id = answered.message_id and answered.outcome = 'taken'
      returning m.id),
    checked as (insert into message_deliveries (message_id, next_check_at)
      select id, ${times.checkAt}::timestamptz from sent
      where ${times.checkAt}::timestamptz is not null)
    select from answered`.execute(db);
  return rows.length > 0;
}

/**
 * Releases a message's lease after an unsuccessful attempt. The queue retries `failed` messages,
 * but not `unsure` ones.
 */
export async function markNotSent(
  db: Read,
  { messageId, until }: Lease,
  state: 'failed' | 'unsure',
  reason: string,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state, leased_until: null, failure: reason })
    .where('id', '=', messageId)
    .where('state', '=', 'sending')
    .where('leased_until', '=', until)
    .execute();
}

/** Drops a message, unless a worker is sending it. `at` is business time, `wall` wall time. */
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
    .where(leasable(wall))
    .execute();
}

/** Holds a message until a business time. */
export async function hold(tx: Tx, id: string, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'held', held_until: until })
    .where('id', '=', id)
    .where('state', 'in', open)
    .execute();
}

/** Whether any held message may be sent now. */
export async function checkReleaseDue(read: Read, now: Temporal.Instant): Promise<boolean> {
  const row = await read
    .selectFrom('messages')
    .select('id')
    .where('state', '=', sql.lit('held'))
    .where('held_until', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Releases up to a hundred held messages that may be sent now. */
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
 * Whether a code for this number is still valid, and every gateway refused it at the last attempt.
 */
export async function checkCodeFailed(
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
 * Redirects messages of these kinds to another number if they are waiting or held, or if every
 * gateway has refused them.
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
  await runAll(
    tx,
    rows.map(({ id }) =>
      tx
        .updateTable('messages')
        .set({ to_hash: to.hash, to_sealed: to.sealedFor(id) })
        .where('id', '=', id)
        .compile(),
    ),
  );
}

/**
 * Deletes notices of account deletion older than `before` (business time), whether sent or not
 * (12-notifications.sql).
 */
export async function deleteClosureMessages(db: Db, before: Temporal.Instant): Promise<void> {
  await deleteBy(db, 'erase_deletion_notices', before);
}

/**
 * Deletes attempts with a known result that were made before `before`, in wall time
 * (12-notifications.sql).
 */
export async function forgetAttempts(db: Db, before: Temporal.Instant): Promise<void> {
  await deleteBy(db, 'forget_message_attempts', before);
}

/** Returns a borrower's messages, newest first. */
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
