// Rate limits in windows of wall time. One statement counts and checks, so that concurrent callers
// never exceed the limit. Fixed windows end on the hour or at Manila's midnight; others slide.
import { dayMs, manilaAheadMs } from '@sandali/contract/day.ts';
import { type CompiledQuery, sql } from 'kysely';
import type { Db, Read, Tx } from '#/db/database.ts';
import { deleteEnded } from './cleanup.ts';

export type RateLimit = {
  /**
   * Names what is counted, and for whom. It contains only keyed hashes and ids, never a phone
   * number or a name.
   */
  name: string;
  limit: number;
  /** An hour, a divisor of an hour, or whole days. */
  windowMs: number;
  /**
   * If true, the window slides: it always ends now and is counted in twelve parts, so that the
   * limit does not reset for all callers at once. Otherwise the window is fixed.
   */
  slides?: true;
};

const parts = 12;

/**
 * Counts one use; returns false without counting if the limit is reached. Other callers of this
 * limit wait until this transaction ends.
 */
export async function consumeRateLimit(
  tx: Tx,
  rateLimit: RateLimit,
  wall: Temporal.Instant,
): Promise<boolean> {
  if (rateLimit.slides) return await takeFromSliding(tx, rateLimit, wall);
  const { name, limit, windowMs } = rateLimit;
  const start = windowStart(wall, windowMs);
  const counter = await tx
    .insertInto('rate_limits')
    .values({ name, window_start: start, ends_at: start.add({ milliseconds: windowMs }), used: 1 })
    .onConflict((clash) =>
      clash
        .columns(['name', 'window_start'])
        .doUpdateSet({ used: sql`rate_limits.used + 1` })
        .where('rate_limits.used', '<', limit),
    )
    .returning('used')
    .executeTakeFirst();
  return counter !== undefined;
}

/** Counts one use of each limit; returns false without counting if any limit is reached. */
export async function consumeAll(
  tx: Tx,
  rateLimits: readonly RateLimit[],
  wall: Temporal.Instant,
): Promise<boolean> {
  for (const [nth, rateLimit] of rateLimits.entries()) {
    if (await consumeRateLimit(tx, rateLimit, wall)) continue;
    for (const counted of rateLimits.slice(0, nth)) await releaseRateLimit(tx, counted, wall);
    return false;
  }
  return true;
}

/**
 * Like `consumeRateLimit`, for a batch whose results are not read. If the limit is reached, the
 * batch fails in the database as Refused tooManyRequests.
 */
export function rateLimitStatements(
  db: Read,
  rateLimit: RateLimit,
  wall: Temporal.Instant,
): readonly CompiledQuery[] {
  const { name, limit, windowMs, slides } = rateLimit;
  if (slides) return [lockName(name).compile(db), slidingQuery(db, rateLimit, wall)];
  const start = windowStart(wall, windowMs);
  const taking = sql`with taken as (
      insert into rate_limits (name, window_start, ends_at, used)
      values (${name}, ${start}, ${start.add({ milliseconds: windowMs })}, 1)
      on conflict (name, window_start) do update set used = rate_limits.used + 1
        where rate_limits.used < ${limit} returning 1)
    select refuse_unless(exists (select from taken), 'tooManyRequests')`;
  return [taking.compile(db)];
}

function slidingQuery(db: Read, rateLimit: RateLimit, wall: Temporal.Instant): CompiledQuery {
  return sql`with taken as (${slidingCount(rateLimit, wall)}) select refuse_unless(exists (select from taken), 'tooManyRequests')`.compile(
    db,
  );
}

/** Counts one use and returns a row, unless the limit is reached. */
function slidingCount({ name, limit, windowMs }: RateLimit, wall: Temporal.Instant) {
  const partMs = windowMs / parts;
  const start = windowStart(wall, partMs);
  return sql`insert into rate_limits (name, window_start, ends_at, used) select ${name}, ${start}, ${start.add({ milliseconds: partMs + windowMs })}, 1
      where (select coalesce(sum(used), 0) from rate_limits where name = ${name}
        and window_start > ${start.subtract({ milliseconds: windowMs })}) < ${limit}
      on conflict (name, window_start) do update set used = rate_limits.used + 1 returning 1`;
}

const lockName = (name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

/**
 * Callers in different parts of a window have no common row to wait for, so they lock the name
 * before they count.
 */
async function takeFromSliding(
  tx: Tx,
  rateLimit: RateLimit,
  wall: Temporal.Instant,
): Promise<boolean> {
  await lockName(rateLimit.name).execute(tx);
  return (await slidingCount(rateLimit, wall).execute(tx)).rows.length > 0;
}

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

/** Returns the number of uses of a sliding limit in the current window. Does not count a use. */
export async function usedOf(
  read: Read,
  { name, windowMs }: RateLimit,
  wall: Temporal.Instant,
): Promise<number> {
  const { used } = await read
    .selectFrom('rate_limits')
    .select((row) => row.fn.coalesce(row.fn.sum<string>('used'), sql<string>`0`).as('used'))
    .where('name', '=', name)
    .where(
      'window_start',
      '>',
      windowStart(wall, windowMs / parts).subtract({ milliseconds: windowMs }),
    )
    .executeTakeFirstOrThrow();
  return Number(used);
}

/** Reverts one use that was counted at the same `wall`. */
export async function releaseRateLimit(
  tx: Tx,
  rateLimit: RateLimit,
  wall: Temporal.Instant,
): Promise<void> {
  await tx.executeQuery(releaseRateLimitQuery(tx, rateLimit, wall));
}

export function releaseRateLimitQuery(
  db: Read,
  { name, windowMs, slides }: RateLimit,
  wall: Temporal.Instant,
): CompiledQuery {
  return db
    .updateTable('rate_limits')
    .set({ used: sql`used - 1` })
    .where('name', '=', name)
    .where('window_start', '=', windowStart(wall, slides ? windowMs / parts : windowMs))
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
