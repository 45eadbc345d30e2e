// Ops: the holidays, and adding those of a new proclamation.
import * as v from 'valibot';
import { zProclamation } from '#/data/holidays/schema.ts';
import { addHolidays, allHolidays } from '#/kit/calendar.ts';
import { wireInstant } from '#/kit/days.ts';
import { billsFreeUntil, todayOf } from '#/loan/loan.ts';
import { Declined, type StaffCommand, staffCommand, staffRoles } from './command.ts';

/** A day further ahead is a mistake of the keyboard: proclamations come for the next year at most. */
const mostYearsAhead = 2;

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
      const over = days.find((one) => one.on < today);
      if (over) throw new Declined(`${over.on} has passed: what was told and charged for it stays. Leave it out.`);
      const far = days.find((one) => Number(one.on.slice(0, 4)) > Number(today.slice(0, 4)) + mostYearsAhead);
      if (far) throw new Declined(`${far.on} is more than ${mostYearsAhead} years ahead.`);
      const there = await addHolidays(
        tx,
        days.map((one) => ({ ...one, source: proclamation })),
        { at: now, who },
      );
      const [known] = there;
      if (known) throw new Declined(`${known.on} is a holiday already: ${known.name}. Nothing was added.`);
      const bills = await billsFreeUntil(
        tx,
        days.map((one) => one.on),
      );
      const detail = { proclamation, days: days.map((one) => one.on), bills };
      return { data: { proclamation, days: days.length, bills }, subject: proclamation, detail };
    },
    after: ({ house }) => house.wake(),
  }),
];
