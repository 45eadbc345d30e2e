// The command line of `npm run bench -- citus`.
import * as fs from 'node:fs';
import { parseArgs } from 'node:util';
import { areRounds } from '../command.ts';
import { benchCitus } from './citus.ts';
import { textOf, wrongsOf } from './report.ts';

const usage =
  'DATABASE_URL=<coordinator of a Citus 13 cluster, as superuser> npm run bench -- citus [--rounds 3] [--seconds 3] [--json <file>]';

/** Runs the trial and prints its report. @returns the exit code: 1 where anything is not as expected, 2 where it was typed wrongly. */
export async function runCitus(args: string[], url: string | undefined): Promise<number> {
  const wish = readWish(args);
  if (wish === null || !url) {
    console.error(`Usage: ${usage}`);
    return 2;
  }
  const { json, ...of } = wish;
  const begin = performance.now();
  const found = await benchCitus({ url, ...of }, (step) =>
    console.error(`${((performance.now() - begin) / 1000).toFixed(0).padStart(4)} s  ${step}`),
  );
  const wrongs = wrongsOf(found);
  if (json) fs.writeFileSync(json, `${JSON.stringify({ ...found, wrongs }, null, 2)}\n`);
  console.log(textOf(found));
  return wrongs.length > 0 ? 1 : 0;
}

function readWish(args: string[]): { rounds: number; seconds: number; json: string | null } | null {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args, options: { rounds: option, seconds: option, json: option } });
    const { rounds = '3', seconds = '3', json = null } = values;
    return areRounds(rounds, seconds) ? { rounds: Number(rounds), seconds: Number(seconds), json } : null;
  } catch {
    return null;
  }
}
