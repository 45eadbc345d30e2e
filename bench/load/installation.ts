// Creates an installation to measure: a checkout with PostgreSQL, people, and servers configured as
// in production.
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { findDataFolder } from '@sandali/server/db/data-folder.ts';
import { connect, type Database } from '@sandali/server/db/database.ts';
import { launchPostgres } from '@sandali/server/db/launch.ts';
import { socketUrl } from '@sandali/server/db/own-postgres.testing.ts';
import { type Program, startProgram } from '@sandali/server/testing/program.ts';
import type { Usage } from './tap.ts';

export type Person = Record<
  'borrowerId' | 'loanId' | 'accountId' | 'phone' | 'token' | 'deviceId' | 'loginDeviceId',
  string
>;
/** `paymentId` is the gateway's id for a booked payment. */
export type People = { people: Person[]; paymentId: string };
/** The input of people.ts, which writes the people to the file `out`. */
export type PeopleParams = {
  folder: string;
  host: string;
  masterKey: string;
  aheadMs: number;
  count: number;
  out: string;
};

export type Installation = People & {
  root: string;
  folder: string;
  /** How far the server's clock was ahead of the machine's when the people were created. */
  aheadMs: number;
  /** The folder of PostgreSQL's socket. */
  host: string;
  postgresPid: number;
  startServer(): Promise<Server>;
  /** Connects as the database's owner. The caller closes the pool. */
  connect(): Database;
};
export type Server = Program & { usage(): Promise<Usage> };

export const here = path.join(import.meta.dirname, '../..');
export const masterKey = createHash('sha256').update('bench').digest('base64');
/** The number of people who send calls. */
const peopleCount = 300;
const startTimeoutMs = 90_000;
const hourMs = 60 * 60 * 1000;
const quiet = ['--disable-warning=ExperimentalWarning'];

/** Installs a checkout with data for 300 people; `cleanup` removes it. */
export async function install(root: string, cleanup: AsyncDisposableStack): Promise<Installation> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-bench-')));
  fs.chmodSync(folder, 0o755); // if root runs this, PostgreSQL's user must be able to enter
  const data = path.join(folder, 'pg');
  const remove = () => {
    for (const each of [findDataFolder(data), folder]) {
      fs.rmSync(each, { recursive: true, force: true });
    }
  };
  process.once('exit', remove);
  cleanup.defer(() => {
    remove();
    process.off('exit', remove);
  });
  const { host, pid, stop } = await launchPostgres({ folder: data });
  cleanup.defer(stop);
  const out = path.join(folder, 'people.json');
  const aheadMs = untilMorningMs(Date.now());
  await makePeople(root, { folder, host, masterKey, aheadMs, count: peopleCount, out });
  return {
    ...(JSON.parse(fs.readFileSync(out, 'utf8')) as People),
    ...{ root, folder, aheadMs, host, postgresPid: pid },
    connect: () => connect({ host, database: 'postgres', user: 'postgres' }, { max: 3 }),
    async startServer() {
      const main = path.join(root, 'server/src/main.ts');
      const program = await startProgram(main, environment(folder, host), startTimeoutMs);
      cleanup.defer(() => program.stop());
      return { ...program, usage: () => ask<Usage>(program.child, 'usage') };
    },
  };
}

/**
 * Returns the ms until 09:30 in Manila, when the people are created. The server's business time
 * starts half an hour later.
 */
function untilMorningMs(now: number): number {
  const ten = Math.ceil((now - 2 * hourMs) / (24 * hourMs)) * 24 * hourMs + 2 * hourMs;
  return Math.max(0, ten - hourMs / 2 - now);
}

async function makePeople(root: string, params: PeopleParams): Promise<void> {
  const child = spawn(
    process.execPath,
    [...quiet, path.join(import.meta.dirname, 'people.ts'), root],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  child.stdin.end(JSON.stringify(params));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`people.ts exited with ${code}`);
}

/** BENCH_PROFILE names a folder for the CPU profiles of the servers. */
function profileFlags(): string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

/**
 * Returns the environment of a production server behind a proxy. Payouts are paused, because the
 * bench does not measure the bank.
 */
function environment(folder: string, host: string): NodeJS.ProcessEnv {
  const tap = `--import=${path.join(import.meta.dirname, 'tap.ts')}`;
  return {
    PATH: process.env.PATH,
    MALLOC_MMAP_THRESHOLD_: '1048576',
    NODE_OPTIONS: [tap, '--max-semi-space-size=8', ...profileFlags()].join(' '),
    DATABASE_URL: socketUrl('app', host),
    DATABASE_OWNER_URL: socketUrl('postgres', host),
    DATA_DIR: folder,
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

/** Starts a file in this folder as a child process, which ends when this process ends. */
export function forkFile(file: string): ChildProcess {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  return fork(path.join(import.meta.dirname, file), { execArgv: quiet, stdio: [...stdio] });
}

/** Sends a message to a child process and waits for its reply. @throws if it exits instead. */
export function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
  return new Promise((done, fail) => {
    const onExit = () => fail(new Error('a process of the bench ended'));
    child.once('exit', onExit).once('message', (answer) => {
      child.off('exit', onExit);
      done(answer as T);
    });
    child.send(message);
  });
}

/**
 * Checks out a commit, with this checkout's packages and web app; `cleanup` removes it. The folder
 * is outside node_modules, because Node does not load TypeScript there.
 * @throws if git has no such commit
 */
export function checkOut(commit: string, cleanup: AsyncDisposableStack): string {
  const hash = run('git', ['-C', here, 'rev-parse', '--verify', `${commit}^{commit}`]).trim();
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-before-')));
  const remove = () => {
    process.off('exit', remove);
    run('git', ['-C', here, 'worktree', 'remove', '--force', root]);
  };
  run('git', ['-C', here, 'worktree', 'add', '--detach', root, hash]);
  process.once('exit', remove);
  cleanup.defer(remove);
  linkPackages(root);
  fs.symlinkSync(path.join(here, 'web/dist'), path.join(root, 'web/dist'));
  run(process.execPath, [...quiet, path.join(root, 'scripts/generate.ts')], root);
  return root;
}

/** Links the packages installed here. Workspace links point into the checkout. */
function linkPackages(root: string): void {
  const { workspaces } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  for (const folder of ['', ...workspaces]) {
    const from = path.join(here, folder, 'node_modules');
    const to = path.join(root, folder, 'node_modules');
    if (!fs.existsSync(from)) continue;
    fs.mkdirSync(to, { recursive: true });
    for (const name of fs.readdirSync(from)) {
      if (/^(@sandali$|\.cache|\.vite)/.test(name)) continue;
      fs.symlinkSync(path.join(from, name), path.join(to, name));
    }
  }
  fs.mkdirSync(path.join(root, 'node_modules/@sandali'));
  for (const name of workspaces) {
    fs.symlinkSync(path.join('../..', name), path.join(root, 'node_modules/@sandali', name));
  }
}

function run(command: string, args: string[], cwd = here): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}
