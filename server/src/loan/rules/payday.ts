import type { Work } from '@sandali/contract/credit.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';

type Payday = Work['payday'];

/** The days of the month on which each kind of payday falls; none where the month does not say. */
const daysOf: Readonly<Record<Payday, readonly number[]>> = {
  weekly: [],
  day15and30: [15, 30],
  day10and25: [10, 25],
  monthEnd: [31],
  daily: [],
  irregular: [],
};

/**
 * The first payday after a day; null where its kind names no day of the month. What a month lacks
 * falls on its last day. One on a Sunday or holiday is often paid before, so that nobody has the
 * money later than the day that this gives.
 */
export function paydayAfter(kind: Payday, day: Day): Day | null {
  const next = Array.from({ length: 31 }, (_, n) => addDays(day, n + 1));
  return next.find((one) => isPayday(kind, one)) ?? null;
}

function isPayday(kind: Payday, day: Day): boolean {
  const ofMonth = Number(day.slice(8));
  const isLast = addDays(day, 1).endsWith('-01');
  return daysOf[kind].some((payday) => payday === ofMonth || (isLast && payday > ofMonth));
}
