// All SQL for pictures that a reviewer requests again.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { PictureAsks } from '#/db/tables.ts';

export type AskRow = Selectable<PictureAsks>;
export async function insertAsk(tx: Tx, ask: Insertable<PictureAsks>): Promise<void> {
  await tx.insertInto('picture_asks').values(ask).execute();
}

/** Returns all requests for pictures of these applications, oldest first. */
export async function asksOf(read: Read, applicationIds: readonly string[]): Promise<AskRow[]> {
  if (applicationIds.length === 0) return [];
  return await read
    .selectFrom('picture_asks')
    .selectAll()
    .where('application_id', '=', sql<string>`any(${applicationIds}::uuid[])`)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/** Returns the requests that have not ended. Lock the application's place in the queue first. */
export async function openAsksOf(read: Read, applicationId: string): Promise<AskRow[]> {
  return await read
    .selectFrom('picture_asks')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('ended_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/** Ends requests without a new picture: their last day is over, or a decision came first. */
export async function endAsks(
  tx: Tx,
  of: { ids: readonly string[]; as: 'lapsed' | 'overtaken'; at: Temporal.Instant },
): Promise<void> {
  if (of.ids.length === 0) return;
  await tx
    .updateTable('picture_asks')
    .set({ ended_as: of.as, ended_at: of.at })
    .where('id', 'in', of.ids)
    .execute();
}

/** Ends a request with the picture that the borrower sent. */
export async function answerAsk(
  tx: Tx,
  of: { id: string; pictureId: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('picture_asks')
    .set({ ended_as: 'sent', ended_at: of.at, new_picture_id: of.pictureId })
    .where('id', '=', of.id)
    .execute();
}
