// The command line of `npm run bench -- server`.
import { parseArgs } from 'node:util';
import { areRounds, runBench } from '../command.ts';
import { callNames, type LimitedName } from './calls.ts';
import { type Goal, goalsOf, textOf } from './report.ts';
import { benchServer } from './server.ts';

export const usage = `server [--only ${callNames.join(',')}] [--before <commit>] [--rounds 2] [--seconds 1.2] [--json <file>]`;

/** Runs the bench as it was asked for and prints its report. @returns the exit code: 1 where a goal is missed, 2 where it was typed wrongly. */
export async function runServer(args: string[]): Promise<number> {
  return await runBench(readWish(args), usage, (wish) => ({
    bench: (say) => benchServer(wish, say),
    ...{ goalsOf, textOf, isMissed: ({ isMet }: Goal) => !isMet },
  }));
}

function readWish(args: string[]) {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args, options: { only: option, before: option, rounds: option, seconds: option, json: option } });
    const { only = callNames.join(','), before = null, rounds = '2', seconds = '1.2', json = null } = values;
    const names = only.split(',').filter((name): name is LimitedName => (callNames as readonly string[]).includes(name));
    const isRight = names.length === only.split(',').length && areRounds(rounds, seconds);
    return isRight ? { only: names, before, rounds: Number(rounds), seconds: Number(seconds), json } : null;
  } catch {
    return null;
  }
}
