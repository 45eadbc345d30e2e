// What the benches that start servers share: their command line, their rounds, and the end of all that they began.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { here } from './server/side.ts';

/** What was begun, undone in reverse order. */
export type Undo = (() => unknown)[];
/** Reports a step on standard error. */
export type Say = (step: string) => void;

/** Runs a bench, and then undoes all that it began, also where it fails; a signal ends the process and with it what it started. */
export async function withUndo<T>(bench: (undo: Undo) => Promise<T>): Promise<T> {
  const undo: Undo = [];
  const onSignal = () => process.exit(130);
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await bench(undo);
  } finally {
    for (const step of undo.toReversed()) await step();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

type Bench<F, G> = {
  bench(say: Say): Promise<F>;
  goalsOf(found: F): G[];
  textOf(found: F, goals: G[]): string;
  isMissed(goal: G): boolean;
};

/**
 * Builds what is served, runs a bench that was asked for rightly, prints its report and writes it to `json`.
 * @returns the exit code: 1 where a goal is missed, 2 where it was typed wrongly.
 */
export async function runBench<W extends { json: string | null }, F extends object, G>(
  wish: W | null,
  usage: string,
  of: (wish: W) => Bench<F, G>,
): Promise<number> {
  if (wish === null) {
    console.error(`Usage: npm run bench -- ${usage}`);
    return 2;
  }
  const ready = path.join(here, 'scripts/ready.ts');
  const made = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ready], { stdio: 'inherit' });
  if (made.status !== 0) return 1;
  const { bench, goalsOf, textOf, isMissed } = of(wish);
  const begin = performance.now();
  const found = await bench((step) => console.error(`${((performance.now() - begin) / 1000).toFixed(0).padStart(4)} s  ${step}`));
  const goals = goalsOf(found);
  if (wish.json) fs.writeFileSync(wish.json, `${JSON.stringify({ ...found, goals }, null, 2)}\n`);
  console.log(textOf(found, goals));
  return goals.some(isMissed) ? 1 : 0;
}

/** Whether a count of rounds and the seconds of a window are such as a bench takes. */
export const areRounds = (rounds: string, seconds: string) => /^[1-9]$/.test(rounds) && Number(seconds) > 0 && Number(seconds) <= 60;
