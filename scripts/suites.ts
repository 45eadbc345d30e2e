// Runs each check as a child process and reads its counts from the report or the exit code.
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { askVulnerabilities, billFaults, productionBill, vulnerabilitiesIn } from './packages.ts';

export type Count = { passed: number; failed: number };
export type NamedCount = Count & { name: string };

const root = path.join(import.meta.dirname, '..');
const results = path.join(root, 'node_modules/.cache/results');
/** Node's compile cache, shared because dozens of processes load the same sources. */
const compiled = path.join(root, 'node_modules/.cache/compiled');
const bin = (name: string) => path.join(root, 'node_modules', name);

/** Runs Biome's format and lint rules without fixing, as one check. */
export async function lint(): Promise<Count> {
  return singleCheck(
    'lint and format',
    await run([bin('@biomejs/biome/bin/biome'), 'ci', '.', '--colors=off'], {
      isLowPriority: true,
    }),
  );
}

/** Runs Knip, which finds unused files and exports, as one check. */
export async function exports(): Promise<Count> {
  return singleCheck('exports', await run([bin('knip/bin/knip.js')], { isLowPriority: true }));
}

/** Runs the TypeScript compiler on every workspace, as one check. */
export async function types(): Promise<Count> {
  return singleCheck('types', await run([bin('typescript/bin/tsc')], { isLowPriority: true }));
}

/** Creates the root key and builds the web app and the desk, as one check. */
export async function build(): Promise<Count> {
  return singleCheck('build', await run([path.join(root, 'scripts/ready.ts')]));
}

/**
 * Checks the alert rules, their tests and the dashboards' queries, as one check. Needs Prometheus'
 * promtool.
 */
export async function alerts(): Promise<Count> {
  if (spawnSync('promtool', ['--version']).error) {
    console.log('skipped: alerts, because promtool is missing (Debian’s package prometheus)');
    return { passed: 0, failed: 0 };
  }
  const folder = path.join(root, 'deploy/prometheus');
  const queries = path.join(results, 'dashboards.json');
  fs.mkdirSync(results, { recursive: true });
  fs.writeFileSync(queries, JSON.stringify({ groups: [{ name: 'all', rules: dashboardRules() }] }));
  const statuses = [
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'rules', queries],
  ].map((words) => spawnSync('promtool', words, { cwd: folder, stdio: 'inherit' }).status ?? 1);
  return singleCheck('alerts', Math.max(...statuses));
}

/** Returns each query of the Grafana dashboards as a rule, because promtool reads only rules. */
function dashboardRules(): { record: string; expr: string }[] {
  const folder = path.join(root, 'deploy/grafana/dashboards');
  const texts = fs
    .readdirSync(folder)
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
  return texts
    .flatMap((text) => (JSON.parse(text) as Dashboard).panels)
    .flatMap(({ targets }) => targets)
    .map(({ expr }, nth) => ({ record: `dashboards:query_${nth}`, expr }));
}
type Dashboard = { panels: { targets: { expr: string }[] }[] };

/** Checks production's bill of materials and its licences, as one check. */
export async function materials(): Promise<Count> {
  const faults = billFaults(productionBill());
  for (const fault of faults) console.log(fault);
  return singleCheck('bill of materials', faults.length);
}

/** Checks that the registry knows no vulnerability in production's packages, as one check. */
export async function vulnerabilities(): Promise<Count> {
  const known = vulnerabilitiesIn(askVulnerabilities());
  if (!known) {
    console.log('skipped: known vulnerabilities, because the registry does not answer npm audit');
    return { passed: 0, failed: 0 };
  }
  for (const vulnerability of known) console.log(vulnerability);
  return singleCheck('known vulnerabilities', known.length);
}

/** Builds the image and runs it behind both proxies, as one check; needs root and podman. */
export async function image(): Promise<Count> {
  const isPossible = process.getuid?.() === 0 && !spawnSync('podman', ['--version']).error;
  if (isPossible) return await measurement('image', ['scripts/image.ts']);
  console.log('skipped: image, because it needs root and podman (scripts/image.ts)');
  return { passed: 0, failed: 0 };
}

