// Deletes expired rows in batches, oldest first through an index, each in a short transaction. A
// run has a limited number of batches; the next run continues.
import { sql } from 'kysely';
import { type Db, inTx, type Tx } from '#/db/database.ts';

/** The maximum number of rows per batch. */
export const rowsAtOnce = 500;
const batchesInARun = 100;

/**
 * Runs batches until one is not full or the run's limit is reached. `handleSome` returns how many
 * rows it examined and how many of them it handled.
 * @returns the number of rows handled
 */
export async function inBatches(
  db: Db,
  handleSome: (tx: Tx) => Promise<{ examined: number; handled: number }>,
): Promise<number> {
  let sum = 0;
  for (let batch = 0; batch < batchesInARun; batch += 1) {
    const { examined, handled } = await inTx(db, handleSome);
    sum += handled;
    if (examined < rowsAtOnce) break;
  }
  return sum;
}

/**
 * Deletes all rows of a table whose time in `column` is earlier than `before`. An index must begin
 * with the column.
 */
export async function deleteEnded(
  db: Db,
  table: string,
  column: string,
  before: Temporal.Instant,
): Promise<void> {
  const [rows, at] = [sql.table(table), sql.ref(column)];
  await inBatches(db, async (tx) => {
    const { numAffectedRows } = await sql`delete from ${rows} where ctid = any (array(
      select ctid from ${rows} where ${at} < ${before} order by ${at} limit ${rowsAtOnce}))`.execute(
      tx,
    );
    const deleted = Number(numAffectedRows ?? 0);
    return { examined: deleted, handled: deleted };
  });
}

/**
 * Deletes rows earlier than `before` through a database function, which takes the maximum number of
 * rows and returns how many it deleted.
 */
export async function deleteBy(db: Db, name: string, before: Temporal.Instant): Promise<void> {
  await inBatches(db, async (tx) => {
    const { rows } = await sql<{
      count: number;
    }>`select ${sql.ref(name)}(${before}, ${rowsAtOnce}) as count`.execute(tx);
    const deleted = rows[0]?.count ?? 0;
    return { examined: deleted, handled: deleted };
  });
}

/** The time and id of the row at which a batch ended. */
export type Place = { at: Temporal.Instant; id: string };

/**
 * Examines rows by time and id from where the last batch ended, on one server at a time; `look`
 * reads `rowsAtOnce` rows after `from`. Restarts after the last row, unless `isForGood`.
 * @returns the number of rows handled
 */
export async function examineInTurn(
  db: Db,
  name: string,
  look: (
    tx: Tx,
    from: Place | null,
  ) => Promise<{ examined: number; handled: number; last: Place | null }>,
  { isForGood = false }: { isForGood?: boolean } = {},
): Promise<number> {
  return await inBatches(db, async (tx) => {
    const place = await lockPlace(tx, name);
    if (!place) return { examined: 0, handled: 0 };
    const { from } = place;
    const { examined, handled, last } = await look(tx, from);
    await keepPlace(tx, name, examined < rowsAtOnce && !isForGood ? null : (last ?? from));
    return { examined, handled };
  });
}

/**
 * Locks and returns the place at which the last batch ended; `from` is null at the start. Returns
 * null if another server holds the lock.
 */
export async function lockPlace(tx: Tx, name: string): Promise<{ from: Place | null } | null> {
  await tx
    .insertInto('cleanups')
    .values({ name })
    .onConflict((clash) => clash.doNothing())
    .execute();
  const place = await tx
    .selectFrom('cleanups')
    .select(['reached_at', 'reached_id'])
    .where('name', '=', name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!place) return null;
  const { reached_at: at, reached_id: id } = place;
  return { from: at && id ? { at, id } : null };
}

/** Stores the place at which a batch ended; null means the start. The place must be locked. */
export async function keepPlace(tx: Tx, name: string, next: Place | null): Promise<void> {
  await tx
    .updateTable('cleanups')
    .set({ reached_at: next?.at ?? null, reached_id: next?.id ?? null })
    .where('name', '=', name)
    .execute();
}

/**
 * Returns the SQL condition for rows after `from`, by the time in column `at`; true for all rows if
 * `from` is null.
 */
export function afterPlace(at: string, from: Place | null) {
  return sql<boolean>`(${sql.ref(at)}, id) > (coalesce(${from?.at ?? null}::timestamptz, '-infinity'),
    coalesce(${from?.id ?? null}::uuid, '00000000-0000-0000-0000-000000000000'))`;
}

/** Aggregates of the examined rows: their number, and the time and id of the last row. */
export type ExaminedBatch = { examined: number; at: Temporal.Instant | null; id: string };

export const examinedColumns = (
  at: string,
) => sql`count(*)::int as examined, max(${sql.ref(at)}) as at,
  (array_agg(id order by ${sql.ref(at)} desc, id desc))[1] as id`;

/** Returns the last examined row; null if there was no row. */
export function lastPlaceOf(seen: ExaminedBatch | undefined): Place | null {
  return seen?.at ? { at: seen.at, id: seen.id } : null;
}
