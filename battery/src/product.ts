// The whole product as a child process, on ports and data of its own, so that it can be killed outright.
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { connect } from '@sandali/server/db/database.ts';
import { findHome } from '@sandali/server/db/home.ts';

const main = path.join(import.meta.dirname, '../../server/src/main.ts');
/** What `npm start` sets: glibc then gives blocks of a megabyte and more back, instead of keeping them for the thread that decoded a picture. */
const asStarted = { MALLOC_MMAP_THRESHOLD_: '1048576' };
const readyMs = 60_000;
const lookEveryMs = 50;

export type StatementLine = { kind: string; reference: string | null; amountCentavos: number };

export type Product = {
  origin: string;
  /** Kills the server outright and starts it again on the same data. */
  killAndStart(): Promise<void>;
  /** Every line of the bank's own statement. */
  statement(): StatementLine[];
  /** Asks the sandbox's JSON: POST when there is a body. */
  sandbox<T>(at: string, body?: unknown): Promise<T>;
  /** How many codes were compared in all, as the database counts them. */
  compared(): Promise<number>;
  /** How many files of pictures lie in the store, and how many rows know of one. */
  kept(): Promise<{ files: number; rows: number }>;
  /** The server's own memory in bytes, without the database's. On Linux; elsewhere all are 0. */
  memory: { now(): number; peak(): number; forgetPeak(): void };
  /** Does an ops command: 'config/set'. */
  ops(command: string, input: unknown, reason?: string): Promise<unknown>;
  /** Ends everything and takes the data away. */
  close(): Promise<void>;
};

/** Starts a product with empty data. `env` adds to its environment. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-battery-')));
  fs.chmodSync(folder, 0o755); // as root, PostgreSQL runs as somebody who must be able to pass through
  makeRootKey(folder);
  const [port, hookPort, opsPort] = await freePorts(3);
  const environment = { ...env, PORT: `${port}`, HOOK_PORT: `${hookPort}`, OPS_PORT: `${opsPort}`, DATA_DIR: folder };
  const origin = `http://127.0.0.1:${port}`;
  // The inside listener opens before the one for borrowers, so both are asked.
  const signs = [`http://127.0.0.1:${opsPort}/readyz`, `${origin}/sandbox/api/state`];
  const start = () => startServer(environment, signs);
  let child = await start();
  return {
    origin,
    async killAndStart() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      child = await start();
    },
    statement: () => readStatement(path.join(folder, 'bank/statement.jsonl')),
    sandbox: async (at, body) => await askJson(`${origin}/sandbox/api/${at}`, body),
    compared: () => sumOfTries(path.join(folder, 'pg')),
    kept: async () => ({ files: countFiles(path.join(folder, 'files/pictures')), rows: await countPictures(path.join(folder, 'pg')) }),
    memory: {
      now: () => memoryOf(child, 'VmRSS'),
      peak: () => memoryOf(child, 'VmHWM'),
      forgetPeak: () => fs.existsSync('/proc/self/clear_refs') && fs.writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    },
    async ops(command, input, reason) {
      const key = fs.readFileSync(path.join(folder, 'keys/ops.key'), 'utf8').trim();
      const given = { input, ...(reason === undefined ? {} : { reason }) };
      return await askJson(`http://127.0.0.1:${opsPort}/ops/${command}`, given, {
        authorization: `Bearer ${key}`,
        'x-ops-user': 'battery',
      });
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      const home = findHome(path.join(folder, 'pg'));
      for (const one of [home, folder]) fs.rmSync(one, { recursive: true, force: true });
    },
  };
}

function countFiles(folder: string): number {
  if (!fs.existsSync(folder)) return 0;
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
}

/** One line of the process's status, which is in kB. */
function memoryOf({ pid }: ChildProcess, line: 'VmRSS' | 'VmHWM'): number {
  const file = `/proc/${pid}/status`;
  const [, kilobytes = '0'] = (fs.existsSync(file) && new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(fs.readFileSync(file, 'utf8'))) || [];
  return Number(kilobytes) * 1024;
}

async function sumOfTries(folder: string): Promise<number> {
  const rows = await inDatabase(folder, (db) => db.selectFrom('code_counts').select('tries').execute());
  return rows.reduce((sum, { tries }) => sum + tries, 0);
}

async function countPictures(folder: string): Promise<number> {
  return (await inDatabase(folder, (db) => db.selectFrom('pictures').select('id').execute())).length;
}

/** Asks the product's own database, whose socket PostgreSQL names in the fifth line of its pid file. */
async function inDatabase<T>(folder: string, ask: (db: ReturnType<typeof connect>['db']) => Promise<T>): Promise<T> {
  const [host = ''] = fs
    .readFileSync(path.join(findHome(folder), 'data/postmaster.pid'), 'utf8')
    .split('\n')
    .slice(4);
  const { db, pool } = connect({ host, user: 'app', database: 'postgres' }, { max: 1 });
  try {
    return await ask(db);
  } finally {
    await pool.end();
  }
}

async function startServer(environment: Record<string, string>, signs: readonly string[]): Promise<ChildProcess> {
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, npm_lifecycle_event: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...asStarted,
      ALLOW_PLAIN: '1',
      SANDBOX_SEEDS: '0',
      SANDBOX_REVIEW_SECONDS: '0',
      LOG_LEVEL: 'error',
      ...inherited,
      ...environment,
    },
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const timeout = AbortSignal.timeout(readyMs);
  while (!(await isThere(signs))) {
    if (child.exitCode !== null || timeout.aborted) {
      child.kill('SIGKILL');
      throw new Error(`the product did not start: ${complaint.trim() || 'it said nothing'}`);
    }
    await new Promise((done) => setTimeout(done, lookEveryMs));
  }
  return child;
}

async function isThere(signs: readonly string[]): Promise<boolean> {
  for (const sign of signs) {
    const answer = await fetch(sign, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (!answer?.ok) return false;
  }
  return true;
}

function makeRootKey(folder: string): void {
  const keys = path.join(folder, 'keys');
  fs.mkdirSync(keys, { mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  fs.writeFileSync(path.join(keys, 'root.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

function readStatement(file: string): StatementLine[] {
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as StatementLine);
}

async function askJson<T>(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
