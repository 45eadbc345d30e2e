// `npm run battery -- <name> [--seed S] [--quick] [--mutant Mx]`: one JSON line a test; the exit code is 1 when one fails, 2 when typed wrongly.
import { randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { allTests } from './all.ts';
import { copyTree, patchOf, plant, runThere } from './mutant.ts';
import { type Line, readWish, runTest, type Wish } from './run.ts';

const root = path.join(import.meta.dirname, '../..');
const wish = readWish(
  process.argv.slice(2),
  allTests.map((one) => one.name),
  randomInt(1_000_000),
);
if ('wrong' in wish) {
  console.error(wish.wrong);
  process.exitCode = 2;
} else process.exitCode = wish.mutant ? await withMutant(wish, wish.mutant) : await here(wish);

async function here({ names, seed, isQuick }: Wish): Promise<number> {
  let exitCode = 0;
  for (const test of allTests.filter((one) => names.includes(one.name))) {
    const say = (line: Line) => console.log(JSON.stringify(line));
    // Said first, so that a run that hangs or is ended can be repeated.
    console.error(`${test.name}: seed ${seed}`);
    const line = await runTest(test, { seed, isQuick }, (broken) => {
      say(broken);
      process.exit(1);
    });
    say(line);
    if (!line.pass) exitCode = 1;
  }
  return exitCode;
}

async function withMutant({ names, seed, isQuick }: Wish, mutant: string): Promise<number> {
  const patch = patchOf(root, mutant);
  const copy = copyTree(root);
  try {
    plant(copy, patch);
    return (await runThere(copy, [...names, '--seed', String(seed), ...(isQuick ? ['--quick'] : [])])).code;
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}
