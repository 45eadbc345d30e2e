// One side of a comparison: a checkout, with a PostgreSQL as the product launches it, people, and servers as `npm start` runs them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { findDataFolder } from '@sandali/server/db/data-folder.ts';
import { launchPostgres } from '@sandali/server/db/launch.ts';
import { type Program, startProgram } from '@sandali/server/testing/program.ts';
import { ask } from './processes.ts';
import type { Told } from './tap.ts';

export type Person = Record<'borrowerId' | 'loanId' | 'accountId' | 'phone' | 'token' | 'deviceId' | 'loginDeviceId', string>;
export type People = { people: Person[]; paymentId: string };
/** The input of people.ts: the folder of the data, how far the people's clock is ahead, and the file to which it writes the people it has made. */
export type Wish = { folder: string; host: string; masterKey: string; aheadMs: number; count: number; out: string };

export type Side = {
  root: string;
  folder: string;
  /** The people were made so many ms ahead of the machine's clock, on the day on which the server begins. */
  aheadMs: number;
  /** The folder of PostgreSQL's socket. */
  host: string;
  postgresPid: number;
  people: Person[];
  paymentId: string;
  /** Starts another server on the same database. */
  start(env?: NodeJS.ProcessEnv): Promise<Server>;
  close(): Promise<void>;
};
export type Server = Program & { told(): Promise<Told['tap']> };

export const here = path.join(import.meta.dirname, '../..');
export const masterKey = createHash('sha256').update('bench').digest('base64');
const readyMs = 90_000;
const hourMs = 60 * 60 * 1000;
const quiet = ['--disable-warning=ExperimentalWarning'];

/** Makes a side with so many people. The caller closes it. */
export async function openSide(root: string, count: number): Promise<Side> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-bench-')));
  fs.chmodSync(folder, 0o755); // as root, PostgreSQL runs as somebody who must be able to pass through
  const remove = () => {
    for (const one of [findDataFolder(path.join(folder, 'pg')), folder]) fs.rmSync(one, { recursive: true, force: true });
  };
  process.once('exit', remove);
  const postgres = await launchPostgres({ folder: path.join(folder, 'pg') });
  const servers: Server[] = [];
  const close = async () => {
    for (const server of servers) await server.stop();
    await postgres.stop();
    remove();
    process.off('exit', remove);
  };
  try {
    const out = path.join(folder, 'people.json');
    const aheadMs = aheadOfMorning(Date.now());
    await makePeople(root, { folder, host: postgres.host, masterKey, aheadMs, count, out });
    const { people, paymentId } = JSON.parse(fs.readFileSync(out, 'utf8')) as People;
    const start = async (env: NodeJS.ProcessEnv = {}) => {
      const server = await startServer(root, { ...environment(folder, postgres.host, servers.length), ...env });
      servers.push(server);
      return server;
    };
    return { root, folder, aheadMs, host: postgres.host, postgresPid: postgres.pid, people, paymentId, start, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The server's business time begins at the next ten in the morning: people are made half an hour before, or now where that has begun. */
function aheadOfMorning(now: number): number {
  const ten = Math.ceil((now - 2 * hourMs) / (24 * hourMs)) * 24 * hourMs + 2 * hourMs;
  return Math.max(0, ten - hourMs / 2 - now);
}

async function makePeople(root: string, wish: Wish): Promise<void> {
  const child = spawn(process.execPath, [...quiet, path.join(import.meta.dirname, 'people.ts'), root], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify(wish));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`the people could not be made (${code})`);
}

/** Where BENCH_PROFILE names a folder, each server leaves its processor profile there when it ends, for the flame chart of a browser's developer tools. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

/** As production has it: with the memory settings of `npm start`, behind a proxy, with no more in the log than warnings. No payout leaves: it is the calls that are measured, not the bank. */
function environment(folder: string, host: string, nth: number): NodeJS.ProcessEnv {
  const dataDir = nth === 0 ? folder : path.join(folder, `server-${nth}`);
  if (nth > 0)
    for (const name of ['keys', 'files/installation'])
      if (fs.existsSync(path.join(folder, name))) fs.cpSync(path.join(folder, name), path.join(dataDir, name), { recursive: true });
  const url = (role: string) => `postgres://${role}@localhost/postgres?host=${encodeURIComponent(host)}`;
  return {
    PATH: process.env.PATH,
    MALLOC_MMAP_THRESHOLD_: '1048576',
    NODE_OPTIONS: [`--import=${path.join(import.meta.dirname, 'tap.ts')}`, '--max-semi-space-size=8', ...profiling()].join(' '),
    DATABASE_URL: url('app'),
    DATABASE_OWNER_URL: url('postgres'),
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey,
    SANDBOX: '1',
    SANDBOX_SEEDS: '0',
    ALLOW_PLAIN: '1',
    CATALOGUE: 'small-ticket',
    SANDBOX_PROXIES: '1',
    CALLS_OF_SESSION: '1000000',
    CALLS_OF_NETWORK: '1000000',
    PAYOUTS_START_PAUSED: '1',
  };
}

async function startServer(root: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const program = await startProgram(path.join(root, 'server/src/main.ts'), env, readyMs);
  const told = async () => (await ask<Told>(program.child, 'tap', (said) => 'tap' in said)).tap;
  return { ...program, told };
}

/**
 * Checks a commit out beside the packages that are installed here, with the web program that is built here, which no call needs. The caller removes it. It
 * cannot lie in node_modules, where Node takes no TypeScript. @throws where git knows no such commit
 */
export function checkOut(commit: string): { root: string; remove(): void } {
  const whole = must('git', ['-C', here, 'rev-parse', '--verify', `${commit}^{commit}`]).trim();
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-before-')));
  const remove = () => {
    process.off('exit', remove);
    must('git', ['-C', here, 'worktree', 'remove', '--force', root]);
  };
  must('git', ['-C', here, 'worktree', 'add', '--detach', root, whole]);
  process.once('exit', remove);
  linkPackages(root);
  fs.symlinkSync(path.join(here, 'web/dist'), path.join(root, 'web/dist'));
  must(process.execPath, [...quiet, path.join(root, 'scripts/generate.ts')], root);
  return { root, remove };
}

/** Links what is installed here; the workspaces' own links lead into the checkout. */
function linkPackages(root: string): void {
  const { workspaces } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const folder of ['', ...workspaces]) {
    const from = path.join(here, folder, 'node_modules');
    const to = path.join(root, folder, 'node_modules');
    if (!fs.existsSync(from)) continue;
    fs.mkdirSync(to, { recursive: true });
    const names = fs.readdirSync(from).filter((name) => name !== '@sandali' && !name.startsWith('.cache') && !name.startsWith('.vite'));
    for (const name of names) fs.symlinkSync(path.join(from, name), path.join(to, name));
    if (folder !== '') continue;
    fs.mkdirSync(path.join(to, '@sandali'));
    for (const name of workspaces) fs.symlinkSync(path.join('../..', name), path.join(to, '@sandali', name));
  }
}

function must(command: string, args: string[], cwd = here): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
