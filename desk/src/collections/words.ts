// The words of the collections screen for stored values.
import type { Bucket } from './answers.ts';

export const bucketNames: Readonly<Record<Bucket | 'all', string>> = {
  all: 'All overdue',
  dueToday: 'Due today',
  '1-7': '1–7 days',
  '8-30': '8–30',
  '31-60': '31–60',
  '61+': '61+',
  brokenToday: 'Promises broken today',
};

/** The results of a call, in the order of their keys 1 to 6. */
export const outcomes = [
  ['reached', 'Reached'],
  ['promised', 'Promised to pay'],
  ['noAnswer', 'No answer'],
  ['callBack', 'Asked to be called back'],
  ['refused', 'Asked not to be called'],
  ['wrongNumber', 'Wrong number'],
] as const;
export type Outcome = (typeof outcomes)[number][0];

export const outcomeName = (outcome: string): string =>
  outcomes.find(([stored]) => stored === outcome)?.[1] ?? outcome;

const states: Readonly<Record<string, string>> = {
  kept: 'Kept so far',
  broken: 'Broken',
  replaced: 'Replaced by an extension',
  paid: 'Paid',
};
export const stateName = (state: string): string => states[state] ?? state;

export const daysWords = (days: number): string => {
  if (days === 0) return 'not overdue';
  return days === 1 ? '1 day overdue' : `${days} days overdue`;
};
