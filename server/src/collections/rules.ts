// Pure rules: when and how often a borrower with an overdue bill may be called (SEC MC 18 s.2019,
// without its exception for bills over 15 days late).
import { manila } from '#/platform/days.ts';

export const callOutcomes = [
  'reached',
  'promised',
  'noAnswer',
  'wrongNumber',
  'refused',
  'callBack',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** The first and last hour of a Manila day in which calls are allowed, both included. */
export const callHours = { first: 6, last: 21 } as const;
export const mostCallsADay = 3;
const mostCallsAWeek = 7;
const weekDays = 7;

export type Called = { on: string; outcome: CallOutcome };

/**
 * Returns why this person may not be called now, or null. `called` contains the calls of the last
 * seven days.
 */
export function whyNotCall(now: Temporal.Instant, called: readonly Called[]): string | null {
  const here = now.toZonedDateTimeISO(manila);
  if (here.hour < callHours.first || here.hour > callHours.last)
    return 'Call only from 06:00 to 22:00 in Manila.';
  const today = here.toPlainDate();
  const first = today.subtract({ days: weekDays - 1 }).toString();
  const ofToday = called.filter((call) => call.on === today.toString());
  if (ofToday.some((call) => call.outcome === 'refused'))
    return 'They asked not to be called. Write instead, or call on another day.';
  if (ofToday.some(({ outcome }) => outcome === 'reached' || outcome === 'promised'))
    return 'They were reached today. Call on another day.';
  if (ofToday.length >= mostCallsADay)
    return `They were called ${mostCallsADay} times today. Call on another day.`;
  if (called.filter((call) => call.on >= first).length >= mostCallsAWeek)
    return `They were called ${mostCallsAWeek} times within a week. Wait some days.`;
  return null;
}
