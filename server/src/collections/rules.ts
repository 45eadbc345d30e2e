// Pure rules: when and how often a borrower with an overdue bill may be called (SEC MC 18 s.2019,
// without its exception for bills over 15 days late).
import type { Rules } from '#/context/rules.ts';
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

const weekDays = 7;
type CallRules = Pick<Rules, 'callFirstHour' | 'callLastHour' | 'callsADay' | 'callsAWeek'>;

export type Called = { on: string; outcome: CallOutcome };

/**
 * Returns why this person may not be called now, or null. `called` contains the calls of the last
 * seven days.
 */
export function whyNotCall(
  now: Temporal.Instant,
  called: readonly Called[],
  { callFirstHour, callLastHour, callsADay, callsAWeek }: CallRules,
): string | null {
  const here = now.toZonedDateTimeISO(manila);
  if (here.hour < callFirstHour || here.hour > callLastHour)
    return `Call only from ${fullHour(callFirstHour)} to ${fullHour(callLastHour + 1)} in Manila.`;
  const today = here.toPlainDate();
  const first = today.subtract({ days: weekDays - 1 }).toString();
  const ofToday = called.filter((call) => call.on === today.toString());
  if (ofToday.some((call) => call.outcome === 'refused'))
    return 'They asked not to be called. Write instead, or call on another day.';
  if (ofToday.some(({ outcome }) => outcome === 'reached' || outcome === 'promised'))
    return 'They were reached today. Call on another day.';
  if (ofToday.length >= callsADay)
    return `They were called ${callsADay} times today. Call on another day.`;
  if (called.filter((call) => call.on >= first).length >= callsAWeek)
    return `They were called ${callsAWeek} times within a week. Wait some days.`;
  return null;
}

const fullHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
