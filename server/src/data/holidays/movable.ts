// Holidays that the law names and a proclamation dates: until it is added, nobody knows whether
// they are working days. Section 26 of the Administrative Code (Executive Order 292, Book I) as
// Republic Act 9492 has it moves six to the Monday nearest their day; Eid'l Fitr (Republic Act
// 9177) and Eid'l Adha (Republic Act 9849) follow the Islamic calendar, here by its tables of Umm
// al-Qura, which the moon may miss by a day or two.
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import type { Holiday } from './holidays.ts';

/** As the law has its day: of the civil year, or of the Islamic one. */
type Movable = {
  name: string;
  /** What its proclaimed name contains. */
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

/**
 * A loan of today is due within the longest term; two months leave time to find the proclamation
 * and to add it.
 */
const askedDaysAhead = 60;
/**
 * Days after the holiday during which a missing proclamation is still asked for: charges for the
 * day are reversed when it is added.
 */
const askedDaysAfter = 30;

export type Awaited = { name: string; about: Day };

/**
 * The movable holidays around today that are not among the known ones, in the order of their days.
 */
export function awaitedHolidays(
  known: readonly Pick<Holiday, 'on' | 'name'>[],
  today: Day,
): Awaited[] {
  const [from, to] = [addDays(today, -askedDaysAfter), addDays(today, askedDaysAhead)];
  return movable
    .flatMap(({ name, known: isNamed, ...law }) =>
      daysOf(law, Temporal.PlainDate.from(today))
        .filter((about) => from <= about && about <= to)
        .filter(
          (about) =>
            !known.some(
              (one) => isNamed.test(one.name) && one.on.slice(0, 4) === about.slice(0, 4),
            ),
        )
        .map((about) => ({ name, about })),
    )
    .sort((a, b) => (a.about < b.about ? -1 : 1));
}

/** Its days in the years around a day. */
function daysOf(
  { calendar = 'iso8601', month, day }: Pick<Movable, 'calendar' | 'month' | 'day'>,
  around: Temporal.PlainDate,
): Day[] {
  const { year } = around.withCalendar(calendar);
  return [year - 1, year, year + 1].map((one) =>
    asDay(
      Temporal.PlainDate.from({ calendar, year: one, month, day })
        .withCalendar('iso8601')
        .toString(),
    ),
  );
}
