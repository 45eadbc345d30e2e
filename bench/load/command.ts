// Parses the command line of the load benches and formats their reports.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { here } from './installation.ts';

/** Prints what the bench is doing on standard error, with the seconds since the start. */
export type Progress = (step: string) => void;
export type Timing = { rounds: number; seconds: number };

/** `value` is null if this run did not measure it. */
export type Goal = { name: string; value: number | null; bound: number; isAtLeast?: boolean };

export const isMet = ({ value, bound, isAtLeast }: Goal) =>
  value !== null && (isAtLeast ? value >= bound : value <= bound);
export const isMissed = (goal: Goal) => goal.value !== null && !isMet(goal);

type Bench<O, R extends object> = {
  name: string;
  /** Flags with their defaults, in addition to `--rounds`, `--seconds` and `--json`. */
  flags: Record<string, string>;
  rounds: string;
  seconds: string;
  /** Returns the bench's options, or null if the flags are invalid. */
  parse(flags: Record<string, string>): O | null;
  /** `cleanup` stops what the bench started, in reverse order, when the bench finishes or fails. */
  measure(options: O & Timing, progress: Progress, cleanup: AsyncDisposableStack): Promise<R>;
  goalsOf(result: R): Goal[];
  textOf(result: R, goals: Goal[]): string;
};

/**
 * Builds the product, runs a bench and prints its report; `--json` names a file for all its data.
 * @returns the exit code: 1 if a goal is missed, 2 for bad usage.
 */
export async function runBench<O extends object, R extends object>(
  args: string[],
  bench: Bench<O, R>,
): Promise<number> {
  const defaults = { ...bench.flags, rounds: bench.rounds, seconds: bench.seconds, json: '' };
  const options = parse(args, defaults, bench);
  if (!options) {
    const flags = Object.entries(defaults).map(([name, value]) => `[--${name} ${value || '…'}]`);
    console.error(`Usage: npm run bench -- ${bench.name} ${flags.join(' ')}`);
    return 2;
  }
  const ready = path.join(here, 'scripts/ready.ts');
  const nodeFlags = ['--disable-warning=ExperimentalWarning'];
  if (spawnSync(process.execPath, [...nodeFlags, ready], { stdio: 'inherit' }).status !== 0) {
    return 1;
  }
  const startedAt = performance.now();
  const progress: Progress = (step) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.error(`${seconds.padStart(4)} s  ${step}`);
  };
  await using cleanup = new AsyncDisposableStack();
  const result = await bench.measure(options, progress, cleanup);
  const goals = bench.goalsOf(result);
  if (options.json) {
    fs.writeFileSync(options.json, `${JSON.stringify({ ...result, goals }, null, 2)}\n`);
  }
  console.log(bench.textOf(result, goals));
  return goals.some(isMissed) ? 1 : 0;
}

function parse<O extends object>(
  args: string[],
  defaults: Record<string, string>,
  bench: { parse(flags: Record<string, string>): O | null },
): (O & Timing & { json: string }) | null {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: value }]),
  ) as Record<string, { type: 'string'; default: string }>;
  let flags: Record<string, string>;
  try {
    flags = parseArgs({ args, options }).values as Record<string, string>;
  } catch {
    return null;
  }
  const { rounds = '', seconds = '', json = '' } = flags;
  const isValid = /^[1-9]$/.test(rounds) && Number(seconds) > 0 && Number(seconds) <= 60;
  const own = bench.parse(flags);
  return own && isValid ? { ...own, rounds: Number(rounds), seconds: Number(seconds), json } : null;
}

/** Returns the median: for an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN;
  return (low + high) / 2;
}

/** Formats a number for a table, as a dash if it was not measured. */
export const digits = (value: number | null | undefined, decimals: number) =>
  value === null || value === undefined || Number.isNaN(value) ? '–' : value.toFixed(decimals);

/** Aligns the cells of rows: left in the first `leftColumns` columns, right in the others. */
export function tableOf(rows: readonly string[][], leftColumns: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < leftColumns ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  '),
  );
}

export function goalLines(goals: readonly Goal[], decimals: number): string[] {
  const states = goals.map((goal) =>
    goal.value === null ? 'not measured' : isMet(goal) ? 'met' : 'missed',
  );
  const width = Math.max('missed'.length, ...states.map((state) => state.length));
  return goals.map(({ name, value, bound, isAtLeast }, at) => {
    const sign = isAtLeast ? '≥' : '≤';
    return `${states[at]?.padEnd(width)}  ${name}: ${digits(value, decimals)} (${sign} ${bound})`;
  });
}
