// Staff commands for the day close: show the closed days, and close days without the worker.

import { option, optional, textLike } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { money } from '#/commands/display.ts';
import { workCtx } from '#/context/ctx.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { dayCloseAlarm } from './alarm.ts';
import { closeDays } from './close-days.ts';
import { type DayRow, dayRowsBetween, firstDay } from './days.store.ts';
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
      'Shows the last days or the days of a month: their state, what blocks them, and the totals of their close. Exits with code 1 if a day waits for its close.',
    examples: ['day status', 'day status --month 2026-11'],
    kind: 'look',
    roles: ['finance', 'engineer', 'support', 'manager'],
    arguments: {
      month: optional(
        option(
          textLike(/20\d\d-(?:0[1-9]|1[0-2])/, '2026-11'),
          `a month; by default the last ${shownDays} days`,
        ),
      ),
    },
    run: async ({ app, now }, tx, { month }) => {
      const today = manilaDayOf(now);
      const [alarm, first] = await Promise.all([dayCloseAlarm(tx, now), firstDay(tx)]);
      const span = first && spanOf(month, first, today);
      const days = span ? await dayRowsBetween(tx, { ...span, gateway: app.bank.name }) : [];
      return { data: { alarm, month: month ?? null, days: days.map((row) => shown(row, today)) } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.days,
        {
          day: (row) => row.day,
          state: (row) => row.state,
          'what blocks it': (row) => row.blocks.join('; '),
          closed: (row) => row.closedAt,
          entries: (row) => row.entries,
          interest: (row) => money(row.interestCentavos),
          'late charge': (row) => money(row.lateCentavos),
          'bills due': (row) => row.billsDue,
          overdue: (row) => row.billsOverdue,
          'codes ended': (row) => row.codesEnded,
          'reminders sent': (row) => row.remindersSent,
          'not sent': (row) => row.remindersMissed,
        },
        {
          none: 'No bill existed on these days.',
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
        last: last ? wireDay(last.day) : null,
        alarm: await dayCloseAlarm(app.db, app.clocks.now()),
      };
    },
    shows: ({ lines }) =>
      lines(
        ({ transactions, last, alarm }) => {
          const closed = last ? `Days are closed up to ${last}` : 'No day is closed yet';
          return `${closed}${transactions === 0 ? '; there was nothing to do' : ''}.${alarm === 'ok' ? '' : ` ${alarm}.`}`;
        },
        { isWell: (data) => data.alarm === 'ok' },
      ),
  }),
];

/**
 * Returns the days to show, both included: of a month, or the last ones; none before `first` or
 * after today. Null if no day is left.
 */
function spanOf(
  month: string | undefined,
  first: Temporal.PlainDate,
  today: Temporal.PlainDate,
): { from: Temporal.PlainDate; to: Temporal.PlainDate } | null {
  const begin = month
    ? Temporal.PlainDate.from(`${month}-01`)
    : today.subtract({ days: shownDays });
  const end = month ? begin.add({ months: 1 }).subtract({ days: 1 }) : today;
  const isAfter = (day: Temporal.PlainDate, other: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(day, other) > 0;
  const from = isAfter(first, begin) ? first : begin;
  const to = isAfter(end, today) ? today : end;
  return isAfter(from, to) ? null : { from, to };
}

/** Returns a day's state. A `final` day is closed, chained and reported, and never changes. */
function stateOf(row: DayRow, today: Temporal.PlainDate) {
  if (row.closed_at === null) return row.day.equals(today) ? 'today' : 'not closed';
  if (!row.isChained) return 'closed';
  return row.isWritten ? 'final' : 'chained';
}

/** What a day in each state still waits for. */
const missing: Readonly<Partial<Record<ReturnType<typeof stateOf>, string>>> = {
  'not closed': 'waits for its close',
  closed: 'its entries are not in the hash chain yet',
  chained: 'its report figures are not written yet',
};

/** Returns what keeps a past day from being final, or from agreeing with its gateway. */
function blocksOf(row: DayRow, today: Temporal.PlainDate): string[] {
  if (row.day.equals(today)) return [];
  const step = missing[stateOf(row, today)];
  const breaks = row.openBreaks === 1 ? '1 open break' : `${row.openBreaks} open breaks`;
  return [
    ...(step ? [step] : []),
    ...(row.isCompared ? [] : ['the settlement report is not read']),
    ...(row.openBreaks > 0 ? [breaks] : []),
  ];
}

function shown(row: DayRow, today: Temporal.PlainDate) {
  const amount = (centavos: bigint | null) => (centavos === null ? null : Number(centavos));
  return {
    day: wireDay(row.day),
    state: stateOf(row, today),
    blocks: blocksOf(row, today),
    closedAt: row.closed_at && wireInstant(row.closed_at),
    entries: row.entries,
    interestCentavos: amount(row.interest_centavos),
    lateCentavos: amount(row.late_centavos),
    billsDue: row.bills_due,
    billsOverdue: row.bills_overdue,
    codesEnded: row.codes_ended,
    remindersSent: row.reminders_sent,
    remindersMissed: row.reminders_missed,
  };
}
