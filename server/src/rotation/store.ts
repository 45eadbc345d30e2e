// All SQL for sealing values with a new master key.
import { sql } from 'kysely';
import { type FileFolder, fileFolders, tableOf } from '#/context/stored-files.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type Bound, sealedTables } from './columns.ts';

/** How far a target is sealed, and how many of its values no key opens. */
export type Place = { place: string; damaged: number; doneAt: Temporal.Instant | null };

/**
 * Locks and returns a target's progress with `version`, starting over if the row is from an earlier
 * rotation. Returns null if another server has the lock.
 */
export async function lockPlace(tx: Tx, target: string, version: number): Promise<Place | null> {
  const start = { version, place: '', damaged: 0, done_at: null };
  await tx
    .insertInto('reseal_places')
    .values({ target, ...start })
    .onConflict((clash) => clash.column('target').doNothing())
    .execute();
  const row = await tx
    .selectFrom('reseal_places')
    .select(['version', 'place', 'damaged', 'done_at as doneAt'])
    .where('target', '=', target)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row || row.version === version) return row ?? null;
  await tx.updateTable('reseal_places').set(start).where('target', '=', target).execute();
  return { place: start.place, damaged: start.damaged, doneAt: start.done_at };
}

/** Stores the next place of a target, unless another server has stored one after `before`. */
export async function keepPlace(
  db: Read,
  { target, version, before }: { target: string; version: number; before: Place },
  { place, damaged, doneAt }: Place,
): Promise<void> {
  await db
    .updateTable('reseal_places')
    .set({ place, damaged, done_at: doneAt })
    .where('target', '=', target)
    .where('version', '=', version)
    .where('place', '=', before.place)
    .execute();
}

/** Returns when each target was completely resealed with `version`. */
export async function doneTargets(
  read: Read,
  version: number,
): Promise<Map<string, Temporal.Instant>> {
  const rows = await read
    .selectFrom('reseal_places')
    .select(['target', 'done_at as doneAt'])
    .where('version', '=', version)
    .where('done_at', 'is not', null)
    .$narrowType<{ doneAt: Temporal.Instant }>()
    .execute();
  return new Map(rows.map((row) => [row.target, row.doneAt]));
}

/** Resets targets, so that the worker goes through them again. */
export async function beginAgain(tx: Tx, targets: readonly string[]): Promise<void> {
  await tx
    .updateTable('reseal_places')
    .set({ place: '', damaged: 0, done_at: null })
    .where('target', 'in', targets)
    .execute();
}

/** The condition for a value sealed with another version. Erased values are empty. */
const isOld = (column: string, version: number) =>
  sql<boolean>`(octet_length(${sql.ref(column)}) > 0 and substring(${sql.ref(column)} from 2 for 1) <> ${Buffer.from([version])})`;

const anyOld = (columns: readonly string[], version: number) =>
  sql<boolean>`(${sql.join(
    columns.map((column) => isOld(column, version)),
    sql` or `,
  )})`;

/** A row with old values: its place in the table, its values, and their binding. */
export type OldRow = { at: string; row: Bound };

/**
 * Returns the rows in `blocks` blocks of a table that have a value to reseal, and whether these
 * were the last blocks.
 */
export async function oldRows(
  read: Read,
  of: { table: string; columns: readonly string[]; needs: readonly string[]; version: number },
  from: number,
  blocks: number,
): Promise<{ rows: OldRow[]; isEnd: boolean }> {
  const selected = [...of.columns, ...of.needs].map((column) => sql.ref(column));
  const to = from + blocks;
  const { rows } = await sql<Bound & { at: string }>`
    select ctid::text as at, ${sql.join(selected)} from ${sql.table(of.table)}
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid
      and ${anyOld(of.columns, of.version)}`.execute(read);
  const { rows: sizes } = await sql<{ blocks: bigint }>`
    select pg_relation_size(${of.table}::regclass) / current_setting('block_size')::bigint as blocks`.execute(
    read,
  );
  return {
    rows: rows.map(({ at, ...row }) => ({ at, row })),
    isEnd: BigInt(to) >= (sizes[0]?.blocks ?? 0n),
  };
}

/** A row's new values by column, without unchanged ones. */
export type Resealed = OldRow & { values: Readonly<Record<string, Buffer>> };

