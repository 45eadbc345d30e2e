// What staff sees of the closing of days, and how they start it at once.
import * as v from 'valibot';
import { type StaffCommand, staffCommand } from '#/commands/command.ts';
import { workCtx } from '#/kit/ctx.ts';
import { wireDay, wireInstant } from '#/kit/days.ts';
import { alarmOfDays } from './alarm.ts';
import { closeDays } from './close-days.ts';
import { lastCloses } from './store.ts';

const shownDays = 14;

export const closeCommands: StaffCommand[] = [
  staffCommand({
    name: 'day status',
    kind: 'look',
    roles: ['finance', 'engineer', 'support'],
    request: v.strictObject({}),
    run: async ({ now }, tx) => {
      const [alarm, closes] = [await alarmOfDays(tx, now), await lastCloses(tx, shownDays)];
      return { data: { alarm, days: closes.map(shown) } };
    },
  }),
  staffCommand({
    name: 'day close',
    kind: 'change',
    roles: ['finance', 'engineer'],
    request: v.strictObject({}),
    run: async () => ({ data: {} }),
    // The worker closes days by itself; this does the same without waiting for its turn. In transactions of its own, each of which stands alone.
    answer: async ({ house }) => {
      const transactions = await closeDays(workCtx(house));
      const [last] = await lastCloses(house.db, 1);
      return { transactions, last: last ? shown(last) : null, alarm: await alarmOfDays(house.db, house.clocks.now()) };
    },
  }),
];

function shown(row: Awaited<ReturnType<typeof lastCloses>>[number]) {
  return {
    day: wireDay(row.day),
    closedAt: wireInstant(row.closed_at),
    entries: row.entries,
    interestCentavos: Number(row.interest_centavos),
    lateCentavos: Number(row.late_centavos),
    billsDue: row.bills_due,
    billsOverdue: row.bills_overdue,
    codesEnded: row.codes_ended,
    remindersTold: row.reminders_told,
    remindersUntold: row.reminders_untold,
  };
}
