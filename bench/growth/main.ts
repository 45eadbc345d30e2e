// The command line of `npm run bench -- growth`.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { here } from '../server/side.ts';
import { benchGrowth, type Options } from './growth.ts';
import { goalsOf, isMissed, textOf } from './report.ts';

export const usage = 'growth [--borrowers 10000,100000] [--rounds 3] [--seconds 1.2] [--json <file>]';

/** Runs the bench as it was asked for and prints its report. @returns the exit code: 1 where a goal is missed, 2 where it was typed wrongly. */
export async function runGrowth(args: string[]): Promise<number> {
  const wish = readWish(args);
  if (wish === null) {
    console.error(`Usage: npm run bench -- ${usage}`);
    return 2;
  }
  const made = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(here, 'scripts/ready.ts')], {
    stdio: 'inherit',
  });
  if (made.status !== 0) return 1;
  const begin = performance.now();
  const found = await benchGrowth(wish, (step) =>
    console.error(`${((performance.now() - begin) / 1000).toFixed(0).padStart(4)} s  ${step}`),
  );
  const goals = goalsOf(found);
  if (wish.json) fs.writeFileSync(wish.json, `${JSON.stringify({ ...found, goals }, null, 2)}\n`);
  console.log(textOf(found, goals));
  return goals.some(isMissed) ? 1 : 0;
}

function readWish(args: string[]): (Options & { json: string | null }) | null {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args, options: { borrowers: option, rounds: option, seconds: option, json: option } });
    const { borrowers = '10000,100000', rounds = '3', seconds = '1.2', json = null } = values;
    const isRight =
      /^[1-9]\d{1,6}(,[1-9]\d{1,6})*$/.test(borrowers) && /^[1-9]$/.test(rounds) && Number(seconds) > 0 && Number(seconds) <= 60;
    return isRight ? { borrowers: borrowers.split(',').map(Number), rounds: Number(rounds), seconds: Number(seconds), json } : null;
  } catch {
    return null;
  }
}
