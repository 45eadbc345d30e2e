// What the bench of growth found: a table with a column for each size, and the goals, each of them met, missed or not measured.
import { digits, median } from '../server/report.ts';
import { type Found, measured, type Scans, type Size } from './growth.ts';

/** `value` is null where it was not measured at the size for which the goal is given. */
export type Goal = { name: string; value: number | null; most: number };

const million = 1_000_000;
const [mostGrowth, mostDaySeconds, mostWaitMs, mostBytesEach, mostMegabytes] = [1.2, 90, 1000, 20_000, 300];
const dayBills = 200_000;

const p95 = (size: Size, name: (typeof measured)[number]) => median(size.windows[name].map(({ p95Ms }) => p95Ms));
const daySeconds = ({ closed }: Size) => closed.closeSeconds + closed.sealSeconds + closed.verifySeconds;
const isMet = ({ value, most }: Goal) => value !== null && value <= most;

/** The goals, by the smallest and the largest size. */
export function goalsOf({ sizes }: Found): Goal[] {
  const [first, last] = [sizes[0], sizes.at(-1)] as [Size, Size];
  const isWhole = last.borrowers >= million;
  const goals: Goal[] = measured.map((name) => ({
    name: `p95 of ${name} at a million, of that at ${first.borrowers}`,
    value: isWhole && sizes.length > 1 ? p95(last, name) / p95(first, name) : null,
    most: mostGrowth,
  }));
  goals.push({
    name: `p95 of booking at a million, of that at ${first.borrowers}`,
    value: isWhole && sizes.length > 1 ? last.closed.bookingMs.p95 / first.closed.bookingMs.p95 : null,
    most: mostGrowth,
  });
  goals.push({
    name: 'a day of 200,000 open bills, s',
    value: last.openBills >= dayBills ? daySeconds(last) : null,
    most: mostDaySeconds,
  });
  goals.push({
    name: 'longest wait of a booking meanwhile, ms',
    value: last.openBills >= dayBills ? last.closed.longestWaitMs : null,
    most: mostWaitMs,
  });
  goals.push({
    name: 'parts of a day that failed',
    value: sizes.flatMap(({ closed }) => Object.values(closed.work)).filter((one) => typeof one === 'string').length,
    most: 0,
  });
  goals.push({ name: 'bytes a borrower', value: last.made.bytesEach, most: mostBytesEach });
  goals.push({ name: 'memory of the server, MB', value: last.peakMegabytes, most: mostMegabytes });
  goals.push({ name: 'tables that grow, read whole by calls', value: Object.keys(last.scans.calls).length, most: 0 });
  goals.push({ name: 'tables that grow, read whole by the worker', value: Object.keys(last.scans.work).length, most: 0 });
  return goals;
}

/** Whether a goal is missed; one that was not measured is not. */
export const isMissed = (goal: Goal) => goal.value !== null && !isMet(goal);

/** The whole report; its last line says which goals are met, missed or not measured. */
export function textOf(found: Found, goals: readonly Goal[]): string {
  const { machine, rounds, seconds, sizes } = found;
  const row = (name: string, of: (size: Size) => string) => [name, ...sizes.map(of)];
  const table = [
    row('borrowers', ({ borrowers }) => String(borrowers)),
    row('made in, s (lives, copies, their days)', ({ made }) =>
      [made.livesSeconds, made.massSeconds, made.historySeconds].map((one) => digits(one, 0)).join(' + '),
    ),
    row('bytes a borrower', ({ made }) => digits(made.bytesEach, 0)),
    row('database, MB', ({ databaseBytes }) => digits(databaseBytes / 1e6, 0)),
    row('shared buffers', ({ sharedBuffers }) => sharedBuffers),
    row('start of the server, s', ({ startSeconds }) => digits(startSeconds, 1)),
    row('memory of the server, MB', ({ peakMegabytes }) => digits(peakMegabytes, 0)),
    ...measured.map((name) => row(`${name}: p50, p95 ms, of the first`, (size) => callOf(found, size, name))),
    row('booking: p50, p95 ms, of the first', ({ closed: { bookingMs } }) => {
      const { p50, p95 } = bookingMs;
      return `${digits(p50, 1)}, ${digits(p95, 1)}, ${digits(p95 / (sizes[0] as Size).closed.bookingMs.p95, 2)}`;
    }),
    row('open bills of the day', ({ openBills }) => String(openBills)),
    row('its entries', ({ closed }) => String(closed.entries)),
    row('close, seal, verify, s', ({ closed }) =>
      [closed.closeSeconds, closed.sealSeconds, closed.verifySeconds].map((one) => digits(one, 1)).join(', '),
    ),
    row('longest wait of a booking meanwhile, ms', ({ closed }) => digits(closed.longestWaitMs, 0)),
    ...Object.keys((sizes[0] as Size).closed.work).map((part) =>
      row(`${part}, s`, ({ closed: { work } }) => (typeof work[part] === 'number' ? digits(work[part], 1) : `failed: ${work[part]}`)),
    ),
    row('statement of the day, s', ({ closed }) => digits(closed.statementSeconds, 2)),
  ];
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((cells) => cells[at]?.length ?? 0)));
  const names = (which: (goal: Goal) => boolean) =>
    goals
      .filter(which)
      .map(({ name }) => name)
      .join('; ') || 'none';
  return [
    ...table.map((cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')),
    '',
    ...sizes.map(
      (size) =>
        `largest tables of ${size.borrowers}, MB: ${size.made.largest.map(({ table: name, bytes }) => `${name} ${digits(bytes / 1e6, 0)}`).join(', ')}`,
    ),
    ...sizes.map(
      ({ borrowers, scans }) => `read whole among ${borrowers}: by calls ${scansOf(scans.calls)}; by the worker ${scansOf(scans.work)}`,
    ),
    `${machine.processors} processors, ${digits(machine.memoryBytes / 1e9, 0)} GB, load average at the start ${digits(machine.loadAverage[0] ?? null, 1)}; medians of ${rounds} rounds of ${seconds} s`,
    'Caches are warm: each database was just made and each call was warmed up; the people who call are the same 300 in each.',
    '',
    ...goals.map(
      (goal) =>
        `${goal.value === null ? 'not measured' : isMet(goal) ? 'met         ' : 'missed      '}  ${goal.name}: ${digits(goal.value, 2)} (≤ ${goal.most})`,
    ),
    '',
    `Met: ${names(isMet)}. Missed: ${names(isMissed)}. Not measured: ${names(({ value }) => value === null)}.`,
  ].join('\n');
}

function callOf({ sizes }: Found, size: Size, name: (typeof measured)[number]): string {
  const p50 = median(size.windows[name].map(({ p50Ms }) => p50Ms));
  return `${digits(p50, 1)}, ${digits(p95(size, name), 1)}, ${digits(p95(size, name) / p95(sizes[0] as Size, name), 2)}`;
}

const scansOf = (scans: Scans) =>
  Object.entries(scans)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ') || 'none';
