// What the bench found: the table, and the goals with whether each is met.
import type { LimitedName } from './calls.ts';
import type { Window } from './driver.ts';
import type { Counts } from './tap.ts';

export const kinds = ['plain', 'limit', 'before', 'sealed', 'one', 'two'] as const;
/** How a call was measured: the product with plain bodies, its limit, an earlier product, the product with sealed bodies; and again with one process and with two. */
export type Kind = (typeof kinds)[number];
/** A window of each round. */
export type Windows = Partial<Record<Kind, Window[]>>;

export type Found = {
  at: string;
  machine: { processors: number; node: string; loadAverage: number[] };
  rounds: number;
  seconds: number;
  before: string | null;
  pgbench: { how: string; isReal: boolean; S: number[]; N: number[] };
  calls: Partial<Record<LimitedName, Windows>>;
  counts: Partial<Record<LimitedName, Counts[string]>>;
  countsBefore: Partial<Record<LimitedName, Counts[string]>>;
  bareCryptoMs: number;
  peakMegabytes: number;
};
export type Goal = { name: string; value: number; goal: number; isAtMost: boolean; isMet: boolean };

const limits: readonly LimitedName[] = ['home', 'bills', 'bill', 'quote', 'apply'];
const [leastOfLimit, leastOfHome, mostOfCrypto, mostMegabytes, leastOfBefore] = [0.5, 0.04, 1.5, 300, 10];

/** The middle one; of two the mean. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

const rate = (window: Window) => window.callsPerSecond;

/** The median over rounds of one kind's rate against another's of the same round. */
function ratio(windows: Windows | undefined, kind: Kind, other: Kind): number {
  const against = windows?.[other] ?? [];
  return median((windows?.[kind] ?? []).map((window, round) => rate(window) / rate(against[round] as Window)));
}

/** Every goal that was measured. */
export function goalsOf(found: Found): Goal[] {
  const { calls, pgbench } = found;
  const least = (name: string, value: number, goal: number): Goal => ({ name, value, goal, isAtMost: false, isMet: value >= goal });
  const most = (name: string, value: number, goal: number): Goal => ({ name, value, goal, isAtMost: true, isMet: value <= goal });
  const goals: Goal[] = [];
  if (calls.home) {
    // Without a real pgbench there is nothing to compare with, and the goal is not met.
    const beside = pgbench.isReal ? pgbench.S : [];
    const share = median((calls.home.limit ?? []).map((window, round) => rate(window) / (beside[round] ?? Number.NaN)));
    goals.push(least('limit of home, of pgbench -S', share, leastOfHome));
  }
  for (const name of limits)
    if (calls[name]) goals.push(least(`${name}, of its limit`, ratio(calls[name], 'plain', 'limit'), leastOfLimit));
  if (calls.config) goals.push(most('sealing, of bare cryptography', sealingOf(found, 'config'), mostOfCrypto));
  if (calls.home?.before) goals.push(least('home, of before', ratio(calls.home, 'plain', 'before'), leastOfBefore));
  goals.push(most('memory of the server, MB', found.peakMegabytes, mostMegabytes));
  return goals;
}

/** What sealing adds to the processor time of a call, in the time of bare cryptography. */
function sealingOf({ calls, bareCryptoMs }: Found, name: LimitedName): number {
  const { plain = [], sealed = [] } = calls[name] ?? {};
  return median(sealed.map((window, round) => window.serverMs - (plain[round]?.serverMs ?? Number.NaN))) / bareCryptoMs;
}

const head = ['call', '', 'calls/s', 'of limit', 'p50 ms', 'p99 ms', 'server ms', 'database ms', 'load', 'statements', 'round trips'];
export const digits = (value: number | null, most: number) => (value === null || Number.isNaN(value) ? '–' : value.toFixed(most));

function rowsOf(found: Found, name: LimitedName, windows: Windows): string[][] {
  return kinds.flatMap((kind) => {
    const all = windows[kind];
    if (!all) return [];
    const of = (value: (window: Window) => number | null) => median(all.map((window) => value(window) ?? Number.NaN));
    const count = kind === 'plain' ? found.counts[name] : kind === 'before' ? found.countsBefore[name] : undefined;
    const isOfLimit = kind !== 'limit' && kind !== 'one' && kind !== 'two' && windows.limit;
    return [
      [
        name,
        kind === 'one' ? '1 process' : kind === 'two' ? '2 processes' : kind,
        digits(of(rate), 0),
        isOfLimit ? digits(ratio(windows, kind, 'limit'), 3) : '',
        digits(
          of((one) => one.p50Ms),
          2,
        ),
        digits(
          of((one) => one.p99Ms),
          2,
        ),
        digits(
          of((one) => one.serverMs),
          3,
        ),
        digits(
          of((one) => one.databaseMs),
          3,
        ),
        `${digits(
          of((one) => (one.loadShare ?? Number.NaN) * 100),
          0,
        )} %`,
        count ? digits(count.statements / count.calls, 1) : '',
        count ? digits(count.roundTrips / count.calls, 1) : '',
      ],
    ];
  });
}

/** The whole report; its last line says which goals are missed. */
export function textOf(found: Found, goals: readonly Goal[]): string {
  const rows = Object.entries(found.calls).flatMap(([name, windows]) => rowsOf(found, name as LimitedName, windows));
  const table = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lines = table.map((row) =>
    row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
  const { how, S, N } = found.pgbench;
  const { processors, loadAverage } = found.machine;
  const missed = goals.filter((goal) => !goal.isMet);
  return [
    ...lines,
    '',
    `pgbench -S ${digits(median(S), 0)}/s, -N ${digits(median(N), 0)}/s (${how}); bare cryptography ${digits(found.bareCryptoMs, 3)} ms a call`,
    `${processors} processors, load average at the start ${digits(loadAverage[0] ?? null, 1)}; medians of ${found.rounds} rounds of ${found.seconds} s`,
    '',
    ...goals.map(
      ({ name, value, goal, isAtMost, isMet }) =>
        `${isMet ? 'met   ' : 'missed'}  ${name}: ${digits(value, 3)} (${isAtMost ? '≤' : '≥'} ${goal})`,
    ),
    '',
    `${missed.length === 0 ? 'Every goal that was measured is met' : `Missed: ${missed.map(({ name }) => name).join('; ')}`}${found.calls.home?.before ? '' : '. Not measured: home, of before (--before)'}.`,
  ].join('\n');
}
