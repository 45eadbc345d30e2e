// The command line of `npm run bench -- growth`.
import { parseArgs } from 'node:util';
import { areRounds, runBench } from '../command.ts';
import { benchGrowth, type Options } from './growth.ts';
import { goalsOf, isMissed, textOf } from './report.ts';

export const usage = 'growth [--borrowers 10000,100000] [--rounds 3] [--seconds 1.2] [--json <file>]';

/** Runs the bench as it was asked for and prints its report. @returns the exit code: 1 where a goal is missed, 2 where it was typed wrongly. */
export async function runGrowth(args: string[]): Promise<number> {
  return await runBench(readWish(args), usage, (wish) => ({ bench: (say) => benchGrowth(wish, say), goalsOf, textOf, isMissed }));
}

function readWish(args: string[]): (Options & { json: string | null }) | null {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args, options: { borrowers: option, rounds: option, seconds: option, json: option } });
    const { borrowers = '10000,100000', rounds = '3', seconds = '1.2', json = null } = values;
    const isRight = /^[1-9]\d{1,6}(,[1-9]\d{1,6})*$/.test(borrowers) && areRounds(rounds, seconds);
    return isRight ? { borrowers: borrowers.split(',').map(Number), rounds: Number(rounds), seconds: Number(seconds), json } : null;
  } catch {
    return null;
  }
}
