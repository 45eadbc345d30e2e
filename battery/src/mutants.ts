// `npm run mutants`: plants each bug of battery/mutants in a copy of the tree and runs, in its quick form, the test that must find it. A test that does not
// fail there looks at the wrong thing. One JSON line a mutant; the exit code is 1 when one was not found.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { caughtBy } from './caught-by.ts';
import { copyTree, patchOf, plant, runThere } from './mutant.ts';
import type { Line } from './run.ts';

const root = path.join(import.meta.dirname, '../..');
/** The same lots in every run. */
const seed = '1';

for (const [mutant, name] of caughtBy) {
  const line = await lineOf(mutant, name);
  const isFound = line?.name === name && !line.pass;
  console.log(JSON.stringify({ mutant, battery: name, found: isFound, why: line?.why ?? null }));
  if (!isFound) process.exitCode = 1;
}

/** What the test says of the tree with the bug in it; null where it said nothing. */
async function lineOf(mutant: string, name: string): Promise<Line | null> {
  const copy = copyTree(root);
  try {
    plant(copy, patchOf(root, mutant));
    const { said } = await runThere(copy, [name, '--quick', '--seed', seed], 'pipe');
    const last = said.trim().split('\n').at(-1);
    return last ? (JSON.parse(last) as Line) : null;
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}
