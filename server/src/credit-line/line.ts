// A borrower's credit line: its limit, the principal in use, and the principal held for requested
// loans. A change is one conditional update, backed by a CHECK (used + held <= limit), so the slice
// has no store.
import {
  type Centavos,
  centavos,
  lessCentavos,
  minCentavos,
  subtractCentavos,
  sumCentavos,
} from '@sandali/contract/money.ts';
import {
  type CompiledQuery,
  type Expression,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type OfBorrower, onePart } from '#/db/snapshot.ts';
import type { DB } from '#/db/tables.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';

export type Line = {
  limitCentavos: Centavos;
  usedCentavos: Centavos;
  heldCentavos: Centavos;
  availableCentavos: Centavos;
  /**
   * The pending decrease: the part of a lowered limit that is still in use. It is deducted as
   * principal is repaid.
   */
  loweringCentavos: Centavos;
};

/** Returns the borrower's line, or null before the first approval. */
export async function lineOf(read: Read, borrowerId: string): Promise<Line | null> {
  return lineFrom(await selectLine(read, borrowerId).executeTakeFirst());
}

/** `lineOf` as a snapshot part. */
export const linePart = onePart(
  (db, { borrowerId }: OfBorrower) => selectLine(db, borrowerId),
  lineFrom,
);

/**
 * Locks and returns the line, or returns null before the first approval. Lock the borrower first.
 */
export async function lockLine(tx: Tx, borrowerId: string): Promise<Line | null> {
  return lineFrom(await selectLine(tx, borrowerId).forUpdate().executeTakeFirst());
}

type Opened = {
  borrowerId: string;
  limitCentavos: Centavos;
  affordableCentavos: Centavos;
  /** Whether a reviewer grants the line although the income is too low for any loan. */
  isBelowShare: boolean;
  at: Temporal.Instant;
};

/**
 * Opens the line after a first approval, and records its first change. Throws if the limit is too
 * high for the income, unless a reviewer approved it.
 */
export async function openLine(tx: Tx, of: Opened): Promise<void> {
  await tx
    .insertInto('credit_lines')
    .values({
      borrower_id: of.borrowerId,
      limit_centavos: BigInt(of.limitCentavos),
      affordable_centavos: BigInt(of.affordableCentavos),
      person_limit_centavos: of.isBelowShare ? BigInt(of.limitCentavos) : null,
      opened_at: of.at,
    })
    .execute();
  const opened = {
    from: 0,
    to: of.limitCentavos,
    reason: 'opened',
    who: 'the review',
    requestId: null,
  } as const;
  await insertChange(tx, {
    id: newIdFor(of.borrowerId, of.at),
    borrowerId: of.borrowerId,
    at: of.at,
    ...opened,
  });
}

/** A change of a limit. `from` and `to` are in centavos. */
export type LineChange = {
  id: string;
  borrowerId: string;
  from: number;
  to: number;
  reason: 'opened' | 'grown' | 'granted' | 'takenBack';
  who: string;
  /** The request for a higher limit that led to the change. */
  requestId: string | null;
  at: Temporal.Instant;
};

/**
 * Raises the limit, records the change and drops a pending decrease. Lock the line first. Throws
 * unless its limit is `from`, below `to`, and `to` is at most `affordable` (centavos).
 */
