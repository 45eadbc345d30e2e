// A borrower's credit line: how much principal may be out, is out, and is asked for. Every change is one conditional update, and the table's
// CHECK (used + held <= limit) refuses what the program should ever get wrong.
import { type Centavos, centavos, subtractCentavos } from '@sandali/contract/money.ts';
import { type SqlBool, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { DB } from '#/db/tables.ts';
import { newId } from '#/kit/random.ts';
import { invariant } from '#/kit/refuse.ts';

export type Line = { limitCentavos: Centavos; usedCentavos: Centavos; heldCentavos: Centavos; availableCentavos: Centavos };

/** The borrower's line, or null before the first approval. */
export async function lineOf(read: Read, borrowerId: string): Promise<Line | null> {
  return lineFrom(await selectLine(read, borrowerId).executeTakeFirst());
}

/** The line, locked for this transaction; null before the first approval. Lock the borrower first. */
export async function lockLine(tx: Tx, borrowerId: string): Promise<Line | null> {
  return lineFrom(await selectLine(tx, borrowerId).forUpdate().executeTakeFirst());
}

/** Opens the line of a first approval, with the first row of its history. */
export async function openLine(tx: Tx, of: { borrowerId: string; limitCentavos: Centavos; at: Temporal.Instant }): Promise<void> {
  await tx
    .insertInto('credit_lines')
    .values({ borrower_id: of.borrowerId, limit_centavos: BigInt(of.limitCentavos), opened_at: of.at })
    .execute();
  const change = { from: 0, to: of.limitCentavos, why: 'opened', who: 'the review', requestId: null } as const;
  await insertChange(tx, { id: newId(of.at), borrowerId: of.borrowerId, at: of.at, ...change });
}

/** A change of a limit: from and to in centavos, by whom and why. */
export type LineChange = {
  id: string;
  borrowerId: string;
  from: number;
  to: number;
  why: 'opened' | 'grown' | 'granted';
  who: string;
  /** The request for a higher limit that it follows. */
  requestId: string | null;
  at: Temporal.Instant;
};

/** Raises the limit, and keeps that it was raised. Lock the line and look first: throws where its limit is not `from`, or not below `to`. */
export async function raiseLine(tx: Tx, raised: LineChange & { why: 'grown' | 'granted' }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(raised.to) })
    .where('borrower_id', '=', raised.borrowerId)
    .where('limit_centavos', '=', BigInt(raised.from))
    .where('limit_centavos', '<', BigInt(raised.to))
    .executeTakeFirst();
  invariant(numUpdatedRows === 1n, 'a limit that is raised is the one that was looked at');
  await insertChange(tx, raised);
}

async function insertChange(tx: Tx, { id, borrowerId, from, to, why, who, requestId, at }: LineChange): Promise<void> {
  await sql`insert into line_changes (id, borrower_id, number, from_centavos, to_centavos, why, who, request_id, at)
    select ${id}, ${borrowerId}, coalesce(max(number), 0) + 1, ${BigInt(from)}, ${BigInt(to)}, ${why}, ${who}, ${requestId}, ${at}
    from line_changes where borrower_id = ${borrowerId}`.execute(tx);
}

/** Every limit that a borrower's line has had, the oldest first. */
export async function lineChangesOf(read: Read, borrowerId: string) {
  return await read.selectFrom('line_changes').selectAll().where('borrower_id', '=', borrowerId).orderBy('number').execute();
}

/** Sets part of the line aside for a loan that is asked for. Lock the line and look first: throws where there is not so much left, or no line. */
export async function holdOnLine(tx: Tx, borrowerId: string, amount: Centavos): Promise<void> {
  const isDone = await change(amount, (by) =>
    tx
      .updateTable('credit_lines')
      .set({ held_centavos: sql`held_centavos + ${by}` })
      .where('borrower_id', '=', borrowerId)
      .where(sql<SqlBool>`used_centavos + held_centavos + ${by} <= limit_centavos`),
  );
  invariant(isDone, 'more was held than the line has left');
}

/** Turns what was held into principal that is out: the payout arrived. Throws where so much is not held. */
export async function holdToUsed(tx: Tx, borrowerId: string, amount: Centavos): Promise<void> {
  const isDone = await change(amount, (by) =>
    tx
      .updateTable('credit_lines')
      .set({ held_centavos: sql`held_centavos - ${by}`, used_centavos: sql`used_centavos + ${by}` })
      .where('borrower_id', '=', borrowerId)
      .where('held_centavos', '>=', by),
  );
  invariant(isDone, 'more was paid out than was held on the line');
}

/** Gives back what was held: the loan was cancelled, or its payout failed. Throws where so much is not held. */
export async function releaseHold(tx: Tx, borrowerId: string, amount: Centavos): Promise<void> {
  const isDone = await change(amount, (by) =>
    tx
      .updateTable('credit_lines')
      .set({ held_centavos: sql`held_centavos - ${by}` })
      .where('borrower_id', '=', borrowerId)
      .where('held_centavos', '>=', by),
  );
  invariant(isDone, 'more was released than was held on the line');
}

/** Restores the line by principal that came back: repaid, or returned by the bank. Throws where so much is not out. */
export async function giveBack(tx: Tx, borrowerId: string, amount: Centavos): Promise<void> {
  const isDone = await change(amount, (by) =>
    tx
      .updateTable('credit_lines')
      .set({ used_centavos: sql`used_centavos - ${by}` })
      .where('borrower_id', '=', borrowerId)
      .where('used_centavos', '>=', by),
  );
  invariant(isDone, 'more principal came back than was out');
}

type Update = UpdateQueryBuilder<DB, 'credit_lines', 'credit_lines', UpdateResult>;

/** Runs a conditional update by an amount that is never below 0; whether it found its row. */
async function change(amount: Centavos, update: (by: bigint) => Update): Promise<boolean> {
  invariant(amount >= 0, 'a line changes by amounts of 0 or more');
  const { numUpdatedRows } = await update(BigInt(amount)).executeTakeFirst();
  return numUpdatedRows === 1n;
}

function selectLine(read: Read, borrowerId: string) {
  return read.selectFrom('credit_lines').select(['limit_centavos', 'used_centavos', 'held_centavos']).where('borrower_id', '=', borrowerId);
}

function lineFrom(row: { limit_centavos: bigint; used_centavos: bigint; held_centavos: bigint } | undefined): Line | null {
  if (!row) return null;
  const [limitCentavos, usedCentavos, heldCentavos] = [
    centavos(row.limit_centavos),
    centavos(row.used_centavos),
    centavos(row.held_centavos),
  ];
  const availableCentavos = subtractCentavos(subtractCentavos(limitCentavos, usedCentavos), heldCentavos);
  return { limitCentavos, usedCentavos, heldCentavos, availableCentavos };
}
