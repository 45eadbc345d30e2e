// All SQL for viewing and releasing files that have no database row.
import type { Selectable } from 'kysely';
import type { FileFolder } from '#/context/stored-files.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { FileLooks } from '#/db/tables.ts';

export type Look = Selectable<FileLooks>;

/** Stores a view of these files, unless an equal one is stored. @returns the view's id */
export async function keepLook(
  tx: Tx,
  look: {
    id: string;
    folder: FileFolder;
    files: number;
    names_hash: Buffer;
    looked_at: Temporal.Instant;
  },
): Promise<string> {
  await tx
    .insertInto('file_looks')
    .values(look)
    .onConflict((clash) => clash.columns(['folder', 'names_hash']).doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('file_looks')
    .select('id')
    .where('folder', '=', look.folder)
    .where('names_hash', '=', look.names_hash)
    .executeTakeFirstOrThrow();
  return id;
}

export async function findLook(read: Read, id: string): Promise<Look | undefined> {
  return await read.selectFrom('file_looks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the release of a view's files, if any. */
export async function findRelease(tx: Tx, lookId: string) {
  return await tx
    .selectFrom('file_releases')
    .select(['id', 'state'])
    .where('look_id', '=', lookId)
    .executeTakeFirst();
}

export async function insertRelease(tx: Tx, of: { id: string; lookId: string }): Promise<void> {
  await tx.insertInto('file_releases').values({ id: of.id, look_id: of.lookId }).execute();
}

/** Returns the releases with these ids, which are ids of approvals. */
export async function releasesById(read: Read, ids: readonly string[]) {
  return await read
    .selectFrom('file_releases as r')
    .innerJoin('file_looks as l', 'l.id', 'r.look_id')
    .select(['r.id', 'l.id as look_id', 'l.folder', 'l.files'])
    .where('r.id', 'in', ids)
    .execute();
}
