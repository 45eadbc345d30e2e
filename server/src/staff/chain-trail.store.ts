// All SQL for the trail's hash chain.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Link, TrailRow } from './batch-hash.ts';

export type Head = {
  number: bigint;
  toId: bigint;
  hash: Buffer;
  markedTo: bigint | null;
  markedIn: bigint | null;
  markedAt: Temporal.Instant | null;
};

const headColumns = [
  'number',
  'to_id as toId',
  'hash',
  'marked_to as markedTo',
  'marked_in as markedIn',
  'marked_at as markedAt',
] as const;

/** Returns the end of the chain and the last number taken from the trail's sequence. */
export async function readHead(read: Read): Promise<Head & { lastNumber: bigint }> {
  const last = sql<bigint>`(
    select case when is_called then last_value else last_value - 1 end from audit_numbers)`;
  return await read
    .selectFrom('audit_head')
    .select(headColumns)
    .select(last.as('lastNumber'))
    .executeTakeFirstOrThrow();
}

/** Locks and returns the head, or returns undefined while another server holds the lock. */
export async function lockHead(tx: Tx): Promise<Head | undefined> {
  return await tx
    .selectFrom('audit_head')
    .select(headColumns)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Marks the end of the next batch and stores this transaction's id. */
export async function markHead(tx: Tx, to: bigint, wall: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('audit_head')
    .set({
      marked_to: to,
      marked_in: sql<bigint>`pg_current_xact_id()::text::bigint`,
      marked_at: wall,
    })
    .execute();
}

/** Returns the ids of this transaction and of the oldest open transaction. */
export async function transactions(tx: Tx): Promise<{ own: bigint; oldest: bigint }> {
  const { rows } = await sql<{
    own: bigint;
    oldest: bigint;
  }>`select pg_current_xact_id()::text::bigint as own,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not report its transactions.');
  return row;
}

/** Returns the rows with these numbers (inclusive), in order. */
export async function rowsBetween(read: Read, fromId: bigint, toId: bigint): Promise<TrailRow[]> {
  return await read
    .selectFrom('audit_log')
    .select([
      'id',
      'at',
      'who',
      'role',
      'act',
      'subject',
      'reason',
      sql<string>`detail::text`.as('detail'),
    ])
    .where('id', '>=', fromId)
    .where('id', '<=', toId)
    .orderBy('id')
    .execute();
}

/** Adds a link and moves the head to it. Clears the mark if the link reaches it. */
export async function appendLink(tx: Tx, link: Link, hasReachedMark: boolean): Promise<void> {
  await tx
    .insertInto('audit_batches')
    .values({
      number: link.number,
      from_id: link.fromId,
      to_id: link.toId,
      row_count: link.rowCount,
      chained_at: link.chainedAt,
      rows_hash: link.rowsHash,
      previous_hash: link.previousHash,
      hash: link.hash,
    })
    .execute();
  const moved = { number: link.number, to_id: link.toId, hash: link.hash };
  const mark = hasReachedMark ? { marked_to: null, marked_in: null } : {};
  await tx
    .updateTable('audit_head')
    .set({ ...moved, ...mark })
    .execute();
}

/** Returns the links after a number, in order. */
export async function linksAfter(read: Read, number: bigint, limit: number): Promise<Link[]> {
  return await selectLinks(read)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export async function linkOf(read: Read, number: bigint): Promise<Link | undefined> {
  return await selectLinks(read).where('number', '=', number).executeTakeFirst();
}

/** Returns the number of the last link, or 0. */
export async function lastLinkNumber(read: Read): Promise<bigint> {
  const row = await read
    .selectFrom('audit_batches')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0n;
}

/** Counts the rows after the last batch, and the rows before number 1, which must not exist. */
export async function rowsOutside(
  read: Read,
  toId: bigint,
): Promise<{ after: number; before: number }> {
  const count = (where: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(*) filter (where ${where})::int`;
  const { rows } = await sql<{
    after: number;
    before: number;
  }>`select ${count(sql<boolean>`id > ${toId}`)} as after,
    ${count(sql<boolean>`id < 1`)} as before from audit_log where id > ${toId} or id < 1`.execute(
    read,
  );
  return rows[0] ?? { after: 0, before: 0 };
}

function selectLinks(read: Read) {
  return read
    .selectFrom('audit_batches')
    .select([
      'number',
      'from_id as fromId',
      'to_id as toId',
      'row_count as rowCount',
      'chained_at as chainedAt',
      'rows_hash as rowsHash',
      'previous_hash as previousHash',
      'hash',
    ]);
}
