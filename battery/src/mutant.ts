// A planted bug: a patch applied to a temporary copy of this tree, in which the same battery is then run. The product itself holds no switch.
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

export type Patch = { name: string; file: string };

/** The patch of a mutant: battery/mutants/<name>-….patch. @throws when there is none, or more than one. */
export function patchOf(root: string, name: string): Patch {
  const folder = path.join(root, 'battery/mutants');
  const found = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.patch'))
    : [];
  const [file] = found;
  if (found.length !== 1 || !file) throw new Error(`battery/mutants has ${found.length} patches named ${name}-….patch`);
  return { name, file: path.join(folder, file) };
}

/**
 * Copies what git knows or would know of this tree into a new temporary folder, makes there what is generated, and links the installed packages; the workspaces'
 * own links lead into the copy. @returns the folder; the caller removes it.
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
  const made = spawnSync(process.execPath, [path.join(copy, 'scripts/generate.ts')], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`the copy's catalogues cannot be compiled: ${made.stderr}`);
  const built = path.join(root, 'web/dist');
  if (fs.existsSync(built)) fs.symlinkSync(built, path.join(copy, 'web/dist'));
  return copy;
}

function linkPackages(root: string, copy: string): void {
  const workspaces = (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] }).workspaces;
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

/** Plants the bug. @throws when the patch does not fit any more. */
export function plant(copy: string, patch: Patch): void {
  git(copy, ['apply', '--whitespace=nowarn', patch.file]);
}

/** Runs the battery in the copy; its lines are printed, or kept where `lines` is 'pipe'. @returns its exit code, what was kept, and how it ended. */
export function runThere(
  copy: string,
  args: string[],
  lines: 'inherit' | 'pipe' = 'inherit',
): Promise<{ code: number; said: string; end: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(copy, 'battery/src/main.ts'), ...args], {
    cwd: copy,
    stdio: ['ignore', lines, 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (data) => {
    said += data;
  });
  return new Promise((done) => {
    child.on('error', ({ message }) => done({ code: 1, said, end: message }));
    child.on('close', (code, signal) => done({ code: code ?? 1, said, end: signal ?? `code ${code}` }));
  });
}

/** Whether a mutant is for a file of unit tests to find. */
export const isUnitTest = (name: string) => name.endsWith('.test.ts');

/** What a test said: its file from the tree's root, its own title, and the names of the describes around it before that. */
export type Said = { file: string; title: string; fullName: string; status: string };

type VitestReport = { testResults: { name: string; assertionResults: { status: string; title: string; fullName: string }[] }[] };

/** Runs files of unit tests in the copy, or of their tests those whose full name has `pattern`. @returns what each said; nothing of a file that cannot be run. */
export async function unitTestsThere(
  copy: string,
  files: readonly string[],
  pattern?: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Said[]> {
  const report = path.join(copy, 'node_modules/report.json');
  fs.rmSync(report, { force: true });
  const only = pattern === undefined ? [] : ['-t', pattern];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, ...only, '--reporter=json', `--outputFile=${report}`];
  const { said } = await nodeThere(copy, args, env);
  if (!fs.existsSync(report)) return nothing(said);
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, fullName, status }) => ({ file: path.relative(copy, name), title, fullName, status })),
  );
}

/** No test said anything: prints what the program said instead. */
export function nothing(said: string): Said[] {
  console.error(said);
  return [];
}

const longestMs = 600_000;
const linesKept = 20;

/** Runs a program in the copy, ten minutes at most. @returns its exit code, 1 where it was ended, and the last it said. */
export function nodeThere(copy: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
    timeout: longestMs,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said = `${said}${data}`.split('\n').slice(-linesKept).join('\n');
    });
  return new Promise((done) => {
    child.on('error', () => done({ code: 1, said }));
    child.on('close', (code) => done({ code: code ?? 1, said }));
  });
}

/** `GIT_CEILING_DIRECTORIES` keeps git from finding a repository above the copy, in which paths would mean something else. */
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
