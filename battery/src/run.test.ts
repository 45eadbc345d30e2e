import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allTests } from './all.ts';
import { copyTree, isUnitTest, patches, plant } from './mutant.ts';
import { seededRandom } from './random.ts';
import { idsOf } from './retrying-client.ts';
import { type Line, readOptions, runTest } from './run.ts';
import { type BatteryTest, Findings } from './test.ts';

const root = path.join(import.meta.dirname, '../..');
const known = ['one', 'two', 'many-a', 'many-b'];

test.each([
  [['one'], { names: ['one'], seed: 7, isQuick: false }],
  [['two', '--seed', '42', '--quick'], { names: ['two'], seed: 42, isQuick: true }],
  [['many'], { names: ['many-a', 'many-b'], seed: 7, isQuick: false }],
  [['all'], { names: known, seed: 7, isQuick: false }],
])('readOptions accepts %j', (args, options) => {
  expect(readOptions(args, known, 7)).toEqual(options);
});

test.each([
  [[]],
  [['three']],
  [['--quick']],
  [['one', '--seed']],
  [['one', '--seed', 'x']],
  [['one', '--mutant', '../M1']],
])('readOptions refuses %j with a sentence that names the batteries', (args) => {
  expect(readOptions(args, known, 7)).toEqual({ wrong: expect.stringContaining('one, two') });
});

test('a report line contains the test’s name, its seed, its counts and the failure', async () => {
  const run = async (test: BatteryTest['run']) =>
    await runTest({ name: 'n', about: '', run: test }, { seed: 3, isQuick: true }, () => {});
  expect(await run(async () => ({ counts: { rounds: 2 }, failure: null }))).toEqual({
    name: 'n',
    seed: 3,
    pass: true,
    ms: expect.any(Number),
    rounds: 2,
  });
  expect(await run(async () => ({ counts: { rounds: 2 }, failure: 'odd' }))).toMatchObject({
    pass: false,
    rounds: 2,
    failure: 'odd',
  });
  expect(await run(() => Promise.reject(new Error('gone')))).toMatchObject({
    pass: false,
    failure: 'Error: gone',
  });
  const findings = new Findings();
  findings.expect(true, 'a');
  expect(findings.outcome({}).failure).toBeNull();
  findings.expect(false, 'b');
  expect(findings.outcome({}).failure).toBe('b');
});

test('the report of an uncaught error contains the run’s seed', async () => {
  const lines: Line[] = [];
  const run = async () => {
    process.emit('uncaughtException', new Error('nobody awaits me'), 'unhandledRejection');
    return { counts: {}, failure: null };
  };
  await runTest({ name: 'n', about: '', run }, { seed: 3, isQuick: true }, (line) =>
    lines.push(line),
  );
  expect(lines).toMatchObject([
    { name: 'n', seed: 3, pass: false, failure: 'Error: nobody awaits me' },
  ]);
});

test('the same seed yields the same random numbers', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  for (const number of draw(9)) expect(number >= 0 && number < 1).toBe(true);
});

test('idsOf finds only ids, at any depth', () => {
  expect(
    idsOf({ loanId: 'a', state: 'x', card: { accountId: 'b', bankName: 'y' }, token: 't' }),
  ).toEqual(['a', 'b']);
});

test('batteries have unique names', () => {
  expect(new Set(allTests.map(({ name }) => name)).size).toBe(allTests.length);
});

let copy: string;
beforeAll(() => {
  copy = copyTree(root);
});
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

test('a copied tree links to its own workspaces and to the installed packages', () => {
  expect(fs.realpathSync(path.join(copy, 'node_modules/@sandali/server'))).toBe(
    path.join(copy, 'server'),
  );
  expect(fs.realpathSync(path.join(copy, 'node_modules/valibot'))).toBe(
    fs.realpathSync(path.join(root, 'node_modules/valibot')),
  );
  const ask = `import.meta.resolve('@sandali/contract/money.ts')`;
  const { stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `console.log(${ask})`],
    {
      cwd: path.join(copy, 'server'),
      encoding: 'utf8',
    },
  );
  expect(stdout.trim()).toBe(`file://${copy}/contract/src/money.ts`);
});

const planted = patches(root);
test.each(planted.map((patch) => [patch.name, patch] as const))('%s still applies', (_, patch) => {
  plant(copy, patch);
});

test('each patch names at least one test, and only existing tests', () => {
  const known = new Set(allTests.map(({ name }) => name));
  for (const { file, caughtBy } of planted) {
    expect(caughtBy.length, file).toBeGreaterThan(0);
    for (const name of caughtBy)
      expect(isUnitTest(name) ? fs.existsSync(path.join(root, name)) : known.has(name), name).toBe(
        true,
      );
  }
  expect(new Set(planted.map(({ name }) => name)).size).toBe(planted.length);
  const batteries = planted.flatMap(({ caughtBy }) => caughtBy);
  expect(batteries).toEqual(
    expect.arrayContaining(['payouts', 'webhooks', 'oddpay', 'days', 'recon']),
  );
});
