// The worker's step: writes the figures of the reports, one day after the other.
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { manila } from '#/platform/days.ts';
import * as store from './write-day.store.ts';

/**
 * Figures are written this long after the end of their day, so that every call that began on the
 * day has ended. The books do not need it: a chained day accepts no entry.
 */
const waitMinutes = 10;

/**
 * Writes the figures of the next day, once its books are chained.
 * @returns 1 if it wrote a day; 0 if none is ready or another server is writing
 */
export async function writeNextDay({ app, now }: WorkCtx): Promise<number> {
  if (!(await nextReady(app.db, now))) return 0;
  return await inTx(app.db, async (tx) => {
    if (!(await store.lockReports(tx))) return 0;
    // Another server may have written the day before this one took the lock.
    const day = await nextReady(tx, now);
    if (!day) return 0;
    await store.insertDay(tx, day, now);
    return 1;
  });
}

type Reader = Parameters<typeof store.nextDay>[0];

async function nextReady(read: Reader, now: Temporal.Instant): Promise<Temporal.PlainDate | null> {
  const day = await store.nextDay(read);
  if (!day) return null;
  const end = day.add({ days: 1 }).toZonedDateTime(manila).toInstant();
  return Temporal.Instant.compare(now, end.add({ minutes: waitMinutes })) < 0 ? null : day;
}

export const reportSteps = {
  /** Runs in its own loop, because reading all open bills may take a second. */
  figures: { name: 'report figures', run: writeNextDay, isApart: true as const },
};
