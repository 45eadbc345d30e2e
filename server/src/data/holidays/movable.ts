// Legal holidays whose day a proclamation sets. RA 9492 moves six to a nearby Monday. Eid'l Fitr
// (RA 9177) and Eid'l Adha (RA 9849) follow the moon, which the Umm al-Qura calendar approximates.
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import type { Holiday } from './holidays.ts';

/** A holiday's day by law, in the civil or Islamic calendar. */
type Movable = {
  name: string;
  /** Matches the name in a proclamation. */
  known: RegExp;
  calendar?: string;
  month: number;
  day: number;
};

const movable: readonly Movable[] = [
  { name: 'Araw ng Kagitingan', known: /kagitingan|valor/i, month: 4, day: 9 },
  { name: 'Labor Day', known: /labou?r/i, month: 5, day: 1 },
  { name: 'Independence Day', known: /independence/i, month: 6, day: 12 },
  { name: 'Ninoy Aquino Day', known: /aquino/i, month: 8, day: 21 },
  { name: 'Bonifacio Day', known: /bonifacio/i, month: 11, day: 30 },
  { name: 'Rizal Day', known: /rizal/i, month: 12, day: 30 },
  { name: 'Eid’l Fitr', known: /fitr/i, calendar: 'islamic-umalqura', month: 10, day: 1 },
  { name: 'Eid’l Adha', known: /adha/i, calendar: 'islamic-umalqura', month: 12, day: 10 },
];

/** Longer than the longest term, to leave time to find and add the proclamation. */
const awaitedDaysBefore = 60;
/** A proclamation is still useful after the holiday: adding it reverses that day's charges. */
const awaitedDaysAfter = 30;

export type Awaited = { name: string; about: Day };

/**
 * Returns the movable holidays near today for which `known` has no proclaimed day, sorted by day.
 */
export function awaitedHolidays(
  known: readonly Pick<Holiday, 'on' | 'name'>[],
  today: Day,
): Awaited[] {
  const [from, to] = [addDays(today, -awaitedDaysAfter), addDays(today, awaitedDaysBefore)];
  return movable
    .flatMap(({ name, known: isNamed, ...law }) =>
      daysOf(law, Temporal.PlainDate.from(today))
        .filter((about) => from <= about && about <= to)
        .filter(
          (about) =>
            !known.some(
              (holiday) =>
                isNamed.test(holiday.name) && holiday.on.slice(0, 4) === about.slice(0, 4),
            ),
        )
        .map((about) => ({ name, about })),
    )
    .sort((a, b) => (a.about < b.about ? -1 : 1));
}

/** Returns the holiday's days by law in the years around the given day. */
function daysOf(
  { calendar = 'iso8601', month, day }: Pick<Movable, 'calendar' | 'month' | 'day'>,
  around: Temporal.PlainDate,
): Day[] {
  const { year } = around.withCalendar(calendar);
  return [-1, 0, 1].map((offset) =>
    asDay(
      Temporal.PlainDate.from({ calendar, year: year + offset, month, day })
        .withCalendar('iso8601')
        .toString(),
    ),
  );
}
