// The sandbox's business time: wall time and a stored offset, which only grows. The bank simulator
// gets the offset too, so that its paid times agree.

import { dayMs, hourMs } from '@sandali/contract/day.ts';
import { inTx, type Read } from '#/db/database.ts';
import { type MovableClocks, movableClocks } from '#/platform/clock.ts';
import { manila } from '#/platform/days.ts';
import { sendHolidays } from './bank-desk.ts';
import type { SandboxDeps } from './deps.ts';
import * as store from './store.ts';

/** How much of the past the seeded people live through. */
const seededDays = 21;
const mostDays = 400;

export type Move = { days: number } | { hours: number } | { to: Temporal.Instant };

/**
 * Opens business time at a start. The first start begins at the next 10:00 Manila; a later one goes
 * on where wall time has come to, or at the next 10:00 where that is outside 08:00 to 22:00. With
 * seeds, the first start begins 21 days before that, and the offset is stored when `endSeeding` is
 * called; a start that was cut off in between begins there again, with the same end.
 */
export async function openSandboxClock(
  db: Read,
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

/** Ends the seeded weeks: business time goes on from their end, and is stored. */
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
  db: Read,
  clocks: MovableClocks,
  begin: Temporal.Instant,
): Promise<MovableClocks> {
  const offsetMs = Math.max(0, begin.epochMilliseconds - clocks.wall().epochMilliseconds);
  clocks.setOffset(await inTx(db, (tx) => store.raiseOffset(tx, offsetMs)));
  return clocks;
}

/**
 * Moves business time forward: stores it, sets it, sends it to the bank simulator and wakes the
 * worker.
 * @returns business time afterwards. @throws RangeError for a move backwards or of more than 400
 * days.
 */
export async function moveClock(
  { context: app, clocks, bank }: SandboxDeps,
  move: Move,
): Promise<Temporal.Instant> {
  const byMs = durationOf(clocks.now(), move);
  if (!(byMs >= 0 && byMs <= mostDays * dayMs))
    throw new RangeError(`Business time moves forward, by at most ${mostDays} days.`);
  // Staff may have added days since they were sent.
  await sendHolidays(bank, app.holidays);
  clocks.setOffset(await inTx(app.db, (tx) => store.raiseOffset(tx, clocks.offsetMs() + byMs)));
  await bank.setOffset(clocks.offsetMs());
  app.wake();
  // After moving the clock a developer expects the messages at once, and not after a minute.
  await inTx(app.db, (tx) => app.queue.enqueue(tx, 'reminder.look', {}));
  return clocks.now();
}

/**
 * Moves the clocks and the simulator without storing it: for the seeded weeks, whose offset may be
 * below zero.
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

/** The instant itself where it is 10:00 in Manila, else the next 10:00. */
export function nextTenOClock(at: Temporal.Instant): Temporal.Instant {
  const here = at.toZonedDateTimeISO(manila);
  const ten = here
    .toPlainDate()
    .toZonedDateTime({ timeZone: manila, plainTime: { hour: startsAt } });
  return (Temporal.ZonedDateTime.compare(here, ten) <= 0 ? ten : ten.add({ days: 1 })).toInstant();
}

/** The instant itself from 08:00 to 22:00 Manila, else the next 10:00. */
export function startWithinHours(at: Temporal.Instant): Temporal.Instant {
  const { hour } = at.toZonedDateTimeISO(manila);
  return hour >= opensAt && hour < closesAt ? at : nextTenOClock(at);
}
