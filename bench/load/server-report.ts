// Formats the report of `npm run bench -- server`: a table and the goals.
import type { LimitedName } from './calls.ts';
import { digits, type Goal, goalLines, isMissed, median, tableOf } from './command.ts';
import type { Window } from './windows.ts';

/**
 * What is measured: the product with plain bodies, the limit, an earlier commit, and the product
 * with sealed bodies.
 */
const kinds = ['plain', 'limit', 'before', 'sealed'] as const;
export type Kind = (typeof kinds)[number];
/** One measured window per round. */
type Windows = Partial<Record<Kind, Window[]>>;

export type Result = {
  at: string;
  machine: { processors: number; node: string; loadAverage: number[] };
  rounds: number;
  seconds: number;
  before: string | null;
  /** Transactions per second in each round; empty if pgbench is not installed. */
  pgbench: Record<'S' | 'N', number[]>;
  calls: Partial<Record<LimitedName, Windows>>;
  bareCryptoMs: number;
  peakMegabytes: number;
};

const limited: readonly LimitedName[] = ['home', 'bills', 'bill', 'quote', 'apply'];
const [leastOfLimit, leastOfPgbench, leastOfBefore] = [0.5, 0.04, 10];
const [mostOfBareCrypto, mostMegabytes] = [1.5, 300];

const rate = (window: Window) => window.callsPerSecond;

/** Divides one kind's rate by the other's in each round. @returns the median of these ratios */
function ratio(windows: Windows | undefined, kind: Kind, other: Kind): number {
  const others = windows?.[other] ?? [];
  return median(
    (windows?.[kind] ?? []).map((window, round) => rate(window) / rate(others[round] as Window)),
  );
}

/** Returns every goal that this run measured. */
export function goalsOf({ calls, pgbench, bareCryptoMs, peakMegabytes }: Result): Goal[] {
  const goals: Goal[] = [];
  const atLeast = (name: string, value: number, bound: number) =>
    goals.push({ name, value, bound, isAtLeast: true });
  if (calls.home) {
    // Without pgbench the share is NaN, and the goal is missed.
    const shares = (calls.home.limit ?? []).map((window, round) => {
      return rate(window) / (pgbench.S[round] ?? Number.NaN);
    });
    atLeast('limit of home, of pgbench -S', median(shares), leastOfPgbench);
  }
  for (const name of limited) {
    if (!calls[name]) continue;
    atLeast(`${name}, of its limit`, ratio(calls[name], 'plain', 'limit'), leastOfLimit);
  }
  if (calls.config) {
    const { plain = [], sealed = [] } = calls.config;
    const addedMs = sealed.map(({ serverMs }, round) => {
      return serverMs - (plain[round]?.serverMs ?? Number.NaN);
    });
    const value = median(addedMs) / bareCryptoMs;
    goals.push({ name: 'sealing, of bare cryptography', value, bound: mostOfBareCrypto });
  }
  if (calls.home?.before) {
    atLeast('home, of before', ratio(calls.home, 'plain', 'before'), leastOfBefore);
  }
  goals.push({ name: 'memory of the server, MB', value: peakMegabytes, bound: mostMegabytes });
  return goals;
}

const head = ['call', '', 'calls/s', 'of limit', 'p50 ms', 'p99 ms', 'server ms', 'database ms'];

function rowsOf(name: string, windows: Windows): string[][] {
  return kinds.flatMap((kind) => {
    const all = windows[kind];
    if (!all) return [];
    const cell = (value: (window: Window) => number | null, decimals: number) =>
      digits(median(all.map((window) => value(window) ?? Number.NaN)), decimals);
    const isCompared = kind !== 'limit' && windows.limit;
    return [
      [
        name,
        kind,
        cell(rate, 0),
        isCompared ? digits(ratio(windows, kind, 'limit'), 3) : '',
        cell(({ p50Ms }) => p50Ms, 2),
        cell(({ p99Ms }) => p99Ms, 2),
        cell(({ serverMs }) => serverMs, 3),
        cell(({ databaseMs }) => databaseMs, 3),
        `${cell(({ loadShare }) => (loadShare ?? Number.NaN) * 100, 0)} %`,
      ],
    ];
  });
}

/** Formats the whole report. Its last line names the goals that are missed. */
export function textOf(result: Result, goals: Goal[]): string {
  const { calls, pgbench, machine, rounds, seconds } = result;
  const rows = Object.entries(calls).flatMap(([name, windows]) => rowsOf(name, windows));
  const missed = goals.filter(isMissed).map(({ name }) => name);
  const verdict =
    missed.length === 0 ? 'Every goal that was measured is met' : `Missed: ${missed.join('; ')}`;
  const rest = calls.home?.before ? '' : '. Not measured: home, of before (--before)';
  const tps = (kind: 'S' | 'N') => `-${kind} ${digits(median(pgbench[kind]), 0)}/s`;
  const loadAverage = digits(machine.loadAverage[0], 1);
  return [
    ...tableOf([[...head, 'load'], ...rows], 2),
    '',
    `pgbench ${tps('S')}, ${tps('N')}`,
    `bare cryptography ${digits(result.bareCryptoMs, 3)} ms a call`,
    `${machine.processors} processors, load average ${loadAverage} at the start`,
    `medians of ${rounds} rounds of ${seconds} s`,
    '',
    ...goalLines(goals, 3),
    '',
    `${verdict}${rest}.`,
  ].join('\n');
}
