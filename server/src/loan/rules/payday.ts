import type { Work } from '@sandali/contract/credit.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';

type Payday = Work['payday'];

/** The days of the month for each kind of payday; empty for a kind without fixed days. */
const daysOf: Readonly<Record<Payday, readonly number[]>> = {
  weekly: [],
  day15and30: [15, 30],
  day10and25: [10, 25],
  monthEnd: [31],
  daily: [],
  irregular: [],
};

/**
 * Returns the first payday after the given day; null for a kind without fixed days. In a month that
 * is too short, the payday is the last day. Employers may pay earlier before a Sunday or holiday,
 * but never later.
 */
export function paydayAfter(kind: Payday, day: Day): Day | null {
  const next = Array.from({ length: 31 }, (_, n) => addDays(day, n + 1));
  return next.find((candidate) => isPayday(kind, candidate)) ?? null;
}

function isPayday(kind: Payday, day: Day): boolean {
  const ofMonth = Number(day.slice(8));
  const isLast = addDays(day, 1).endsWith('-01');
  return daysOf[kind].some((payday) => payday === ofMonth || (isLast && payday > ofMonth));
}
