// Ops: holidays, and the alarm for a holiday whose proclamation is missing, which is shown on
// /alarms and logged once a day.

import { addDays } from '@sandali/contract/day.ts';
import { json, optional, whole, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, staffRoles } from '#/commands/command.ts';
import { addHolidays, allHolidays } from '#/context/calendar.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { awaitedHolidays } from '#/data/holidays/movable.ts';
import { zProclamation } from '#/data/holidays/schema.ts';
import type { Read } from '#/db/database.ts';
import { billsFreeUntil } from '#/loan/loan.ts';
import { todayOf, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';

/** Proclamations cover at most the next year, so a later day is a typing error. */
const mostYearsAhead = 2;
/** A late proclamation follows its holiday within days, so a much earlier day is a typing error. */
const mostDaysBack = 366;

export const holidayCommands: StaffCommand[] = [
  command({
    name: 'holiday list',
    menu: 'Settings',
    label: 'List holidays',
    about: 'Lists the holidays of a year.',
    examples: ['holiday list', 'holiday list 2027'],
    kind: 'look',
    roles: staffRoles,
    arguments: { year: optional(word(whole(2020, 2100), 'of which year; this one by default')) },
    run: async ({ now }, tx, { year }) => {
      const listedYear = String(year ?? todayOf(now).slice(0, 4));
      const holidays = (await allHolidays(tx)).filter(({ on }) => on.startsWith(listedYear));
      return {
        data: {
          year: listedYear,
          holidays: holidays.map((holiday) => ({
            ...holiday,
            addedAt: holiday.addedAt && wireInstant(holiday.addedAt),
          })),
        },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.holidays,
        {
          day: (row) => row.on,
          kind: (row) => row.kind,
          name: (row) => row.name,
          by: (row) => row.source,
          'added by': (row) => row.addedBy,
        },
        { none: 'No holiday of that year is known yet.' },
      ),
  }),
  command({
    name: 'holiday add',
    menu: 'Settings',
    label: 'Add holidays',
    about:
      'Adds the holidays of a proclamation, which cannot be removed again. Bills whose last free day is a holiday move to the next working day. Charges for a holiday that has passed are taken back.',
    examples: ['holiday add server/src/data/holidays/sample.json --reason "Eid’l Fitr"'],
    kind: 'change',
    seenFirst: { notNeeded: 'it concerns no person, and the days are typed in full' },
    roles: ['finance', 'engineer'],
    arguments: { file: word(json(zProclamation), 'the proclamation and its days as JSON') },
    run: async ({ now, who }, tx, { file: { proclamation, days } }) => {
      const today = todayOf(now);
      const old = days.find(({ on }) => on < addDays(today, -mostDaysBack));
      if (old) throw new Declined(`${old.on} is more than ${mostDaysBack} days back.`);
      const far = days.find(
        ({ on }) => Number(on.slice(0, 4)) > Number(today.slice(0, 4)) + mostYearsAhead,
      );
      if (far) throw new Declined(`${far.on} is more than ${mostYearsAhead} years ahead.`);
      const existing = await addHolidays(
        tx,
        days.map((day) => ({ ...day, source: proclamation })),
        { at: now, who },
      );
      const [known] = existing;
      if (known)
        throw new Declined(`${known.on} is a holiday already: ${known.name}. Nothing was added.`);
      const { moved, charged } = await billsFreeUntil(
        tx,
        days.map(({ on }) => on),
      );
      const detail = { proclamation, days: days.map(({ on }) => on), bills: moved, charged };
      return {
        data: { proclamation, days: days.length, bills: moved, charged },
        subject: proclamation,
        detail,
      };
    },
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(({ proclamation, days, bills, charged }) => {
        const added = `${proclamation}: ${days} ${days === 1 ? 'day' : 'days'} added.`;
        return `${added} Open bills whose last free day moves: ${bills}. Bills that get a late charge back: ${charged}.`;
      }),
  }),
];

/** Returns the approaching holidays that have no date, or 'ok'. */
export async function alarmOfHolidays(read: Read, now: Temporal.Instant): Promise<string> {
  const awaited = awaitedHolidays(await allHolidays(read), todayOf(now));
  return (
    awaited
      .map(({ name, about }) => `${name}, about ${about}, has no date: add its proclamation`)
      .join('; ') || 'ok'
  );
}

export async function warnOfHolidays({ app, now }: WorkCtx): Promise<void> {
  const words = await alarmOfHolidays(app.db, now);
  if (words !== 'ok')
    app.log.warn('a holiday has no date: see ops holiday add', {
      event: 'calendar',
      reason: words,
    });
}
