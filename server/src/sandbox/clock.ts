// The sandbox's business time is wall time plus a stored offset, which only grows. The bank
// simulator uses the same offset, so its payments carry matching times.

import { dayMs, hourMs } from '@sandali/contract/day.ts';
import { type Db, inTx } from '#/db/database.ts';
import { type MovableClocks, movableClocks } from '#/platform/clock.ts';
import { manila } from '#/platform/days.ts';
import { sendHolidays } from './bank-desk.ts';
import type { SandboxDeps } from './deps.ts';
import * as store from './store.ts';

/** The number of days that seeding simulates. */
const seededDays = 21;
const mostDays = 400;

export type Move = { days: number } | { hours: number } | { to: Temporal.Instant };

/**
 * Opens the business clock. On the first start it shows the next 10:00 in Manila or, with people to
 * seed, a time 21 days before that until seeding is complete. Later starts use the stored offset,
 * but move to the next 10:00 if the time would be outside 08:00 to 22:00.
 */
export async function openSandboxClock(
  db: Db,
  { withSeeds }: { withSeeds: boolean },
): Promise<MovableClocks> {
  const clocks = movableClocks(0);
  const wall = clocks.wall();
  const storedMs = await store.storedOffset(db);
  if (storedMs === null) {
    const begin = nextTenOClock(wall);
    if (!withSeeds) return await startAt(db, clocks, begin);
    const endsAt = await inTx(db, (tx) => store.storeSeedingEnd(tx, begin));
    clocks.setOffset(
      endsAt.subtract({ hours: 24 * seededDays }).epochMilliseconds - wall.epochMilliseconds,
    );
    return clocks;
  }
  return await startAt(db, clocks, startWithinHours(wall.add({ milliseconds: storedMs })));
}

/** Moves business time to the end of the seeded weeks, and stores the offset. */
export async function endSeeding(
  { context: app, clocks, bank }: SandboxDeps,
  endsAt: Temporal.Instant,
): Promise<void> {
  const wall = clocks.wall();
  await startAt(
    app.db,
    clocks,
    Temporal.Instant.compare(endsAt, wall) >= 0 ? endsAt : nextTenOClock(wall),
  );
  await bank.setOffset(clocks.offsetMs());
  app.wake();
}

async function startAt(
  db: Db,
  clocks: MovableClocks,
  begin: Temporal.Instant,
): Promise<MovableClocks> {
  const offsetMs = Math.max(0, begin.epochMilliseconds - clocks.wall().epochMilliseconds);
  clocks.setOffset(await inTx(db, (tx) => store.raiseOffset(tx, offsetMs)));
  return clocks;
}

/**
 * Moves business time forward here and in the bank simulator, stores the offset and wakes the
 * worker.
 * @returns the new business time
 * @throws RangeError if the move is backwards, longer than 400 days, or under a shared simulator
 */
export async function moveClock(
  { context: app, clocks, bank }: SandboxDeps,
  move: Move,
): Promise<Temporal.Instant> {
  if (bank.isShared)
    throw new RangeError('Business time does not move while servers share a bank simulator.');
  const byMs = durationOf(clocks.now(), move);
  if (!(byMs >= 0 && byMs <= mostDays * dayMs))
    throw new RangeError(`Business time moves forward, by at most ${mostDays} days.`);
  // Staff may have added holidays since the last move.
  await sendHolidays(bank, app.holidays);
  clocks.setOffset(await inTx(app.db, (tx) => store.raiseOffset(tx, clocks.offsetMs() + byMs)));
  await bank.setOffset(clocks.offsetMs());
  app.wake();
  // Without this job, a developer would wait up to a minute for reminders.
  await inTx(app.db, (tx) => app.queue.enqueue(tx, 'reminder.look', {}));
  return clocks.now();
}

/**
 * Moves business time without storing the offset, which may be negative during the seeded weeks.
 */
export async function passTime(
  { context: app, clocks, bank }: SandboxDeps,
  to: Temporal.Instant,
): Promise<void> {
  const offsetMs = to.epochMilliseconds - clocks.wall().epochMilliseconds;
  if (offsetMs > clocks.offsetMs()) clocks.setOffset(offsetMs);
  await bank.setOffset(clocks.offsetMs());
  app.wake();
}

function durationOf(now: Temporal.Instant, move: Move): number {
  if ('to' in move) return move.to.epochMilliseconds - now.epochMilliseconds;
  return Math.round('days' in move ? move.days * dayMs : move.hours * hourMs);
}

const opensAt = 8;
const closesAt = 22;
const startsAt = 10;

/** Returns the instant unchanged if it is 10:00 in Manila, otherwise the next 10:00. */
export function nextTenOClock(at: Temporal.Instant): Temporal.Instant {
  const here = at.toZonedDateTimeISO(manila);
  const ten = here
    .toPlainDate()
    .toZonedDateTime({ timeZone: manila, plainTime: { hour: startsAt } });
  return (Temporal.ZonedDateTime.compare(here, ten) <= 0 ? ten : ten.add({ days: 1 })).toInstant();
}

/**
 * Returns the instant unchanged if it is from 08:00 to 22:00 in Manila, otherwise the next 10:00.
 */
export function startWithinHours(at: Temporal.Instant): Temporal.Instant {
  const { hour } = at.toZonedDateTimeISO(manila);
  return hour >= opensAt && hour < closesAt ? at : nextTenOClock(at);
}
