// What has ended goes a batch at a time, the oldest first and found by an index, each batch in a
// short transaction. One look takes only so many; what is left, the next one takes.
import { sql } from 'kysely';
import { inTx, type Read, type Tx } from '#/db/database.ts';

/** Rows that a batch looks at. */
export const rowsAtOnce = 500;
const batchesInALook = 100;

/**
 * Takes batches until one is not full, or the look has had enough. `takeSome` tells how many rows
 * it looked at, and how many of them it took.
 * @returns how many were taken.
 */
export async function inBatches(
  db: Read,
  takeSome: (tx: Tx) => Promise<{ looked: number; taken: number }>,
): Promise<number> {
  let sum = 0;
  for (let batch = 0; batch < batchesInALook; batch += 1) {
    const { looked, taken } = await inTx(db, takeSome);
    sum += taken;
    if (looked < rowsAtOnce) break;
  }
  return sum;
}

/**
 * Deletes the rows of a table whose moment in a column was before another, none of which is kept.
 * The column begins an index.
 */
export async function deleteEnded(
  db: Read,
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
    const taken = Number(numAffectedRows ?? 0);
    return { looked: taken, taken };
  });
}

/**
 * Has a function of the database delete what is from before an instant: it takes so many at most,
 * and says how many it took.
 */
export async function deleteBy(db: Read, name: string, before: Temporal.Instant): Promise<void> {
  await inBatches(db, async (tx) => {
    const { rows } = await sql<{
      count: number;
    }>`select ${sql.ref(name)}(${before}, ${rowsAtOnce}) as count`.execute(tx);
    const taken = rows[0]?.count ?? 0;
    return { looked: taken, taken };
  });
}

/** A row by its moment and its id: where a batch ended. */
export type Reached = { at: Temporal.Instant; id: string };

/**
 * Looks at rows in the order of a moment and their ids, of which many are kept: each batch begins
 * where the last one ended, in whichever look that was, and begins anew after the end, unless what
 * was kept is kept for good (`isForGood`). `look` takes `rowsAtOnce` rows after `from`. Of servers
 * at once one looks.
 * @returns how many were taken.
 */
export async function takeInTurn(
  db: Read,
  name: string,
  look: (
    tx: Tx,
    from: Reached | null,
  ) => Promise<{ looked: number; taken: number; last: Reached | null }>,
  { isForGood = false }: { isForGood?: boolean } = {},
): Promise<number> {
  return await inBatches(db, async (tx) => {
    const place = await lockPlace(tx, name);
    if (!place) return { looked: 0, taken: 0 };
    const { from } = place;
    const { looked, taken, last } = await look(tx, from);
    await keepPlace(tx, name, looked < rowsAtOnce && !isForGood ? null : (last ?? from));
    return { looked, taken };
  });
}

/**
 * Where a look in turn ended, locked until the transaction ends; `from` is null at the beginning.
 * Null where another server looks.
 */
export async function lockPlace(tx: Tx, name: string): Promise<{ from: Reached | null } | null> {
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

/** Keeps where a look in turn ended; null begins anew. Its place must be locked. */
export async function keepPlace(tx: Tx, name: string, next: Reached | null): Promise<void> {
  await tx
    .updateTable('cleanups')
    .set({ reached_at: next?.at ?? null, reached_id: next?.id ?? null })
    .where('name', '=', name)
    .execute();
}

/**
 * The condition that rows come after a place by their moment in a column; all of them do where
 * there is none.
 */
export function comesAfter(at: string, from: Reached | null) {
  return sql<boolean>`(${sql.ref(at)}, id) > (coalesce(${from?.at ?? null}::timestamptz, '-infinity'),
    coalesce(${from?.id ?? null}::uuid, '00000000-0000-0000-0000-000000000000'))`;
}

/** What a query over rows that were seen says of them as a whole: how many, and the last. */
export type Seen = { looked: number; at: Temporal.Instant | null; id: string };

export const seenAs = (at: string) => sql`count(*)::int as looked, max(${sql.ref(at)}) as at,
  (array_agg(id order by ${sql.ref(at)} desc, id desc))[1] as id`;

/** The last row that was seen; null where there was none. */
export function lastOf(seen: Seen | undefined): Reached | null {
  return seen?.at ? { at: seen.at, id: seen.id } : null;
}
