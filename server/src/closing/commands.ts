// What staff sees of the closing of days, and how they start it at once.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { workCtx } from '#/context/ctx.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { dayCloseAlarm } from './alarm.ts';
import { closeDays } from './close-days.ts';
import { lastCloses } from './store.ts';

const shownDays = 14;
/** Of one command, which ends within its time. */
const transactionsAtOnce = 20;

const pesos = (amount: number) => formatPesos(centavos(amount));

export const closingCommands: StaffCommand[] = [
  command({
    name: 'day status',
    about:
      'Shows the days that were closed last and what each came to, and whether one waits for its close. Ends with exit code 1 then.',
    examples: ['day status'],
    kind: 'look',
    roles: ['finance', 'engineer', 'support'],
    run: async ({ now }, tx) => {
      const [alarm, closes] = [await dayCloseAlarm(tx, now), await lastCloses(tx, shownDays)];
      return { data: { alarm, days: closes.map(shown) } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.days,
        {
          day: (one) => one.day,
          closed: (one) => one.closedAt,
          entries: (one) => one.entries,
          interest: (one) => pesos(one.interestCentavos),
          'late charge': (one) => pesos(one.lateCentavos),
          'bills due': (one) => one.billsDue,
          overdue: (one) => one.billsOverdue,
          'codes ended': (one) => one.codesEnded,
          'reminders sent': (one) => one.remindersSent,
          'not sent': (one) => one.remindersMissed,
        },
        {
          none: 'No day is closed yet.',
          lines: ({ alarm, days }) =>
            alarm !== 'ok'
              ? [`${alarm}.`]
              : days.length > 0
                ? ['Every day that is over is closed.']
                : [],
          isWell: (data) => data.alarm === 'ok',
        },
      ),
  }),
  command({
    name: 'day close',
    about:
      'Closes the days that are over, without waiting for the worker, which does it automatically. It can be interrupted; run it again until none is left.',
    examples: ['day close --reason "the worker was stopped over the weekend"'],
    kind: 'change',
    seenFirst: { notNeeded: 'the books decide: what is not well stops the close' },
    roles: ['finance', 'engineer'],
    timeoutMs: 120_000,
    run: async () => ({ data: {} }),
    // The worker closes days automatically; this command does the same at once. It uses separate
    // transactions, each complete in itself.
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
          return `${closed}${transactions === 0 ? '; nothing was left to do here' : ''}.${alarm === 'ok' ? '' : ` ${alarm}.`}`;
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