export async function raiseLine(
  tx: Tx,
  raised: LineChange & { reason: 'grown' | 'granted'; affordable: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('credit_lines')
    .set({
      limit_centavos: BigInt(raised.to),
      affordable_centavos: BigInt(raised.affordable),
      pending_decrease_centavos: 0n,
      over_limit_centavos: sql`greatest(used_centavos + reserved_centavos - ${BigInt(raised.to)}, 0)`,
    })
    .where('borrower_id', '=', raised.borrowerId)
    .where('limit_centavos', '=', BigInt(raised.from))
    .where('limit_centavos', '<', BigInt(raised.to))
    .executeTakeFirst();
  invariant(numUpdatedRows === 1n, 'the limit is unchanged since it was read');
  await insertChange(tx, raised);
}

type Lowered = { borrowerId: string; by: Centavos; who: string; at: Temporal.Instant };

/**
 * Lowers the limit by its unused part now, and by the remainder as principal is repaid. Locks the
 * line.
 * @returns the pending decrease in centavos.
 */
export async function lowerLine(tx: Tx, { borrowerId, by, who, at }: Lowered): Promise<Centavos> {
  const line = await lockLine(tx, borrowerId);
  invariant(line && by > 0, 'a limit is lowered by more than 0');
  const free = minCentavos(by, line.availableCentavos);
  const later = sumCentavos([line.loweringCentavos, subtractCentavos(by, free)]);
  const to = subtractCentavos(line.limitCentavos, free);
  await tx
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(to), pending_decrease_centavos: BigInt(later) })
    .where('borrower_id', '=', borrowerId)
    .execute();
  if (free > 0)
    await insertChange(tx, {
      id: newIdFor(borrowerId, at),
      borrowerId,
      from: line.limitCentavos,
      to,
      reason: 'takenBack',
      who,
      requestId: null,
      at,
    });
  return later;
}

async function insertChange(
  tx: Tx,
  { id, borrowerId, from, to, reason, who, requestId, at }: LineChange,
): Promise<void> {
  await sql`insert into limit_changes
      (id, borrower_id, number, from_centavos, to_centavos, reason, who, request_id, at)
    select ${id}, ${borrowerId}, coalesce(max(number), 0) + 1,
      ${BigInt(from)}, ${BigInt(to)}, ${reason}, ${who}, ${requestId}, ${at}
    from limit_changes where borrower_id = ${borrowerId}`.execute(tx);
}

/** Returns the changes to a borrower's limit, oldest first. */
export async function lineChangesOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('limit_changes')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('number')
    .execute();
}

/**
 * Returns the query that holds credit for a requested loan. Lock and check the line first; the
 * query fails if too little is available or there is no line.
 */
export function holdCreditQuery(db: Read, borrowerId: string, amount: Centavos): CompiledQuery {
  invariant(amount >= 0, 'a line changes by amounts of 0 or more');
  const by = BigInt(amount);
  return sql`with held as (
      update credit_lines set reserved_centavos = reserved_centavos + ${by}
      where borrower_id = ${borrowerId}
        and used_centavos + reserved_centavos + ${by} <= limit_centavos
      returning 1)
    select ensure(exists (select from held), 'more was held than the line has left')`.compile(db);
}

/** Turns held credit into used credit when the payout arrives. Throws if less is held. */
export async function useHeldCredit(tx: Tx, borrowerId: string, amount: Centavos): Promise<void> {
  const isDone = await change(amount, (by) =>
    tx
      .updateTable('credit_lines')
      .set({
        reserved_centavos: sql`reserved_centavos - ${by}`,
        used_centavos: sql`used_centavos + ${by}`,
      })
      .where('borrower_id', '=', borrowerId)
      .where('reserved_centavos', '>=', by),
  );
  invariant(isDone, 'more was paid out than was held on the line');
}

/** Releases held credit when the loan is cancelled or its payout fails. Throws if less is held. */
export async function releaseHeldCredit(
  tx: Tx,
  borrowerId: string,
  amount: Centavos,
  at: Temporal.Instant,
): Promise<void> {
  const isDone = await releaseCredit(tx, { borrowerId, of: 'reserved_centavos', amount, at });
  invariant(isDone, 'more was released than was held on the line');
}

/** Releases used credit on a repayment or a reversed payout. Throws if less is used. */
export async function releaseUsedCredit(
  tx: Tx,
  borrowerId: string,
  amount: Centavos,
  at: Temporal.Instant,
): Promise<void> {
  const isDone = await releaseCredit(tx, { borrowerId, of: 'used_centavos', amount, at });
  invariant(isDone, 'more principal was repaid than was in use');
}

