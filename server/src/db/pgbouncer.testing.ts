// A real pgbouncer in front of a test database, pooling transactions.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { changeOwner, toolUser } from './data-folder.ts';
import { connect, type Place } from './database.ts';

export type Pgbouncer = {
  /** The place of the same database and role behind the pooler. */
  place: Place;
  /** Switches from session pooling to transaction pooling. */
  poolTransactions(): void;
  stop(): Promise<void>;
};

const startMs = 10_000;

/** Returns the version of pgbouncer; null if it is not installed. */
export function pgbouncerVersion(): string | null {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], {
    encoding: 'utf8',
    ...toolUser,
  });
  return status === 0 ? (/\d+\.\d+/.exec(stdout)?.[0] ?? null) : null;
}

type Options = { sessions?: number; ignoresOptions?: boolean; poolsSessions?: boolean };

/**
 * Starts pgbouncer with `sessions` sessions of the database. `ignoresOptions`: whether it drops the
 * settings that a client sends when it connects, instead of refusing the client. `poolsSessions`:
 * whether each client keeps a session.
 */
export async function startPgbouncer(
  place: Place,
  { sessions = 3, ignoresOptions = false, poolsSessions = false }: Options = {},
): Promise<Pgbouncer> {
  const { host, port, user, password, database } = partsOf(place);
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
  changeOwner(folder, toolUser);
  const file = path.join(folder, 'pgbouncer.ini');
  const target = Object.entries({ host, port, user, password, dbname: database })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ');
  const linesFor = (mode: 'session' | 'transaction') => [
    '[databases]',
    `${database} = ${target}`,
    '[pgbouncer]',
    'listen_addr =',
    'listen_port = 5432', // names the socket; no port is opened
    `unix_socket_dir = ${folder}`,
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${sessions}`,
    'max_client_conn = 200',
    ...(ignoresOptions ? ['ignore_startup_parameters = options'] : []),
  ];
  const write = (mode: 'session' | 'transaction') =>
    fs.writeFileSync(file, `${linesFor(mode).join('\n')}\n`);
  write(poolsSessions ? 'session' : 'transaction');
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...toolUser });
  const pooled = { host: folder, user, database, poolsTransactions: true };
  await ready(child, pooled);
  return {
    place: pooled,
    poolTransactions() {
      write('transaction');
      child.kill('SIGHUP');
    },
    async stop() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
      fs.rmSync(folder, { recursive: true });
    },
  };
}

async function ready(child: ChildProcess, place: Place): Promise<void> {
  const timeout = AbortSignal.timeout(startMs);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended (${child.exitCode})`);
    timeout.throwIfAborted();
    const { pool } = connect(place, { max: 1 });
    const isReady = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    await pool.end();
    if (isReady) return;
    await wait(50);
  }
}

function partsOf(place: Place) {
  if ('host' in place) return { ...place, port: '', password: '' };
  const url = new URL(place.connectionString);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.port,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
}