/**
 * Stores new values, except in rows that are locked or have changed since.
 * @returns the number of rows stored
 */
export async function storeResealed(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly Resealed[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const hex = (value: unknown) => (value ? `\\x${(value as Buffer).toString('hex')}` : null);
  const items = rows.map(({ at, row, values }) => ({
    at,
    ...Object.fromEntries(
      columns.flatMap((column) => [
        [`${column}_before`, hex(row[column])],
        [column, hex(values[column] ?? row[column])],
      ]),
    ),
  }));
  const { rows: counts } = await sql<{ count: number }>`
    select reseal(${table}, ${JSON.stringify(items)}::jsonb) as count`.execute(tx);
  return counts[0]?.count ?? 0;
}

/** How many values of a target an earlier key still seals. No key opens the `damaged` ones. */
export type Left = { target: string; count: number; damaged: number };

/** Counts, in every table and folder, the values that `version` does not seal yet. */
export async function valuesLeft(read: Read, version: number): Promise<Left[]> {
  // Counting a large table takes longer than the limit of a call.
  await sql`select set_config('statement_timeout', '10min', true)`.execute(read);
  const places = await read
    .selectFrom('reseal_places')
    .select(['target', 'place', 'damaged', 'done_at'])
    .where('version', '=', version)
    .execute();
  const left: Left[] = [];
  for (const [table, { columns }] of Object.entries(sealedTables)) {
    const damaged = places.find(({ target }) => target === table)?.damaged ?? 0;
    const old = await countOld(read, table, Object.keys(columns), version);
    left.push({ target: table, count: Math.max(0, old - damaged), damaged });
  }
  // The database does not know the keys of files. Before version 2 there is no earlier key.
  const folders = version === 1 ? [] : fileFolders;
  for (const folder of folders) {
    const place = places.find(({ target }) => target === folderTarget(folder));
    const count = place?.done_at ? 0 : await countFiles(read, folder, place?.place ?? '');
    left.push({ target: folderTarget(folder), count, damaged: place?.damaged ?? 0 });
  }
  return left.filter(({ count, damaged }) => count + damaged > 0);
}

async function countOld(
  read: Read,
  table: string,
  columns: readonly string[],
  version: number,
): Promise<number> {
  const sums = columns.map((column) => sql`count(*) filter (where ${isOld(column, version)})`);
  const { rows } = await sql<{ count: bigint }>`
    select ${sql.join(sums, sql` + `)} as count from ${sql.table(table)}`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

async function countFiles(read: Read, folder: FileFolder, after: string): Promise<number> {
  const row = await read
    .selectFrom(tableOf[folder])
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('deleted_at', 'is', null)
    .where('file_name', '>', after)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Returns the names of a folder's next files. */
export async function filesAfter(
  read: Read,
  folder: FileFolder,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await read
    .selectFrom(tableOf[folder])
    .select('file_name')
    .where('deleted_at', 'is', null)
    .where('file_name', '>', after)
    .orderBy('file_name')
    .limit(limit)
    .execute();
  return rows.map((row) => row.file_name);
}

/** Returns a folder's target name, which differs from a table of the same name. */
export const folderTarget = (folder: FileFolder): string => `files of ${folder}`;

/** Makes servers seal with a version from now on. */
export async function startSealingWith(
  tx: Tx,
  version: number,
  wall: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('master_keys')
    .set({ sealing_since: wall })
    .where('version', '=', version)
    .where('sealing_since', 'is', null)
    .execute();
}

/** Retires every version in use before `version`. @returns the retired versions */
export async function retire(tx: Tx, version: number, wall: Temporal.Instant): Promise<number[]> {
  const rows = await tx
    .updateTable('master_keys')
    .set({ retired_at: wall })
    .where('version', '<', version)
    .where('sealing_since', 'is not', null)
    .where('retired_at', 'is', null)
    .returning('version')
    .execute();
  return rows.map((row) => row.version);
}

/** Reopens a retired version, because calls stored values with it afterwards. */
export async function reopen(tx: Tx, version: number): Promise<void> {
  await tx
    .updateTable('master_keys')
    .set({ retired_at: null })
    .where('version', '=', version)
    .execute();
}
