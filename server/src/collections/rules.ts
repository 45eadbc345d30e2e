// Pure rules: when and how often a borrower with an overdue bill may be called (SEC MC 18 s.2019,
// without its exception for bills over 15 days late), and the buckets of the call list.
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

/** The buckets by days after the last free day, both ends included. */
export const ages = {
  dueToday: { least: 0, most: 0 },
  '1-7': { least: 1, most: 7 },
  '8-30': { least: 8, most: 30 },
  '31-60': { least: 31, most: 60 },
  '61+': { least: 61, most: null },
} as const;
export type Age = keyof typeof ages;
/** All buckets. `brokenToday`: a promised part was due yesterday and is not fully paid. */
export const buckets = ['dueToday', '1-7', '8-30', '31-60', '61+', 'brokenToday'] as const;
export type Bucket = (typeof buckets)[number];

const weekDays = 7;
export type CallRules = Pick<Rules, 'callFirstHour' | 'callLastHour' | 'callsADay' | 'callsAWeek'>;

export type Called = { on: string; outcome: CallOutcome };

/** Returns the first day whose calls still count on the given day. */
export const firstCountedDay = (day: Temporal.PlainDate): Temporal.PlainDate =>
  day.subtract({ days: weekDays - 1 });

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
  const first = firstCountedDay(today).toString();
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

/**
 * Returns when this person may be called next, if nobody calls before: now, or the start of the
 * calling hours on that day or a later one. `firstOn` is the first day on which their bill allows a
 * call.
 */
export function nextCallAt(
  now: Temporal.Instant,
  called: readonly Called[],
  rules: CallRules,
  firstOn: Temporal.PlainDate,
): Temporal.Instant {
  const today = now.toZonedDateTimeISO(manila).toPlainDate();
  let day = Temporal.PlainDate.compare(firstOn, today) > 0 ? firstOn : today;
  for (;;) {
    const plainTime = { hour: rules.callFirstHour };
    const opening = day.toZonedDateTime({ timeZone: manila, plainTime }).toInstant();
    const at = Temporal.Instant.compare(opening, now) > 0 ? opening : now;
    if (whyNotCall(at, called, rules) === null) return at;
    day = day.add({ days: 1 });
  }
}

/** Formats a full hour: '06:00'. */
export const fullHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
