// Formats the report of `npm run bench -- growth`: a column for each size, and the goals.
import { type CallName, listNames } from './calls.ts';
import { digits, type Goal, goalLines, isMet, isMissed, median, tableOf } from './command.ts';
import type { ClosedDay, Grown } from './day.ts';
import type { Window } from './windows.ts';

export const measuredCalls = [
  'home',
  'bills',
  'bill',
  ...listNames,
  'code',
  'quote',
  'apply',
  'webhook',
] as const satisfies readonly CallName[];
type MeasuredCall = (typeof measuredCalls)[number];
/** How often each table was scanned sequentially. */
export type Scans = Record<string, number>;
export type Size = {
  borrowers: number;
  made: Grown;
  startSeconds: number;
  databaseBytes: number;
  sharedBuffers: string;
  windows: Record<MeasuredCall, Window[]>;
  peakMegabytes: number;
  openBills: number;
  closed: ClosedDay;
  scans: { calls: Scans; work: Scans };
};
export type Result = {
  at: string;
  machine: { processors: number; memoryBytes: number; loadAverage: number[] };
  rounds: number;
  seconds: number;
  sizes: Size[];
};

const million = 1_000_000;
const dayBills = 200_000;
const [mostGrowth, mostDaySeconds, mostWaitMs] = [1.2, 90, 1000];
const [mostBytesEach, mostMegabytes] = [20_000, 300];

const p95 = (size: Size, name: MeasuredCall) =>
  median(size.windows[name].map(({ p95Ms }) => p95Ms));
const daySeconds = ({ closed }: Size) =>
  closed.closeSeconds + closed.sealSeconds + closed.verifySeconds;

/** Computes the goals from the smallest and the largest size. */
export function goalsOf({ sizes }: Result): Goal[] {
  const [first, last] = [sizes[0], sizes.at(-1)] as [Size, Size];
  const isCompared = last.borrowers >= million && sizes.length > 1;
  const hasFullDay = last.openBills >= dayBills;
  const growth = (name: string, of: (size: Size) => number): Goal => ({
    name: `p95 of ${name} at a million, of that at ${first.borrowers}`,
    value: isCompared ? of(last) / of(first) : null,
    bound: mostGrowth,
  });
  const parts = sizes.flatMap(({ closed }) => Object.values(closed.work));
  const goal = (name: string, value: number | null, bound: number): Goal => ({
    name,
    value,
    bound,
  });
  return [
    ...measuredCalls.map((name) => growth(name, (size) => p95(size, name))),
    growth('booking', ({ closed }) => closed.bookingMs.p95),
    goal('a day of 200,000 open bills, s', hasFullDay ? daySeconds(last) : null, mostDaySeconds),
    goal(
      'longest wait of a booking meanwhile, ms',
      hasFullDay ? last.closed.longestWaitMs : null,
      mostWaitMs,
    ),
    goal('parts of a day that failed', parts.filter((part) => typeof part === 'string').length, 0),
    goal('bytes a borrower', last.made.bytesEach, mostBytesEach),
    goal('memory of the server, MB', last.peakMegabytes, mostMegabytes),
    goal('tables that grow, read whole by calls', Object.keys(last.scans.calls).length, 0),
    goal('tables that grow, read whole by the worker', Object.keys(last.scans.work).length, 0),
  ];
}

/** Formats the whole report. Its last line names the goals that are met, missed or not measured. */
export function textOf({ machine, rounds, seconds, sizes }: Result, goals: Goal[]): string {
  const first = sizes[0] as Size;
  const row = (name: string, cell: (size: Size) => string) => [name, ...sizes.map(cell)];
  const list = (values: number[], decimals: number, separator = ', ') =>
    values.map((value) => digits(value, decimals)).join(separator);
  const latencies = (p50Ms: number, p95Ms: number, firstP95Ms: number) =>
    `${list([p50Ms, p95Ms], 1)}, ${digits(p95Ms / firstP95Ms, 2)}`;
  const table = [
    row('borrowers', ({ borrowers }) => String(borrowers)),
    row('made in, s (lives, copies, their days)', ({ made }) =>
      list([made.livesSeconds, made.massSeconds, made.historySeconds], 0, ' + '),
    ),
    row('bytes a borrower', ({ made }) => digits(made.bytesEach, 0)),
    row('database, MB', ({ databaseBytes }) => digits(databaseBytes / 1e6, 0)),
    row('shared buffers', ({ sharedBuffers }) => sharedBuffers),
    row('start of the server, s', ({ startSeconds }) => digits(startSeconds, 1)),
    row('memory of the server, MB', ({ peakMegabytes }) => digits(peakMegabytes, 0)),
    ...measuredCalls.map((name) =>
      row(`${name}: p50, p95 ms, of the first`, (size) => {
        const p50 = median(size.windows[name].map(({ p50Ms }) => p50Ms));
        return latencies(p50, p95(size, name), p95(first, name));
      }),
    ),
    row('booking: p50, p95 ms, of the first', ({ closed: { bookingMs } }) =>
      latencies(bookingMs.p50, bookingMs.p95, first.closed.bookingMs.p95),
    ),
    row('open bills of the day', ({ openBills }) => String(openBills)),
    row('its entries', ({ closed }) => String(closed.entries)),
    row('close, seal, verify, s', ({ closed }) =>
      list([closed.closeSeconds, closed.sealSeconds, closed.verifySeconds], 1),
    ),
    row('longest wait of a booking meanwhile, ms', ({ closed }) => digits(closed.longestWaitMs, 0)),
    ...Object.keys(first.closed.work).map((name) =>
      row(`${name}, s`, ({ closed: { work } }) => {
        const part = work[name];
        return typeof part === 'number' ? digits(part, 1) : `failed: ${part}`;
      }),
    ),
    row('statement of the day, s', ({ closed }) => digits(closed.statementSeconds, 2)),
  ];
  const memory = `${digits(machine.memoryBytes / 1e9, 0)} GB`;
  const loadAverage = digits(machine.loadAverage[0], 1);
  const names = (which: (goal: Goal) => boolean) => {
    const chosen = goals.filter(which).map(({ name }) => name);
    return chosen.join('; ') || 'none';
  };
  const [met, missed] = [names(isMet), names(isMissed)];
  const notMeasured = names(({ value }) => value === null);
  return [
    ...tableOf(table, 1),
    '',
    ...sizes.map(({ borrowers, made }) => {
      const tables = made.largest.map(({ table, bytes }) => `${table} ${digits(bytes / 1e6, 0)}`);
      return `largest tables of ${borrowers}, MB: ${tables.join(', ')}`;
    }),
    ...sizes.map(({ borrowers, scans }) => {
      const [calls, work] = [scansOf(scans.calls), scansOf(scans.work)];
      return `read whole among ${borrowers}: by calls ${calls}; by the worker ${work}`;
    }),
    `${machine.processors} processors, ${memory}, load average ${loadAverage} at the start`,
    `medians of ${rounds} rounds of ${seconds} s`,
    'Caches are warm: each database is new and each call was warmed up by the same 300 people.',
    '',
    ...goalLines(goals, 2),
    '',
    `Met: ${met}. Missed: ${missed}. Not measured: ${notMeasured}.`,
  ].join('\n');
}

function scansOf(scans: Scans): string {
  const counts = Object.entries(scans).map(([table, count]) => `${table} ${count}`);
  return counts.join(', ') || 'none';
}
