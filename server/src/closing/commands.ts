// Staff commands for the day close: show the closed days, and close days without the worker.

import { command, type StaffCommand } from '#/commands/command.ts';
import { money } from '#/commands/display.ts';
import { workCtx } from '#/context/ctx.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { dayCloseAlarm } from './alarm.ts';
import { closeDays } from './close-days.ts';
import { lastCloses } from './store.ts';

const shownDays = 14;
/** The maximum number of transactions per command, so that it finishes within its timeout. */
const transactionsAtOnce = 20;

export const closingCommands: StaffCommand[] = [
  command({
    name: 'day status',
    menu: 'Books',
    label: 'Show the day',
    about:
      'Shows the days closed last with their totals. Exits with code 1 if a day waits for its close.',
    examples: ['day status'],
    kind: 'look',
    roles: ['finance', 'engineer', 'support', 'manager'],
    run: async ({ now }, tx) => {
      const [alarm, closes] = await Promise.all([
        dayCloseAlarm(tx, now),
        lastCloses(tx, shownDays),
      ]);
      return { data: { alarm, days: closes.map(shown) } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.days,
        {
          day: (close) => close.day,
          closed: (close) => close.closedAt,
          entries: (close) => close.entries,
          interest: (close) => money(close.interestCentavos),
          'late charge': (close) => money(close.lateCentavos),
          'bills due': (close) => close.billsDue,
          overdue: (close) => close.billsOverdue,
          'codes ended': (close) => close.codesEnded,
          'reminders sent': (close) => close.remindersSent,
          'not sent': (close) => close.remindersMissed,
        },
        {
          none: 'No day is closed yet.',
          lines: ({ alarm, days }) =>
            alarm !== 'ok' ? [`${alarm}.`] : days.length > 0 ? ['Every past day is closed.'] : [],
          isWell: (data) => data.alarm === 'ok',
        },
      ),
  }),
  command({
    name: 'day close',
    menu: 'Books',
    label: 'Close a day',
    about:
      'Closes past days at once, without waiting for the worker. It can be interrupted; run it again until every day is closed.',
    examples: ['day close --reason "the worker was stopped over the weekend"'],
    kind: 'change',
    seenFirst: { notNeeded: 'the books decide, and an error in them stops the close' },
    roles: ['finance', 'engineer'],
    timeoutMs: 120_000,
    run: async () => ({ data: {} }),
    // `closeDays` opens its own transactions, each of which commits separately.
    answer: async ({ app }) => {
      const transactions = await closeDays(workCtx(app), transactionsAtOnce);
      const [last] = await lastCloses(app.db, 1);
      return {
        transactions,
        last: last ? shown(last) : null,
        alarm: await dayCloseAlarm(app.db, app.clocks.now()),
      };
    },
    shows: ({ lines }) =>
      lines(
        ({ transactions, last, alarm }) => {
          const closed = last ? `Days are closed up to ${last.day}` : 'No day is closed yet';
          return `${closed}${transactions === 0 ? '; there was nothing to do' : ''}.${alarm === 'ok' ? '' : ` ${alarm}.`}`;
        },
        { isWell: (data) => data.alarm === 'ok' },
      ),
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
    remindersSent: row.reminders_sent,
    remindersMissed: row.reminders_missed,
  };
}
