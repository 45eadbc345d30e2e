// The command line of `npm run bench -- server`.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { type CallName, callNames } from './calls.ts';
import { goalsOf, textOf } from './report.ts';
import { benchServer } from './server.ts';
import { here } from './side.ts';

export const usage = `server [--only ${callNames.join(',')}] [--before <commit>] [--rounds 2] [--seconds 1.2] [--json <file>]`;

/** Runs the bench as it was asked for and prints its report. @returns the exit code: 1 where a goal is missed, 2 where it was typed wrongly. */
export async function runServer(args: string[]): Promise<number> {
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
  const found = await benchServer(wish, (step) =>
    console.error(`${((performance.now() - begin) / 1000).toFixed(0).padStart(4)} s  ${step}`),
  );
  const goals = goalsOf(found);
  if (wish.json) fs.writeFileSync(wish.json, `${JSON.stringify({ ...found, goals }, null, 2)}\n`);
  console.log(textOf(found, goals));
  return goals.every(({ isMet }) => isMet) ? 0 : 1;
}

function readWish(args: string[]) {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args, options: { only: option, before: option, rounds: option, seconds: option, json: option } });
    const { only = callNames.join(','), before = null, rounds = '2', seconds = '1.2', json = null } = values;
    const names = only.split(',').filter((name): name is CallName => (callNames as readonly string[]).includes(name));
    const isRight = names.length === only.split(',').length && /^[1-9]$/.test(rounds) && Number(seconds) > 0 && Number(seconds) <= 60;
    return isRight ? { only: names, before, rounds: Number(rounds), seconds: Number(seconds), json } : null;
  } catch {
    return null;
  }
}
