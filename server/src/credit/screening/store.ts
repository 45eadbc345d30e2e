// All SQL for the screening lists.
import { type SqlBool, sql } from 'kysely';
import type { ScreeningList } from '#/data/review-rules.ts';
import type { Read, Tx } from '#/db/database.ts';

export type ListInForce = {
  list: ScreeningList;
  version: number;
  entries: { keyHash: Buffer; line: number }[];
};

/** Reads, in one statement, the current lists and their entries for these hashes. */
export async function entriesFor(read: Read, hashes: readonly Buffer[]): Promise<ListInForce[]> {
  const rows = await read
    .selectFrom('screening_lists as l')
    .leftJoin('screening_entries as e', (join) =>
      join.onRef('e.list_id', '=', 'l.id').on(sql<SqlBool>`e.key_hash = any(${hashes}::bytea[])`),
    )
    .select(['l.list', 'l.version', 'e.key_hash', 'e.line'])
    .where(isNewest)
    .orderBy('l.list')
    .orderBy('e.line')
    .execute();
  const lists = new Map<string, ListInForce>();
  for (const { list, version, key_hash: keyHash, line } of rows) {
    const inForce = lists.get(list) ?? { list: list as ScreeningList, version, entries: [] };
    if (keyHash && line !== null) inForce.entries.push({ keyHash, line });
    lists.set(list, inForce);
  }
  return [...lists.values()];
}

const isNewest = sql<boolean>`not exists (select from screening_lists newer
  where newer.list = l.list and newer.version > l.version)`;

export type ListRow = {
  id: string;
  list: ScreeningList;
  version: number;
  source: string;
  listedOn: Temporal.PlainDate;
  fileHash: Buffer;
  lineCount: number;
  importedAt: Temporal.Instant;
  importedBy: string;
};

/** Returns all versions of both lists, or of one list, newest first. */
export async function listVersions(read: Read, only?: ScreeningList): Promise<ListRow[]> {
  let query = read
    .selectFrom('screening_lists')
    .select([
      'id',
      'list',
      'version',
      'source',
      'listed_on as listedOn',
      'file_hash as fileHash',
      'line_count as lineCount',
    ])
    .select(['imported_at as importedAt', 'imported_by as importedBy'])
    .orderBy('list')
    .orderBy('version', 'desc');
  if (only) query = query.where('list', '=', only);
  return (await query.execute()) as ListRow[];
}

/** Serialises imports, because each takes the next version number. */
export async function lockLists(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali screening lists'))`.execute(tx);
}

export async function insertList(tx: Tx, row: ListRow): Promise<void> {
  await tx
    .insertInto('screening_lists')
    .values({
      id: row.id,
      list: row.list,
      version: row.version,
      source: row.source,
      listed_on: row.listedOn,
      file_hash: row.fileHash,
      line_count: row.lineCount,
      imported_at: row.importedAt,
      imported_by: row.importedBy,
    })
    .execute();
}

export type Entry = { hash: Buffer; line: number };

/** Inserts the entries of a list. Stores a repeated key only once. */
export async function insertEntries(
  tx: Tx,
  listId: string,
  entries: readonly Entry[],
): Promise<void> {
  const hashes = entries.map((entry) => entry.hash);
  const lines = entries.map((entry) => entry.line);
  await sql`insert into screening_entries (list_id, key_hash, line)
    select ${listId}, * from unnest(${hashes}::bytea[], ${lines}::integer[])
    on conflict do nothing`.execute(tx);
}

/** Deletes the entries of versions that have been replaced. */
export async function deleteOldEntries(tx: Tx, list: ScreeningList): Promise<void> {
  await sql`delete from screening_entries e using screening_lists l
    where l.id = e.list_id and l.list = ${list}
      and exists (select from screening_lists newer
        where newer.list = l.list and newer.version > l.version)`.execute(tx);
}
