// `npm run mutants [-- M1 …]` checks that tests notice planted bugs: the patches in
// battery/mutants, and Stryker's changes to files that the commit's hash selects. Exits with 1 if
// the tests miss a patch, or too many of Stryker's changes.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import {
  copyTree,
  isUnitTest,
  type Patch,
  patches,
  plant,
  runBattery,
  runUnitTests,
} from './mutant.ts';
import { seededRandom } from './random.ts';
import type { Line } from './run.ts';
import { generalMutants, type Mutant, mutable } from './stryker.ts';

const root = path.join(import.meta.dirname, '../..');
const results = path.join(root, 'node_modules/.cache/results');
/** A fixed seed, so that the batteries draw the same numbers in every run. */
const seed = '1';
/**
 * The minimum number of source lines to mutate. Testing these takes about five minutes on two
 * cores.
 */
const linesDrawn = 600;
/** The minimum share of Stryker's mutants that tests must kill, among those that tests reach. */
const leastScore = 0.8;

// Most planted bugs are noticed by slow tests.
process.env.FULL = '1';

const only = process.argv.slice(2);
let [caught, missed] = [0, 0];
if (only.length === 0) await tryRules();
for (const patch of patches(root).filter(({ name }) => only.length === 0 || only.includes(name)))
  for (const test of patch.caughtBy) await tryPatch(patch, test);

fs.mkdirSync(results, { recursive: true });
fs.writeFileSync(
  path.join(results, 'mutants-count.json'),
  JSON.stringify({ passed: caught, failed: missed }),
);
console.log(`${caught} caught, ${missed} missed`);
process.exitCode = missed === 0 && caught > 0 ? 0 : 1;

async function tryRules(): Promise<void> {
  const files = draw();
  const copy = copyTree(root);
  try {
    const mutants = await generalMutants(copy, files);
    const count = (...states: Mutant['status'][]) =>
      mutants.filter(({ status }) => states.includes(status)).length;
    const [found, survived, unreached] = [
      count('Killed', 'Timeout'),
      count('Survived'),
      count('NoCoverage'),
    ];
    for (const { fileName, location, replacement } of mutants.filter(
      ({ status }) => status === 'Survived',
    ))
      console.log(
        `survived: ${path.relative(copy, fileName)}:${location.start.line} → ${replacement}`,
      );
    const score = found / (found + survived);
    console.log(
      JSON.stringify({
        mutants: 'rules',
        files,
        found,
        survived,
        unreached,
        score: Number(score.toFixed(3)),
      }),
    );
    fs.mkdirSync(results, { recursive: true });
    for (const report of ['mutants.html', 'mutants.json'])
      fs.copyFileSync(path.join(copy, 'node_modules', report), path.join(results, report));
    caught += found;
    if (!(score >= leastScore)) missed += survived;
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

/** Draws files at random, seeded by the commit, until they add up to enough lines. */
function draw(): string[] {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout;
  const random = seededRandom(Number.parseInt(commit.slice(0, 8), 16));
  const pool = fs
    .globSync(mutable, { cwd: root })
    .filter((name) => !/\.(test|testing)\.ts$/.test(name));
  const files: string[] = [];
  for (let lines = 0; lines < linesDrawn && pool.length > 0; ) {
    const [file = ''] = pool.splice(Math.floor(random() * pool.length), 1);
    files.push(file);
    lines += fs.readFileSync(path.join(root, file), 'utf8').split('\n').length;
  }
  return files;
}

async function tryPatch(patch: Patch, test: string): Promise<void> {
  const copy = copyTree(root);
  try {
    plant(copy, patch);
    const reason = isUnitTest(test)
      ? await failureOfUnitTest(copy, test)
      : await failureOfBattery(copy, test);
    console.log(JSON.stringify({ mutant: patch.name, test, found: reason !== null, reason }));
    if (reason === null) missed += 1;
    else caught += 1;
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

/** Returns the failed test; null if every test passed or the file does not run. */
async function failureOfUnitTest(copy: string, file: string): Promise<string | null> {
  return (
    (await runUnitTests(copy, file)).find(({ status }) => status === 'failed')?.fullName ?? null
  );
}

/** Returns the battery's finding; null if the battery passed or printed no line. */
async function failureOfBattery(copy: string, name: string): Promise<string | null> {
  const last = (await runBattery(copy, [name, '--quick', '--seed', seed]))
    .trim()
    .split('\n')
    .at(-1);
  const line = last?.startsWith('{') ? (JSON.parse(last) as Line) : null;
  return line?.name === name && !line.pass ? String(line.failure) : null;
}