/**
 * Uses credit again when a repayment is reversed. The used credit may then exceed the limit, which
 * blocks new loans until the excess is repaid.
 */
export async function useCreditAgain(tx: Tx, borrowerId: string, amount: Centavos): Promise<void> {
  const isDone = await change(amount, (by) =>
    tx
      .updateTable('credit_lines')
      .set({
        used_centavos: sql`used_centavos + ${by}`,
        over_limit_centavos: sql`greatest(used_centavos + reserved_centavos + ${by} - limit_centavos, 0)`,
      })
      .where('borrower_id', '=', borrowerId),
  );
  invariant(isDone, 'a borrower with a bill has a line');
}

type Free = {
  borrowerId: string;
  of: 'used_centavos' | 'reserved_centavos';
  amount: Centavos;
  at: Temporal.Instant;
};

/**
 * Releases credit. The amount first reduces any excess over the limit, then any pending decrease.
 * @returns false if less is in use or held.
 */
async function releaseCredit(tx: Tx, { borrowerId, of, amount, at }: Free): Promise<boolean> {
  invariant(amount >= 0, 'a line changes by amounts of 0 or more');
  const by = BigInt(amount);
  const column = sql.ref(of);
  const { rows } = await sql<{ from: bigint; lowered: bigint }>`
    with before as (
      select borrower_id, limit_centavos, least(over_limit_centavos, ${by}) as over,
        least(pending_decrease_centavos, ${by} - least(over_limit_centavos, ${by})) as lowered
      from credit_lines where borrower_id = ${borrowerId} for update)
    update credit_lines c set ${column} = c.${column} - ${by},
      limit_centavos = c.limit_centavos - b.lowered,
      over_limit_centavos = c.over_limit_centavos - b.over,
      pending_decrease_centavos = c.pending_decrease_centavos - b.lowered
    from before b where c.borrower_id = b.borrower_id and c.${column} >= ${by}
    returning b.limit_centavos as "from", b.lowered`.execute(tx);
  const [row] = rows;
  if (row && row.lowered > 0n) {
    const lowered = {
      from: Number(row.from),
      to: Number(row.from - row.lowered),
      reason: 'takenBack',
      who: 'growth rules',
      requestId: null,
    } as const;
    await insertChange(tx, { id: newIdFor(borrowerId, at), borrowerId, at, ...lowered });
  }
  return row !== undefined;
}

type Update = UpdateQueryBuilder<DB, 'credit_lines', 'credit_lines', UpdateResult>;

/** Runs a conditional update of the line by 0 or more centavos. @returns whether a row matched. */
async function change(amount: Centavos, update: (by: bigint) => Update): Promise<boolean> {
  invariant(amount >= 0, 'a line changes by amounts of 0 or more');
  const { numUpdatedRows } = await update(BigInt(amount)).executeTakeFirst();
  return numUpdatedRows === 1n;
}

function selectLine(read: Read, borrowerId: string | Expression<string>) {
  return read
    .selectFrom('credit_lines')
    .select(['limit_centavos', 'used_centavos', 'reserved_centavos', 'pending_decrease_centavos'])
    .where('borrower_id', '=', borrowerId);
}

type LineRow = {
  limit_centavos: bigint;
  used_centavos: bigint;
  reserved_centavos: bigint;
  pending_decrease_centavos: bigint;
};

function lineFrom(row: LineRow | null | undefined): Line | null {
  if (!row) return null;
  const [limitCentavos, usedCentavos, heldCentavos] = [
    centavos(row.limit_centavos),
    centavos(row.used_centavos),
    centavos(row.reserved_centavos),
  ];
  const availableCentavos = lessCentavos(limitCentavos, sumCentavos([usedCentavos, heldCentavos]));
  return {
    limitCentavos,
    usedCentavos,
    heldCentavos,
    availableCentavos,
    loweringCentavos: centavos(row.pending_decrease_centavos),
  };
}
