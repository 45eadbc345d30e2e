// All SQL of the notice slice.
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Messages } from '#/db/tables.ts';

export type NewMessage = Pick<
  Selectable<Messages>,
  'id' | 'borrower_id' | 'kind' | 'to_sealed' | 'to_hash' | 'text_sealed' | 'queued_at' | 'ends_at'
>;
export type Message = Pick<Selectable<Messages>, 'to_sealed' | 'text_sealed' | 'ends_at' | 'sent_at' | 'dropped_at'>;

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insertInto('messages').values(message).execute();
}

export async function findMessage(read: Read, id: string): Promise<Message | undefined> {
  return await read
    .selectFrom('messages')
    .select(['to_sealed', 'text_sealed', 'ends_at', 'sent_at', 'dropped_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Keeps that a gateway has taken the message; the first answer stays. */
export async function markSent(tx: Tx, id: string, by: { gateway: string; gatewayId: string; at: Temporal.Instant }): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ sent_at: by.at, gateway: by.gateway, gateway_id: by.gatewayId, failure: null, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .execute();
}

export async function markFailed(tx: Tx, id: string, by: { gateway: string; why: string }): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ gateway: by.gateway, failure: by.why, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Keeps that it was too late to send the message. */
export async function markDropped(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('messages').set({ dropped_at: at }).where('id', '=', id).where('sent_at', 'is', null).execute();
}

export async function messagesOf(read: Read, borrowerId: string): Promise<{ kind: string; queued_at: Temporal.Instant }[]> {
  return await read
    .selectFrom('messages')
    .select(['kind', 'queued_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('queued_at', 'desc')
    .execute();
}
