// Ops: the holidays, and adding those of a new proclamation.
import { addDays } from '@sandali/contract/day.ts';
import * as v from 'valibot';
import { Declined, type StaffCommand, staffCommand, staffRoles } from '#/commands/command.ts';
import { zProclamation } from '#/data/holidays/schema.ts';
import { addHolidays, allHolidays } from '#/kit/calendar.ts';
import { wireInstant } from '#/kit/days.ts';
import { billsFreeUntil, todayOf } from '#/loan/loan.ts';

/** A day further ahead is a mistake of the keyboard: proclamations come for the next year at most. */
const mostYearsAhead = 2;
/** So is one further back: what is proclaimed late is proclaimed within days. */
const mostDaysBack = 366;

export const holidayCommands: StaffCommand[] = [
  staffCommand({
    name: 'holiday list',
    kind: 'look',
    roles: staffRoles,
    request: v.strictObject({ year: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2020), v.maxValue(2100))) }),
    run: async ({ now }, tx, { year }) => {
      const asked = String(year ?? todayOf(now).slice(0, 4));
      const holidays = (await allHolidays(tx)).filter((one) => one.on.startsWith(asked));
      return { data: { year: asked, holidays: holidays.map((one) => ({ ...one, addedAt: one.addedAt && wireInstant(one.addedAt) })) } };
    },
  }),
  staffCommand({
    name: 'holiday add',
    kind: 'change',
    roles: ['finance', 'engineer'],
    request: zProclamation,
    run: async ({ now, who }, tx, { proclamation, days }) => {
      const today = todayOf(now);
      const old = days.find((one) => one.on < addDays(today, -mostDaysBack));
      if (old) throw new Declined(`${old.on} is more than ${mostDaysBack} days back.`);
      const far = days.find((one) => Number(one.on.slice(0, 4)) > Number(today.slice(0, 4)) + mostYearsAhead);
      if (far) throw new Declined(`${far.on} is more than ${mostYearsAhead} years ahead.`);
      const there = await addHolidays(
        tx,
        days.map((one) => ({ ...one, source: proclamation })),
        { at: now, who },
      );
      const [known] = there;
      if (known) throw new Declined(`${known.on} is a holiday already: ${known.name}. Nothing was added.`);
      const { moved, charged } = await billsFreeUntil(
        tx,
        days.map((one) => one.on),
      );
      const detail = { proclamation, days: days.map((one) => one.on), bills: moved, charged };
      return { data: { proclamation, days: days.length, bills: moved, charged }, subject: proclamation, detail };
    },
    after: ({ house }) => house.wake(),
  }),
];