/** Runs a measurement as one check. Its exit code shows whether it met its goals. */
export async function measurement(name: string, args: string[]): Promise<Count> {
  const [file = '', ...rest] = args;
  return singleCheck(name, await run([path.join(root, file), ...rest]));
}

/** Runs the unit tests; passes `args` to vitest. */
export async function unitTests(args: string[] = []): Promise<Count> {
  const file = emptyResult('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = await run([bin('vitest/vitest.mjs'), 'run', ...reporters, ...args]);
  return readReport(file, status, ofVitest);
}

/** Runs the browser tests on the built web app and real servers. */
export async function browserTests(): Promise<Count> {
  const file = emptyResult('playwright.json');
  const status = await run([bin('@playwright/test/cli.js'), 'test', '-c', 'e2e'], {
    env: { RESULTS: file },
  });
  return readReport(file, status, ofPlaywright);
}

/** Runs a battery at full size, as one check. */
export async function battery(name: string, { seed }: { seed: number }): Promise<Count> {
  return await measurement(name, ['battery/src/main.ts', name, '--seed', String(seed)]);
}

/** Runs the tests against planted bugs. `failed` counts the bugs that no test noticed. */
export async function mutants(): Promise<Count> {
  const file = emptyResult('mutants-count.json');
  const status = await run([path.join(root, 'battery/src/mutants.ts')]);
  return readReport(file, status, (count: Count) => count);
}

/** Runs a check and prints its duration. */
export async function timed(name: string, check: () => Promise<Count>): Promise<NamedCount> {
  const from = performance.now();
  const count = await check();
  console.log(`${((performance.now() - from) / 1000).toFixed(0)} s: ${name}`);
  return { ...count, name };
}

const tableHead =
  '| Check | Passed | Failed | Minutes | Cores | Day | Commit | Seed |\n|---|---|---|---|---|---|---|---|\n';

/**
 * Replaces a check's line in the table of `page`; the first cell is the check's name. Sorts lines
 * in the order of `names`, and drops lines whose name is not in it.
 */
export function withLine(page: string, cells: readonly string[], names: readonly string[]): string {
  const [before = '', table = ''] = page.split(tableHead);
  const lines = new Map(table.split('\n').map((line) => [line.split('|')[1]?.trim() ?? '', line]));
  lines.set(cells[0] ?? '', `| ${cells.join(' | ')} |`);
  return `${before}${tableHead}${names.flatMap((name) => lines.get(name) ?? []).join('\n')}\n`;
}

/**
 * Prints the names of the failed checks, and `N passed, N failed` as the last line. Sets exit code
 * 1 if a check failed or none passed.
 */
export function finish(counts: readonly NamedCount[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  const failedNames = counts.filter((count) => count.failed > 0).map(({ name }) => name);
  if (failedNames.length > 0) console.log(`Failed: ${failedNames.join(', ')}.`);
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

/** Counts Vitest's results. A file that fails before its first test is one failure. */
export function ofVitest(report: VitestReport): Count {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken };
}

/** Counts Playwright's results. A test that passes only on its second attempt has failed. */
export function ofPlaywright({ stats, errors = [] }: PlaywrightReport): Count {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/**
 * Reads a report. A missing report counts as one failure; so does an error exit code if no test
 * failed.
 */
export function readReport<Report>(
  file: string,
  status: number,
  count: (report: Report) => Count,
): Count {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const { passed, failed } = count(JSON.parse(fs.readFileSync(file, 'utf8')) as Report);
  return { passed, failed: failed || (status === 0 ? 0 : 1) };
}

function singleCheck(name: string, status: number): Count {
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
 * Runs a file with this Node, without ROOT_PUBLIC_KEY, because tests create their own root key. Low
 * priority leaves the processors to checks that measure time.
 */
function run(
  args: string[],
  {
    env = {},
    isLowPriority = false,
  }: { env?: Record<string, string>; isLowPriority?: boolean } = {},
): Promise<number> {
  const { ROOT_PUBLIC_KEY: _, ...environment } = process.env;
  const command = [
    ...(isLowPriority ? ['nice', '-n', '10'] : []),
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...args,
  ];
  const child = spawn(command[0] as string, command.slice(1), {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled, ...environment, ...env },
  });
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('exit', (code) => done(code ?? 1));
  });
}
