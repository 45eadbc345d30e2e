// Budgets: how often something may happen in a window of real time. One statement takes from a budget and tells whether it was there, so
// that parallel callers never get more than the limit. Windows are fixed and end on the hour or at Manila's midnight; those of several days follow each other without a gap.
import { sql } from 'kysely';
import type { Tx } from '#/db/database.ts';

export type Budget = {
  /** What is counted, and for whom: keyed hashes and ids only, never a number or a name. */
  name: string;
  limit: number;
  /** An hour, a part of an hour that divides it, a day or whole days. */
  windowMs: number;
};

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
/** Manila is UTC+8 all year. */
const manilaAheadMs = 8 * hourMs;

/** Takes one from a budget; false, and nothing taken, when it is spent. Others who take from it wait until this transaction ends. */
export async function takeFromBudget(tx: Tx, { name, limit, windowMs }: Budget, wall: Temporal.Instant): Promise<boolean> {
  const start = windowStart(wall, windowMs);
  const taken = await tx
    .insertInto('budgets')
    .values({ name, window_start: start, ends_at: start.add({ milliseconds: windowMs }), used: 1 })
    .onConflict((clash) =>
      clash.columns(['name', 'window_start']).doUpdateSet({ used: sql`budgets.used + 1` }).where('budgets.used', '<', limit),
    )
    .returning('used')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives back one that was taken at the same `wall`: it turned out not to count. */
export async function giveBackToBudget(tx: Tx, { name, windowMs }: Budget, wall: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('budgets')
    .set({ used: sql`used - 1` })
    .where('name', '=', name)
    .where('window_start', '=', windowStart(wall, windowMs))
    .where('used', '>', 0)
    .execute();
}

/** Removes the counters of windows that ended more than a day before `wall`. */
export async function forgetOldBudgets(tx: Tx, wall: Temporal.Instant): Promise<void> {
  await tx
    .deleteFrom('budgets')
    .where('ends_at', '<', wall.subtract({ milliseconds: dayMs }))
    .execute();
}

function windowStart(wall: Temporal.Instant, windowMs: number): Temporal.Instant {
  const ms = wall.epochMilliseconds + manilaAheadMs;
  return Temporal.Instant.fromEpochMilliseconds(ms - (ms % windowMs) - manilaAheadMs);
}
