// Rate limits in windows of wall time. A limit is counted and checked in one statement, so
// concurrent callers never exceed it. Fixed windows end on the hour or at Manila's midnight; others
// slide.
import { dayMs, manilaAheadMs } from '@sandali/contract/day.ts';
import { type CompiledQuery, sql } from 'kysely';
import type { Db, Read, Tx } from '#/db/database.ts';
import { deleteEnded } from './cleanup.ts';

/** A limit on the uses in a fixed window. */
export type RateLimit = {
  /**
   * Names what is counted, and for whom. It contains only keyed hashes and ids, never a phone
   * number or a name.
   */
  name: string;
  limit: number;
  /** An hour, a divisor of an hour, or whole days. */
  windowMs: number;
  slides?: never;
};

/**
 * A limit whose window always ends now and is counted in twelve parts, so that it does not reset
 * for all callers at once.
 */
export type SlidingLimit = Omit<RateLimit, 'slides'> & { slides: true };

const parts = 12;

/**
 * Counts one use; returns false without counting if the limit is reached. In a transaction, other
 * callers of this limit wait until it ends.
 */
export async function consumeRateLimit(
  db: Read,
  rateLimit: RateLimit,
  wall: Temporal.Instant,
): Promise<boolean> {
  return (await countUse(rateLimit, wall).execute(db)).rows.length > 0;
}

/**
 * Like `consumeRateLimit`, for a batch whose results are not read. If the limit is reached, the
 * batch fails in the database as Refused tooManyRequests.
 */
export function rateLimitQuery(
  db: Read,
  rateLimit: RateLimit,
  wall: Temporal.Instant,
): CompiledQuery {
  return sql`with counted as (${countUse(rateLimit, wall)})
    select refuse_unless(exists (select from counted), 'tooManyRequests')`.compile(db);
}

/** Counts one use and returns a row, unless the limit is reached. */
function countUse({ name, limit, windowMs }: RateLimit, wall: Temporal.Instant) {
  const start = windowStart(wall, windowMs);
  return sql`insert into rate_limits (name, window_start, ends_at, used)
    values (${name}, ${start}, ${start.add({ milliseconds: windowMs })}, 1)
    on conflict (name, window_start) do update set used = rate_limits.used + 1
      where rate_limits.used < ${limit} returning 1`;
}

/**
 * Counts one use of each limit; returns false without counting if any limit is reached. Callers in
 * different parts of a window have no common row to wait for, so they lock the names before they
 * count. All callers must list shared limits in the same order, or they can deadlock.
 */
export async function consumeSliding(
  tx: Tx,
  rateLimits: readonly SlidingLimit[],
  wall: Temporal.Instant,
): Promise<boolean> {
  if (rateLimits.length === 0) return true;
  const names = rateLimits.map(({ name }) => name);
  // This is a separate statement, because the next one must see what the other callers counted.
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${names}::text[]) with ordinality as names (name, nth) order by nth`;
  const count = sql`insert into rate_limits (name, window_start, ends_at, used)
    select name, window_start, ends_at, 1
    from (select nth, name, window_start, ends_at,
        bool_and(${usesOfLimit} < most) over () as is_within
      from ${limitsAsTable(rateLimits, wall)}) as limits
    where is_within order by nth
    on conflict (name, window_start) do update set used = rate_limits.used + 1 returning 1`;
  const [, counted] = await Promise.all([lock.execute(tx), count.execute(tx)]);
  return counted.rows.length > 0;
}

function limitsAsTable(rateLimits: readonly SlidingLimit[], wall: Temporal.Instant) {
  const rows = rateLimits.map(({ name, limit, windowMs }) => {
    const start = partStart(wall, windowMs);
    const ends = start.add({ milliseconds: windowMs / parts + windowMs });
    return { name, limit, start, after: start.subtract({ milliseconds: windowMs }), ends };
  });
  return sql`unnest(${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.limit)}::integer[], ${rows.map((row) => row.start)}::timestamptz[],
      ${rows.map((row) => row.after)}::timestamptz[], ${rows.map((row) => row.ends)}::timestamptz[])
    with ordinality as limits (name, most, window_start, counted_after, ends_at, nth)`;
}

/** The uses of a row of `limitsAsTable` in the current window. */
const usesOfLimit = sql`(select coalesce(sum(used), 0)::integer from rate_limits as part
  where part.name = limits.name and part.window_start > limits.counted_after)`;

/** Whether a fixed limit has a use left. Does not count a use. */
export async function allowsAnotherUse(
  read: Read,
  { name, limit, windowMs }: RateLimit,
  wall: Temporal.Instant,
): Promise<boolean> {
  const counter = await read
    .selectFrom('rate_limits')
    .select('used')
    .where('name', '=', name)
    .where('window_start', '=', windowStart(wall, windowMs))
    .executeTakeFirst();
  return counter === undefined || counter.used < limit;
}

/**
 * Returns a function that tells how many uses each of these limits has in its current window. Does
 * not count a use.
 */
export async function usedOf(
  read: Read,
  rateLimits: readonly SlidingLimit[],
  wall: Temporal.Instant,
): Promise<(rateLimit: SlidingLimit) => number> {
  const { rows } = await sql<{ name: string; uses: number }>`select name, ${usesOfLimit} as uses
    from ${limitsAsTable(rateLimits, wall)}`.execute(read);
  const uses = new Map(rows.map((row) => [row.name, row.uses]));
  return ({ name }) => uses.get(name) ?? 0;
}

/** Reverts one use of each limit that was counted at the same `wall`. */
export async function releaseRateLimits(
  tx: Tx,
  rateLimits: readonly (RateLimit | SlidingLimit)[],
  wall: Temporal.Instant,
): Promise<void> {
  await Promise.all(rateLimits.map((rateLimit) => releaseRateLimit(tx, rateLimit, wall)));
}

/** Reverts one use that was counted at the same `wall`. */
export async function releaseRateLimit(
  db: Read,
  rateLimit: RateLimit | SlidingLimit,
  wall: Temporal.Instant,
): Promise<void> {
  await db.executeQuery(releaseRateLimitQuery(db, rateLimit, wall));
}

export function releaseRateLimitQuery(
  db: Read,
  { name, windowMs, slides }: RateLimit | SlidingLimit,
  wall: Temporal.Instant,
): CompiledQuery {
  return db
    .updateTable('rate_limits')
    .set({ used: sql`used - 1` })
    .where('name', '=', name)
    .where('window_start', '=', slides ? partStart(wall, windowMs) : windowStart(wall, windowMs))
    .where('used', '>', 0)
    .compile();
}

/** Deletes the counters of windows that ended more than a day before `wall`. */
export async function deleteEndedRateLimits(db: Db, wall: Temporal.Instant): Promise<void> {
  await deleteEnded(db, 'rate_limits', 'ends_at', wall.subtract({ milliseconds: dayMs }));
}

function windowStart(wall: Temporal.Instant, windowMs: number): Temporal.Instant {
  const ms = wall.epochMilliseconds + manilaAheadMs;
  return Temporal.Instant.fromEpochMilliseconds(ms - (ms % windowMs) - manilaAheadMs);
}

/** Returns the start of the current part of a sliding window. */
function partStart(wall: Temporal.Instant, windowMs: number): Temporal.Instant {
  return windowStart(wall, windowMs / parts);
}
