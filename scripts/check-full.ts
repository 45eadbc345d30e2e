// `npm run check:full`: all that `npm test` runs and all that it leaves out, one after the other, and writes what came of it into docs/check-full.md.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { allTests } from '../battery/src/all.ts';
import { browserTests, build, type Count, finish, lint, program, timed, types, unitTests } from './suites.ts';

const file = path.join(import.meta.dirname, '../docs/check-full.md');
const mark = '## The last run\n';

const checks: [name: string, check: () => Promise<Count>][] = [
  ['lint and format', lint],
  ['types', types],
  ['build', build],
  ['unit tests', unitTests],
  ['browser tests', browserTests],
  ['bytes', () => program('bytes', ['bench/main.ts', 'bytes'])],
  ['paint', () => program('paint', ['bench/main.ts', 'paint'])],
  ['Lighthouse', () => program('Lighthouse', ['e2e/lighthouse.ts'])],
  ...allTests.map(({ name }) => [`battery ${name}`, () => program(name, ['battery/src/main.ts', name])] as (typeof checks)[number]),
  ['specification', () => program('specification', ['specification/mutants.ts'])],
  ['mutants', () => program('mutants', ['battery/src/mutants.ts'])],
];

// What can do more or less does all.
process.env.FULL = '1';

const rows: (Count & { name: string; minutes: number })[] = [];
for (const [name, check] of checks) {
  const from = performance.now();
  const count = await timed(name, check);
  rows.push({ name, ...count, minutes: (performance.now() - from) / 60_000 });
}
fs.writeFileSync(file, `${fs.readFileSync(file, 'utf8').split(mark)[0]}${mark}\n${report()}`);
finish(rows);

function report(): string {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout?.trim() ?? '';
  const day = new Date().toISOString().slice(0, 10);
  const commit = `commit ${git('rev-parse', '--short', 'HEAD') || 'unknown'}${git('status', '--porcelain') ? ', with changes' : ''}`;
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0).toFixed(0);
  const table = rows.map(({ name, passed, failed, minutes }) => `| ${name} | ${passed} | ${failed} | ${minutes.toFixed(1)} |`);
  return [
    `${day}, ${commit}, ${os.availableParallelism()} cores, ${minutes} minutes.`,
    '',
    '| Check | Passed | Failed | Minutes |',
    '|---|---|---|---|',
    ...table,
    '',
  ].join('\n');
}
