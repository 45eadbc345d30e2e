// Real PostgreSQL servers of Debian's package, for tests of failover and backups. They listen only
// on a socket in their own folder.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { changeOwner, toolUser } from './data-folder.ts';

export type Cluster = {
  folder: string;
  data: string;
  /** The folder of the socket. */
  socket: string;
  /** Stops the server at once, like a power cut, and deletes its folder. May be called twice. */
  stop(): Promise<void>;
  /** Kills the server and keeps its data. */
  kill(): void;
};

/** Returns the program folder of the newest installed version; null if none is installed. */
export function postgresOfDebian(): string | null {
  const all = '/usr/lib/postgresql';
  const versions = fs.existsSync(all) ? fs.readdirSync(all).map(Number) : [];
  const bin = path.join(all, String(Math.max(...versions)), 'bin');
  return fs.existsSync(path.join(bin, 'initdb')) ? bin : null;
}

/** Runs a tool to its end. @throws Error with its output if it fails */
function runTool(bin: string, tool: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(path.join(bin, tool), args, {
    ...toolUser,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C.UTF-8', PGUSER: 'postgres' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${tool} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}

function makeFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'sandali-pg15-')));
  changeOwner(folder, toolUser);
  fs.chmodSync(folder, 0o700);
  return folder;
}

/** Creates an empty cluster with the role `app`, and starts it. */
export async function startCluster(
  bin: string,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const folder = makeFolder();
  const data = path.join(folder, 'data');
  const options = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  runTool(bin, 'initdb', ['-D', data, '-U', 'postgres', ...options]);
  const cluster = startServer(bin, { folder, data }, settings);
  sqlOn(bin, cluster.socket, 'create role app login');
  return cluster;
}

/** Starts a server on a restored backup's data folder, which `stop` keeps. */
export function startRestored(
  bin: string,
  data: string,
  settings: Record<string, string> = {},
): Cluster {
  return startServer(bin, { folder: makeFolder(), data }, settings);
}

/** Starts the server of a cluster, with its socket and log in the folder. */
function startServer(
  bin: string,
  { folder, data }: { folder: string; data: string },
  settings: Record<string, string> = {},
): Cluster {
  const pidFile = path.join(data, 'postmaster.pid');
  const all = {
    unix_socket_directories: folder,
    listen_addresses: '',
    fsync: 'off',
    ...settings,
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const log = path.join(folder, 'log');
  runTool(bin, 'pg_ctl', ['start', '-w', '-s', '-D', data, '-l', log, '-o', options.join(' ')]);
  return {
    folder,
    data,
    socket: folder,
    async stop() {
      if (!fs.existsSync(folder)) return;
      if (fs.existsSync(pidFile)) runTool(bin, 'pg_ctl', ['stop', '-D', data, '-m', 'immediate']);
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
    kill() {
      process.kill(Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
      fs.rmSync(pidFile);
    },
  };
}

/** Runs one statement as the superuser. @returns its unaligned output */
function sqlOn(bin: string, socket: string, statement: string): string {
  return runTool(bin, 'psql', ['-h', socket, '-d', 'postgres', '-AtXc', statement]);
}

/** Starts a streaming standby of a cluster. */
export async function startStandby(bin: string, primary: Cluster) {
  const folder = makeFolder();
  const data = path.join(folder, 'data');
  const from = ['-h', primary.socket, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  runTool(bin, 'pg_basebackup', from);
  const standby = startServer(bin, { folder, data });
  return {
    ...standby,
    /** Waits until the standby has replayed all WAL of the primary. */
    async catchUp({ socket }: Cluster): Promise<void> {
      const end = sqlOn(bin, socket, 'select pg_current_wal_lsn()');
      const timeout = AbortSignal.timeout(20_000);
      const query = `select pg_last_wal_replay_lsn() >= '${end}'`;
      while (sqlOn(bin, standby.socket, query) !== 't') {
        timeout.throwIfAborted();
        await wait(50);
      }
    },
    async promote(): Promise<void> {
      sqlOn(bin, standby.socket, 'select pg_promote()');
    },
  };
}
