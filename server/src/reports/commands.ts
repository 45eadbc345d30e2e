// Staff commands for reports. They read the figures that each day's end has written.
import { choice, id, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { money, percent } from '#/commands/display.ts';
import { afterRow, paged } from '#/commands/page.ts';
import { Declined } from '#/platform/refuse.ts';
import { businessReport } from './business.ts';
import { capacityCommands } from './capacity.commands.ts';
import { cashReport } from './cash.ts';
import { rejectionsReport } from './decisions.ts';
import { floatCommands } from './float.commands.ts';
import { listBehind, listColumns, listedFigures } from './list.ts';
import { byArgument, periodArguments, periodFor, writtenLine } from './period.ts';
import { portfolioReport, rollsReport, vintagesReport } from './portfolio.ts';
import { buckets, riskDays } from './rules.ts';

/** The maximum number of days of a list, so that it never searches years. */
const mostListDays = 366;
const months = 12;
const none = 'No day of this period has figures.';
const menu = 'Reports';

export const reportCommands: StaffCommand[] = [
  ...floatCommands,
  ...capacityCommands,
  command({
    name: 'report business',
    menu,
    label: 'Report on business',
    about:
      'Shows applications, loans, money and income of a period by day or month, as booked, with a total.',
    examples: [
      'report business --from 2026-11-01 --to 2026-11-30',
      'report business --from 2026-01-01 --to 2026-12-31 --by month --json',
    ],
    kind: 'look',
    readsStandby: true,
    roles: ['manager', 'finance'],
    arguments: { ...periodArguments, ...byArgument },
    run: async ({ now }, tx, input) => ({
      data: await businessReport(tx, await periodFor(tx, now, input)),
    }),
    shows: ({ table }) =>
      table(
        ({ rows, total }) => (rows.length === 0 ? [] : [...rows, { period: 'total', ...total }]),
        {
          period: (row) => row.period,
          applications: (row) => row.applications,
          approved: (row) => percent(row.approvalRateBps),
          loans: (row) => row.loans,
          repeat: (row) => percent(row.repeatRateBps),
          disbursed: (row) => money(row.disbursedCentavos),
          collected: (row) => money(row.collectedCentavos),
          recovered: (row) => money(row.recoveredCentavos),
          'written off': (row) => money(row.writtenOffCentavos),
          income: (row) => money(row.incomeCentavos),
          coupons: (row) => money(row.couponCostCentavos),
        },
        { none, lines: (data) => [writtenLine(data), ...listLines(data.lists)] },
      ),
  }),
  command({
    name: 'report portfolio',
    menu,
    label: 'Report on the portfolio',
    about:
      'Shows unpaid principal at the end of each day or month, its buckets by days overdue, and the portfolio at risk.',
    examples: ['report portfolio', 'report portfolio --from 2026-01-01 --to 2026-12-31 --by month'],
    kind: 'look',
    readsStandby: true,
    roles: ['manager', 'finance', 'compliance'],
    arguments: { ...periodArguments, ...byArgument },
    run: async ({ now }, tx, input) => ({
      data: await portfolioReport(tx, await periodFor(tx, now, input)),
    }),
    shows: ({ table }) =>
      table(
        ({ rows }) => rows,
        {
          period: (row) => row.period,
          bills: (row) => row.bills,
          unpaid: (row) => money(row.outstandingCentavos),
          ...Object.fromEntries(
            buckets.map(({ name }, nth) => [
              name === 'notDue' ? 'not due' : name,
              (row: { buckets: readonly { principalCentavos: number }[] }) =>
                money(row.buckets[nth]?.principalCentavos ?? 0),
            ]),
          ),
          ...Object.fromEntries(
            riskDays.map((days, nth) => [
              `PAR ${days}`,
              (row: { atRisk: readonly { shareBps: number | null }[] }) =>
                percent(row.atRisk[nth]?.shareBps ?? null),
            ]),
          ),
        },
        { none, lines: (data) => [writtenLine(data), ...listLines(data.lists)] },
      ),
  }),
  command({
    name: 'report rolls',
    menu,
    label: 'Report on roll rates',
    about:
      'Shows the principal that left each bucket in a period, and which share of it became later or was repaid.',
    examples: ['report rolls --from 2026-11-01 --to 2026-11-30'],
    kind: 'look',
    readsStandby: true,
    roles: ['manager', 'finance', 'compliance'],
    arguments: periodArguments,
    run: async ({ now }, tx, input) => ({
      data: await rollsReport(tx, await periodFor(tx, now, input)),
    }),
    shows: ({ table }) =>
      table(
        ({ rows }) => rows,
        {
          from: (row) => row.from,
          to: (row) => row.to,
          bills: (row) => row.bills,
          principal: (row) => money(row.principalCentavos),
          share: (row) => percent(row.shareBps),
        },
        { none, lines: (data) => [writtenLine(data), ...listLines(data.lists)] },
      ),
  }),
  command({
    name: 'report vintages',
    menu,
    label: 'Report on vintages',
    about:
      'Shows the loans of each month, and which share of their principal was over 30 days overdue at the end of that month and of the months since.',
    examples: ['report vintages --from 2026-01-01 --to 2026-12-31'],
    kind: 'look',
    readsStandby: true,
    roles: ['manager', 'finance', 'compliance'],
    arguments: periodArguments,
    run: async ({ now }, tx, input) => ({
      data: await vintagesReport(tx, await periodFor(tx, now, input)),
    }),
    shows: ({ table }) =>
      table(
        ({ rows }) => rows,
        {
          month: (row) => row.month,
          loans: (row) => row.loans,
          disbursed: (row) => money(row.disbursedCentavos),
          ...Object.fromEntries(
            Array.from({ length: months }, (_, nth) => [
              `+${nth}`,
              (row: { ages: readonly { monthsSince: number; overdueShareBps: number | null }[] }) =>
                percent(row.ages.find((age) => age.monthsSince === nth)?.overdueShareBps ?? null),
            ]),
          ),
        },
        { none, lines: (data) => [writtenLine(data)] },
      ),
  }),
  command({
    name: 'report rejections',
    menu,
    label: 'Report on rejections',
    about: 'Counts rejections by reason, with their share of all decisions, by day or month.',
    examples: ['report rejections --from 2026-11-01 --to 2026-11-30 --by month'],
    kind: 'look',
    readsStandby: true,
    roles: ['manager', 'compliance'],
    arguments: { ...periodArguments, ...byArgument },
    run: async ({ now }, tx, input) => ({
      data: await rejectionsReport(tx, await periodFor(tx, now, input)),
    }),
    shows: ({ table }) =>
      table(
        ({ rows }) => rows,
        {
          period: (row) => row.period,
          reason: (row) => row.reason,
          rejected: (row) => row.rejected,
          'of decisions': (row) => row.decided,
          share: (row) => percent(row.shareBps),
        },
        {
          none: 'No application was rejected in this period.',
          lines: (data) => [writtenLine(data), ...listLines(data.lists)],
        },
      ),
  }),
  command({
    name: 'report cash',
    menu,
    label: 'Forecast cash',
    about:
      'Shows what open bills owe on each of the next 30 days, and what is expected of it: the share of due principal usually paid on its day.',
    examples: ['report cash'],
    kind: 'look',
    readsStandby: true,
    roles: ['manager', 'finance'],
    run: async ({ now }, tx) => ({ data: await cashReport(tx, now) }),
    shows: ({ table }) =>
      table(
        ({ rows }) => rows,
        {
          due: (row) => row.on,
          bills: (row) => row.bills,
          principal: (row) => money(row.principalCentavos),
          interest: (row) => money(row.interestCentavos),
          total: (row) => money(row.dueCentavos),
          expected: (row) => money(row.expectedCentavos),
        },
        {
          none: 'No open bill is due in the next 30 days.',
          lines: ({ usualShareBps, usualDays, lists }) => [
            usualShareBps === null
              ? 'No bill has fallen due yet, so no share is known.'
              : `Of principal unpaid on the morning of its due date, ${percent(usualShareBps)} was paid that day (last ${usualDays} days).`,
            ...listLines(lists),
          ],
        },
      ),
  }),
  command({
    name: 'report list',
    menu,
    label: 'List the rows of a figure',
    about:
      'Lists the applications, decisions or entries that a figure of the business report counts, oldest first.',
    examples: [
      'report list rejected --from 2026-11-20 --to 2026-11-20',
      'report list collected --from 2026-11-01 --to 2026-11-30',
    ],
    kind: 'look',
    readsStandby: true,
    roles: ['manager', 'finance', 'compliance'],
    arguments: {
      figure: word(choice(listedFigures), 'the figure'),
      ...periodArguments,
      ...afterRow(id),
    },
    run: async ({ now }, tx, { figure, after = null, ...input }) => {
      const { from, to } = await periodFor(tx, now, input);
      if (from.until(to).days >= mostListDays)
        throw new Declined(`A list covers at most ${mostListDays} days. Choose fewer.`);
      return { data: await listBehind(tx, { figure, from, to, after }) };
    },
    shows: ({ table }) =>
      table((data) => data.rows, listColumns, {
        none: 'Nothing was booked or decided.',
        ...paged('report list'),
      }),
  }),
];

const listLines = (lists: Readonly<Record<string, string>>) =>
  Object.entries(lists).map(([figure, line]) => `Rows of ${figure}: ${line}`);
