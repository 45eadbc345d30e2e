// All SQL of the notice slice.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Messages } from '#/db/tables.ts';

export type NewMessage = Insertable<Messages>;
export type Message = Pick<
  Selectable<Messages>,
  'id' | 'borrower_id' | 'kind' | 'to_sealed' | 'text_sealed' | 'ends_at' | 'state' | 'channel' | 'opens'
>;

/** How a try ended. */
export type Outcome = { outcome: 'taken'; gatewayId: string } | { outcome: 'refused' | 'unsure'; why: string };
export type Try = { messageId: string; number: number; gateway: string };

const open = ['waiting', 'failed'];
/** Open, or left behind by a worker whose time is over. */
const isFree = (wall: Temporal.Instant) =>
  sql<boolean>`(state in ('waiting', 'failed') or (state = 'sending' and leased_until <= ${wall}))`;

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insertInto('messages').values(message).execute();
}

/** A message that may still be sent. */
export async function findOpen(read: Read, id: string): Promise<Message | undefined> {
  return await read
    .selectFrom('messages')
    .select(['id', 'borrower_id', 'kind', 'to_sealed', 'text_sealed', 'ends_at', 'state', 'channel', 'opens'])
    .where('id', '=', id)
    .where('state', 'in', [...open, 'sending'])
    .executeTakeFirst();
}

/**
 * Takes a message for one worker until a real time. A request of an earlier worker without an answer counts as unknown from then on.
 * @returns whether it was free to take.
 */
export async function lease(tx: Tx, id: string, wall: Temporal.Instant, until: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('messages')
    .set({ state: 'sending', leased_until: until })
    .where('id', '=', id)
    .where(isFree(wall))
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await tx
    .updateTable('message_attempts')
    .set({ outcome: 'unsure', answered_at: wall, detail: 'the program stopped before the answer came' })
    .where('message_id', '=', id)
    .where('outcome', 'is', null)
    .execute();
  return true;
}

/** The gateways that may have sent a message without saying so. */
export async function silentGateways(read: Read, id: string): Promise<Set<string>> {
  const rows = await read
    .selectFrom('message_attempts')
    .select('gateway')
    .distinct()
    .where('message_id', '=', id)
    .where('outcome', '=', 'unsure')
    .execute();
  return new Set(rows.map((row) => row.gateway));
}

/** Keeps that a gateway is about to be asked. */
export async function insertTry(tx: Tx, messageId: string, gateway: string, wall: Temporal.Instant): Promise<Try> {
  const { attempts } = await tx
    .updateTable('messages')
    .set({ attempts: sql`attempts + 1`, gateway, failure: null })
    .where('id', '=', messageId)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  await tx.insertInto('message_attempts').values({ message_id: messageId, number: attempts, gateway, asked_at: wall }).execute();
  return { messageId, number: attempts, gateway };
}

/** Keeps how a try ended. @returns whether this worker still had the message; the first answer stays. */
export async function answerTry(tx: Tx, one: Try, how: Outcome, wall: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('message_attempts')
    .set({
      outcome: how.outcome,
      answered_at: wall,
      gateway_id: how.outcome === 'taken' ? how.gatewayId : null,
      detail: how.outcome === 'taken' ? null : how.why,
    })
    .where('message_id', '=', one.messageId)
    .where('number', '=', one.number)
    .where('outcome', 'is', null)
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores which gateway accepted the message, when in business time, and when in real time its status is queried; null if the gateway has no such query. */
export async function markSent(tx: Tx, one: Try, gatewayId: string, at: Temporal.Instant, askAt: Temporal.Instant | null): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'sent', leased_until: null, sent_at: at, gateway: one.gateway, gateway_id: gatewayId, failure: null })
    .where('id', '=', one.messageId)
    .execute();
  if (askAt) await tx.insertInto('message_deliveries').values({ message_id: one.messageId, next_check_at: askAt }).execute();
}

/** Keeps that no gateway took the message now: `failed` is tried again, `unsure` never is. */
export async function markNotSent(tx: Tx, id: string, state: 'failed' | 'unsure', why: string): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state, leased_until: null, failure: why })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/** Keeps that it was too late to send the message, unless a worker has it and is about to hear. */
export async function markDropped(tx: Tx, id: string, at: Temporal.Instant, wall: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'dropped', leased_until: null, dropped_at: at })
    .where('id', '=', id)
    .where(isFree(wall))
    .execute();
}

/** Keeps a message until a business time. */
export async function hold(tx: Tx, id: string, until: Temporal.Instant): Promise<void> {
  await tx.updateTable('messages').set({ state: 'held', held_until: until }).where('id', '=', id).where('state', 'in', open).execute();
}

/** Whether a held message's time has come. */
export async function isReleaseDue(read: Read, now: Temporal.Instant): Promise<boolean> {
  const row = await read
    .selectFrom('messages')
    .select('id')
    .where('state', '=', 'held')
    .where('held_until', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets go of held messages whose time has come, a hundred at a time. @returns their ids. */
export async function release(tx: Tx, now: Temporal.Instant): Promise<string[]> {
  const rows = await tx
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
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Whether a message that ends (a code) to a number is still worth sending and was refused by every gateway at the last try. */
export async function isFailing(read: Read, toHash: Buffer, wall: Temporal.Instant): Promise<boolean> {
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

/** Gives messages of these kinds that no gateway has been asked to send yet, or that all have refused, another number. */
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

/** Deletes messages about the deletion of an account from before `before` (business time), sent or not (12-notifications.sql). */
export async function deleteClosureMessages(tx: Tx, before: Temporal.Instant): Promise<void> {
  await sql`select erase_deletion_notices(${before})`.execute(tx);
}

/** The messages to a borrower, the newest first. */
export async function messagesOf(
  read: Read,
  borrowerId: string,
): Promise<Pick<Selectable<Messages>, 'id' | 'kind' | 'queued_at' | 'text_sealed'>[]> {
  return await read
    .selectFrom('messages')
    .select(['id', 'kind', 'queued_at', 'text_sealed'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('queued_at', 'desc')
    .execute();
}
