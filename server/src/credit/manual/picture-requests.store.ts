// All SQL for pictures that a reviewer requests again.
import type { RequestedPicture } from '@sandali/contract/credit.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { PictureRequests } from '#/db/tables.ts';

/** The columns whose values the database checks. */
type Checked = Pick<RequestedPicture, 'purpose' | 'fault'>;
export type RequestRow = Omit<Selectable<PictureRequests>, keyof Checked> & Checked;

export async function insertRequest(tx: Tx, request: Insertable<PictureRequests>): Promise<void> {
  await tx.insertInto('picture_requests').values(request).execute();
}

/** Returns all requests for pictures of these applications, oldest first. */
export async function requestsOf(
  read: Read,
  applicationIds: readonly string[],
): Promise<RequestRow[]> {
  if (applicationIds.length === 0) return [];
  return await read
    .selectFrom('picture_requests')
    .selectAll()
    .$narrowType<Checked>()
    .where('application_id', '=', sql<string>`any(${applicationIds}::uuid[])`)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/** Returns the requests that have not ended. Lock the application's place in the queue first. */
export async function openRequestsOf(read: Read, applicationId: string): Promise<RequestRow[]> {
  return await read
    .selectFrom('picture_requests')
    .selectAll()
    .$narrowType<Checked>()
    .where('application_id', '=', applicationId)
    .where('ended_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/** Ends requests without a new picture: their last day is over, or a decision came first. */
export async function endRequests(
  tx: Tx,
  of: { ids: readonly string[]; as: 'expired' | 'overtaken'; at: Temporal.Instant },
): Promise<void> {
  if (of.ids.length === 0) return;
  await tx
    .updateTable('picture_requests')
    .set({ ended_as: of.as, ended_at: of.at })
    .where('id', 'in', of.ids)
    .execute();
}

/** Ends a request with the picture that the borrower sent. */
export async function answerRequest(
  tx: Tx,
  of: { id: string; pictureId: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('picture_requests')
    .set({ ended_as: 'sent', ended_at: of.at, new_picture_id: of.pictureId })
    .where('id', '=', of.id)
    .execute();
}
