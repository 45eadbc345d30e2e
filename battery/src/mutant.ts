// Plants bugs: applies a patch to a temporary copy of this tree and runs the copy's tests.
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

export type Patch = {
  readonly name: string;
  readonly file: string;
  readonly caughtBy: readonly string[];
};

/**
 * Returns the patches in battery/mutants. The first line of each patch names the batteries or unit
 * test files that must notice its bug.
 */
export function patches(root: string): Patch[] {
  const folder = path.join(root, 'battery/mutants');
  return fs.readdirSync(folder).map((name) => {
    const file = path.join(folder, name);
    const caughtBy =
      /^Caught by: (.+)\n/.exec(fs.readFileSync(file, 'utf8'))?.[1]?.split(', ') ?? [];
    return { name: name.split('-')[0] ?? '', file, caughtBy };
  });
}

/**
 * Copies this tree without ignored files into a temporary folder, runs its generators, and links
 * the installed packages. Workspace links point into the copy.
 * @returns the folder, which the caller deletes.
 */
export function copyTree(root: string): string {
  const copy = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-mutant-')));
  const listed = git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const name of new Set(listed.split('\0').filter(Boolean))) {
    const from = path.join(root, name);
    if (!fs.existsSync(from)) continue;
    const to = path.join(copy, name);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.copyFileSync(from, to);
  }
  linkPackages(root, copy);
  const { status, stderr } = spawnSync(process.execPath, [path.join(copy, 'scripts/generate.ts')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the copy's catalogues cannot be compiled: ${stderr}`);
  const built = path.join(root, 'web/dist');
  if (fs.existsSync(built)) fs.symlinkSync(built, path.join(copy, 'web/dist'));
  return copy;
}

function linkPackages(root: string, copy: string): void {
  const workspaces = (
    JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  ).workspaces;
  for (const folder of ['', ...workspaces]) {
    const from = path.join(root, folder, 'node_modules');
    if (!fs.existsSync(from)) continue;
    const to = path.join(copy, folder, 'node_modules');
    fs.mkdirSync(to, { recursive: true });
    for (const name of fs.readdirSync(from)) {
      if (name !== '@sandali' && !name.startsWith('.cache') && !name.startsWith('.vite'))
        fs.symlinkSync(path.join(from, name), path.join(to, name));
    }
  }
  const own = path.join(copy, 'node_modules/@sandali');
  fs.mkdirSync(own);
  for (const name of workspaces) fs.symlinkSync(path.join('../..', name), path.join(own, name));
}

/** Plants the bug. @throws if the patch no longer applies. */
export function plant(copy: string, patch: Patch): void {
  git(copy, ['apply', '--whitespace=nowarn', patch.file]);
}

/** Whether a test is a unit-test file rather than a battery. */
export const isUnitTest = (name: string) => name.endsWith('.test.ts');

/** Runs the battery in the copy. @returns its output. */
export async function runBattery(copy: string, args: readonly string[]): Promise<string> {
  return await runNode(copy, ['battery/src/main.ts', ...args]);
}

type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };

/**
 * Runs a file of unit tests in the copy.
 * @returns the state of each test, or an empty list if the file does not run.
 */
export async function runUnitTests(
  copy: string,
  file: string,
): Promise<{ status: string; fullName: string }[]> {
  const report = path.join(copy, 'node_modules/report.json');
  const output = await runNode(copy, [
    'node_modules/vitest/vitest.mjs',
    'run',
    file,
    '--reporter=json',
    `--outputFile=${report}`,
  ]);
  if (fs.existsSync(report))
    return (JSON.parse(fs.readFileSync(report, 'utf8')) as Report).testResults.flatMap(
      ({ assertionResults }) => assertionResults,
    );
  console.error(output);
  return [];
}

const longestMs = 600_000;

/** Runs Node in the copy for at most ten minutes. @returns its output. */
function runNode(copy: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: longestMs,
  });
  const printed: string[] = [];
  child.stdout.on('data', (data) => printed.push(String(data)));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', () => done(printed.join('')));
  });
}

/**
 * `GIT_CEILING_DIRECTORIES` keeps git from finding a repository above the copy.
 */
function git(folder: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) },
  });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
