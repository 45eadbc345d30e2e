// `npm run mutants`: plants each bug of battery/mutants in a copy of the tree and runs the test that must find it: one of the battery in its quick form, or
// a file of unit tests. A test that does not fail there looks at the wrong thing. One JSON line a mutant; the exit code is 1 when one was not found.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { caughtBy } from './caught-by.ts';
import { copyTree, isUnitTest, patchOf, plant, runThere, unitTestsThere } from './mutant.ts';
import type { Line } from './run.ts';

const root = path.join(import.meta.dirname, '../..');
/** The same lots in every run. */
const seed = '1';

/** Names after the command plant those alone. */
const only = process.argv.slice(2);

for (const [mutant, name] of caughtBy.filter(([one]) => only.length === 0 || only.includes(one))) {
  const { isFound, why } = isUnitTest(name) ? await foundByUnitTest(mutant, name) : await foundByBattery(mutant, name);
  console.log(JSON.stringify({ mutant, test: name, found: isFound, why }));
  if (!isFound) process.exitCode = 1;
}

type Found = { isFound: boolean; why: string | null };

async function foundByBattery(mutant: string, name: string): Promise<Found> {
  const { line, end } = await lineOf(mutant, name);
  return { isFound: line?.name === name && !line.pass, why: String(line?.why ?? `nothing was said; it ended by ${end}`) };
}

/** A file that cannot be run finds nothing: a test of it must have failed. */
async function foundByUnitTest(mutant: string, file: string): Promise<Found> {
  const copy = copyTree(root);
  try {
    plant(copy, patchOf(root, mutant));
    const failed = (await unitTestsThere(copy, [file])).filter(({ status }) => status === 'failed');
    return { isFound: failed.length > 0, why: failed[0]?.fullName ?? null };
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

/** What the test says of the tree with the bug in it, null where it said nothing; and how it ended. */
async function lineOf(mutant: string, name: string): Promise<{ line: Line | null; end: string }> {
  const copy = copyTree(root);
  try {
    plant(copy, patchOf(root, mutant));
    const { said, end } = await runThere(copy, [name, '--quick', '--seed', seed], 'pipe');
    const last = said.trim().split('\n').at(-1);
    return { line: last ? (JSON.parse(last) as Line) : null, end };
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}
