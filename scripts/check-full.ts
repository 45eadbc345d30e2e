// `npm run check:full [-- name…]`: runs all checks at full size, one after another. With names,
// runs only a build and those checks. Each result replaces the check's line in
// docs/developers/check-full.md.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { allTests } from '../battery/src/all.ts';
import {
  alerts,
  battery,
  browserTests,
  build,
  type Count,
  exports,
  finish,
  image,
  lint,
  materials,
  measurement,
  mutants,
  type NamedCount,
  timed,
  types,
  unitTests,
  vulnerabilities,
  withLine,
} from './suites.ts';

const file = path.join(import.meta.dirname, '../docs/developers/check-full.md');

/**
 * The seed for this run's batteries, recorded with each result so that failures can be reproduced.
 */
const seed = randomInt(1_000_000);
const batteryNames = new Set(allTests.map(({ name }) => `battery ${name}`));

const checks: [name: string, check: () => Promise<Count>][] = [
  ['lint and format', lint],
  ['exports', exports],
  ['types', types],
  ['alerts', alerts],
  ['bill of materials', materials],
  ['known vulnerabilities', vulnerabilities],
  ['build', build],
  ['image', image],
  ['unit tests', unitTests],
  ['browser tests', browserTests],
  ['bytes', () => measurement('bytes', ['bench/main.ts', 'bytes'])],
  ['paint', () => measurement('paint', ['bench/main.ts', 'paint'])],
  ['taps', () => measurement('taps', ['bench/main.ts', 'taps'])],
  ['Lighthouse', () => measurement('Lighthouse', ['e2e/lighthouse/main.ts'])],
  ...allTests.map(
    ({ name }) => [`battery ${name}`, () => battery(name, { seed })] as (typeof checks)[number],
  ),
  ['mutants', mutants],
];

// FULL enables full-size checks and tests tagged @atLength.
process.env.FULL = '1';

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !checks.some(([known]) => known === name));
if (unknown.length > 0) {
  console.error(
    `Unknown checks: ${unknown.map((name) => `"${name}"`).join(', ')}. Known checks: ${checks.map(([name]) => name).join(', ')}.`,
  );
  process.exitCode = 2;
} else
  await run(
    requested.length === 0
      ? checks
      : checks.filter(([name]) => name === 'build' || requested.includes(name)),
  );

async function run(list: typeof checks): Promise<void> {
  const counts: NamedCount[] = [];
  for (const [name, check] of list) {
    const from = performance.now();
    const count = await timed(name, check);
    counts.push(count);
    const minutes = ((performance.now() - from) / 60_000).toFixed(1);
    const day = new Date().toISOString().slice(0, 10);
    const ofSeed = batteryNames.has(name) ? seed : '';
    const cells = [
      name,
      count.passed,
      count.failed,
      minutes,
      os.availableParallelism(),
      day,
      commit(),
      ofSeed,
    ];
    const names = checks.map(([known]) => known);
    fs.writeFileSync(file, withLine(fs.readFileSync(file, 'utf8'), cells.map(String), names));
  }
  finish(counts);
}

/** Returns the current commit, marked if files other than this run's table differ from it. */
function commit(): string {
  const git = (...words: string[]) =>
    spawnSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout?.trim() ?? '';
  const isChanged =
    git('status', '--porcelain', '--', ':/', ':!/docs/developers/check-full.md') !== '';
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${isChanged ? ', with changes' : ''}`;
}
