// Staff commands on holidays, and the alarm for a holiday whose date only a proclamation gives: on
// /readyz, and in the log once a day.

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

/**
 * A day further ahead is a mistake of the keyboard: proclamations come for the next year at most.
 */
const mostYearsAhead = 2;
/** So is one further back: what is proclaimed late is proclaimed within days. */
const mostDaysBack = 366;

export const holidayCommands: StaffCommand[] = [
  command({
    name: 'holiday list',
    about: 'Lists the days that are no working days besides Saturday and Sunday.',
    examples: ['holiday list', 'holiday list 2027'],
    kind: 'look',
    roles: staffRoles,
    arguments: { year: optional(word(whole(2020, 2100), 'of which year; this one by default')) },
    run: async ({ now }, tx, { year }) => {
      const asked = String(year ?? todayOf(now).slice(0, 4));
      const holidays = (await allHolidays(tx)).filter((one) => one.on.startsWith(asked));
      return {
        data: {
          year: asked,
          holidays: holidays.map((one) => ({
            ...one,
            addedAt: one.addedAt && wireInstant(one.addedAt),
          })),
        },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.holidays,
        {
          day: (one) => one.on,
          kind: (one) => one.kind,
          name: (one) => one.name,
          by: (one) => one.source,
          'added by': (one) => one.addedBy,
        },
        { none: 'No holiday of that year is known yet.' },
      ),
  }),
  command({
    name: 'holiday add',
    about:
      'Adds the holidays of a proclamation. A day that was added cannot be removed. Bills whose last free day it is get the next working day; for a day that has passed, what was charged for it is taken back.',
    examples: ['holiday add server/src/data/holidays/sample.json --reason "Eid’l Fitr"'],
    kind: 'change',
    seenFirst: { notNeeded: 'it is about no person; the day is typed whole' },
    roles: ['finance', 'engineer'],
    arguments: { file: word(json(zProclamation), 'the proclamation and its days as JSON') },
    run: async ({ now, who }, tx, { file: { proclamation, days } }) => {
      const today = todayOf(now);
      const old = days.find((one) => one.on < addDays(today, -mostDaysBack));
      if (old) throw new Declined(`${old.on} is more than ${mostDaysBack} days back.`);
      const far = days.find(
        (one) => Number(one.on.slice(0, 4)) > Number(today.slice(0, 4)) + mostYearsAhead,
      );
      if (far) throw new Declined(`${far.on} is more than ${mostYearsAhead} years ahead.`);
      const there = await addHolidays(
        tx,
        days.map((one) => ({ ...one, source: proclamation })),
        { at: now, who },
      );
      const [known] = there;
      if (known)
        throw new Declined(`${known.on} is a holiday already: ${known.name}. Nothing was added.`);
      const { moved, charged } = await billsFreeUntil(
        tx,
        days.map((one) => one.on),
      );
      const detail = { proclamation, days: days.map((one) => one.on), bills: moved, charged };
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

/** What an operator should know of the calendar, in one sentence; 'ok' where there is nothing. */
export async function alarmOfHolidays(read: Read, now: Temporal.Instant): Promise<string> {
  const awaited = awaitedHolidays(await allHolidays(read), todayOf(now));
  return (
    awaited
      .map(({ name, about }) => `${name}, about ${about}, has no date: add its proclamation`)
      .join('; ') || 'ok'
  );
}

/** Says in the log which holidays are awaited. */
export async function warnOfHolidays({ app, now }: WorkCtx): Promise<void> {
  const words = await alarmOfHolidays(app.db, now);
  if (words !== 'ok')
    app.log.warn('a holiday has no date: see ops holiday add', { event: 'calendar', why: words });
}
