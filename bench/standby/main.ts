// The command line of the standby's bench, and its report.
import { parseArgs } from 'node:util';
import { areRounds, runBench } from '../command.ts';
import { digits, median } from '../server/report.ts';
import { benchStandby, type Found, type Measured, type Mode, measured, modes, type Options } from './standby.ts';

type Goal = { name: string; value: number; most: number };

/** Measures and prints. @returns the exit code */
export async function runStandby(flags: readonly string[]): Promise<number> {
  return await runBench(wishOf(flags), 'standby [--rounds 3] [--seconds 2] [--json <file>]', (wish) => ({
    bench: (say) => benchStandby(wish, say),
    goalsOf,
    textOf: (found, goals: Goal[]) => textOf(found, goals),
    isMissed: ({ value, most }: Goal) => value > most,
  }));
}

function wishOf(flags: readonly string[]): (Options & { json: string | null }) | null {
  try {
    const { values } = parseArgs({
      args: [...flags],
      options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '2' }, json: { type: 'string' } },
    });
    if (!areRounds(values.rounds, values.seconds)) return null;
    return { rounds: Number(values.rounds), seconds: Number(values.seconds), json: values.json ?? null };
  } catch {
    return null;
  }
}

function goalsOf({ takeover }: Found): Goal[] {
  return [
    { name: 'confirmed loans that the second database has not', value: takeover.missing, most: 0 },
    { name: 'what is wrong in its books', value: takeover.wrongInBooks.length, most: 0 },
  ];
}

function textOf({ windows, takeover, rounds, seconds }: Found, goals: readonly Goal[]): string {
  const of = (mode: Mode, call: Measured, what: 'callsPerSecond' | 'p50Ms' | 'p95Ms') =>
    median(windows[mode][call].map((one) => one[what]));
  const cells = (mode: Mode, call: Measured) =>
    `${digits(of(mode, call, 'callsPerSecond'), 0)}/s, p50 ${digits(of(mode, call, 'p50Ms'), 1)}, p95 ${digits(of(mode, call, 'p95Ms'), 1)} ms, ${digits(of(mode, call, 'callsPerSecond') / of('alone', call, 'callsPerSecond'), 2)} of alone`;
  return [
    ...measured.flatMap((call) => modes.map((mode) => `${call.padEnd(8)} ${mode.padEnd(11)} ${cells(mode, call)}`)),
    `medians of ${rounds} rounds of ${seconds} s; both databases share this machine's processors and disk`,
    `the first database was killed after ${takeover.confirmed} loans were confirmed; the second took writes after ${digits(takeover.ms, 0)} ms`,
    ...takeover.wrongInBooks,
    ...goals.map(({ name, value, most }) => `${value > most ? 'missed' : 'met   '}  ${name}: ${value} (≤ ${most})`),
  ].join('\n');
}
