// Runs checks as processes and counts what their reports say.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

export type Count = { passed: number; failed: number };

const root = path.join(import.meta.dirname, '..');
const results = path.join(root, 'node_modules/.cache/results');
/** Node's compile cache: dozens of processes read the same sources. */
const compiled = path.join(root, 'node_modules/.cache/compiled');
const bin = (name: string) => path.join(root, 'node_modules', name);

/** Biome: format and lint, without changing anything. One check. */
export async function lint(): Promise<Count> {
  return one(
    'lint and format',
    await run([bin('@biomejs/biome/bin/biome'), 'ci', '.', '--colors=off'], { isAside: true }),
  );
}

/** Knip: no file is unused, and no export that no other file imports. One check. */
export async function exports(): Promise<Count> {
  return one('exports', await run([bin('knip/bin/knip.js')], { isAside: true }));
}

/** The compiler over every workspace. One check. */
export async function types(): Promise<Count> {
  return one('types', await run([bin('typescript/bin/tsc')], { isAside: true }));
}

/** Root key and web program. One check. */
export async function build(): Promise<Count> {
  return one('build', await run([path.join(root, 'scripts/ready.ts')]));
}

/** A separate measurement, whose exit code shows whether its goals are met. One check. */
export async function program(name: string, args: string[]): Promise<Count> {
  const [file = '', ...rest] = args;
  return one(name, await run([path.join(root, file), ...rest]));
}

/** All unit tests; `args` go to vitest. */
export async function unitTests(args: string[] = []): Promise<Count> {
  const file = emptyResult('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = await run([bin('vitest/vitest.mjs'), 'run', ...reporters, ...args]);
  return counted(file, status, ofVitest);
}

/** The browser tests, against the built program on a separate server. */
export async function browserTests(): Promise<Count> {
  const file = emptyResult('playwright.json');
  const status = await run([bin('@playwright/test/cli.js'), 'test', '-c', 'e2e'], {
    env: { RESULTS: file },
  });
  return counted(file, status, ofPlaywright);
}

/** A battery in its quick form, aside of other checks: one check. */
export async function quickBattery(name: string): Promise<Count> {
  return one(
    `battery ${name}`,
    await run([path.join(root, 'battery/src/main.ts'), name, '--quick'], { isAside: true }),
  );
}

/** A battery at full size: one check. */
export async function battery(name: string, { seed }: { seed: number }): Promise<Count> {
  return await program(name, ['battery/src/main.ts', name, '--seed', String(seed)]);
}

/** Planted bugs: how many a test noticed, and how many that had to be noticed were not. */
export async function mutants(): Promise<Count> {
  const file = emptyResult('mutants-count.json');
  const status = await run([path.join(root, 'battery/src/mutants.ts')]);
  return counted(file, status, (count: Count) => count);
}

/** Runs a check and says how many seconds it took. */
export async function timed(name: string, check: () => Promise<Count>): Promise<Count> {
  const from = performance.now();
  const count = await check();
  console.log(`${((performance.now() - from) / 1000).toFixed(0)} s: ${name}`);
  return count;
}

const tableHead =
  '| Check | Passed | Failed | Minutes | Cores | Day | Commit | Seed |\n|---|---|---|---|---|---|---|---|\n';

/**
 * The page of the last runs with the line of one check replaced by `cells`, of which the first is
 * its name: in the order of `names`, and no other.
 */
export function withLine(page: string, cells: readonly string[], names: readonly string[]): string {
  const [before = '', table = ''] = page.split(tableHead);
  const lines = new Map(table.split('\n').map((line) => [line.split('|')[1]?.trim() ?? '', line]));
  lines.set(cells[0] ?? '', `| ${cells.join(' | ')} |`);
  return `${before}${tableHead}${names.flatMap((name) => lines.get(name) ?? []).join('\n')}\n`;
}

/**
 * Prints the last line, `N passed, N failed`, and sets the exit code. Nothing passed is a failure
 * too.
 */
export function finish(counts: Count[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors?: unknown[];
};

/** A file that fails before its first test counts as one failure. */
export function ofVitest(report: VitestReport): Count {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken };
}

/** A test that passes only at the second attempt has failed. */
export function ofPlaywright({ stats, errors = [] }: PlaywrightReport): Count {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** Reads a runner's report. No report, or a bad end without a failed test, is one failure. */
export function counted<Report>(
  file: string,
  status: number,
  count: (report: Report) => Count,
): Count {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const { passed, failed } = count(JSON.parse(fs.readFileSync(file, 'utf8')) as Report);
  return { passed, failed: failed || (status === 0 ? 0 : 1) };
}

function one(name: string, status: number): Count {
  console.log(`${status === 0 ? 'passed' : 'FAILED'}: ${name}`);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function emptyResult(name: string): string {
  fs.mkdirSync(results, { recursive: true });
  const file = path.join(results, name);
  fs.rmSync(file, { force: true });
  return file;
}

/**
 * Node for every program, also where it calls itself `node`: the one that runs this. The tests make
 * their own root key. What is aside takes what other checks, which watch a clock, leave of the
 * processors.
 */
function run(
  args: string[],
  { env = {}, isAside = false }: { env?: Record<string, string>; isAside?: boolean } = {},
): Promise<number> {
  const { ROOT_PUBLIC_KEY: _, ...environment } = process.env;
  const program = [
    ...(isAside ? ['nice', '-n', '10'] : []),
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...args,
  ];
  const child = spawn(program[0] as string, program.slice(1), {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled, ...environment, ...env },
  });
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('exit', (code) => done(code ?? 1));
  });
}
