// The lending day: it begins at 10:00 Manila, when a spent budget reopens (spec §8, "try again at 10 tomorrow").
import { addDays, manilaDay, startOfDayMs } from '@sandali/contract/day.ts';

const opensAtHour = 10;
const hourMs = 3_600_000;

/** The start of the lending day in which an instant falls; both in milliseconds since 1970. */
export function lendingDayStartMs(nowMs: number): number {
  const today = manilaDay(nowMs);
  const opensMs = startOfDayMs(today) + opensAtHour * hourMs;
  return nowMs >= opensMs ? opensMs : startOfDayMs(addDays(today, -1)) + opensAtHour * hourMs;
}
