// Runs the whole product as a child process with its own data folder. Tests kill it.
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { findDataFolder } from '@sandali/server/db/data-folder.ts';
import { connect } from '@sandali/server/db/database.ts';
import { prepareDatabase } from '@sandali/server/db/prepared.testing.ts';
import { type Program, startProgram } from '@sandali/server/testing/program.ts';
import { makeRoot } from '@sandali/server/testing/server.ts';
import { askSandbox, mustOps } from './ask.ts';
import { type SettlementLine, settlementLinesOf } from './test-bed.ts';

const main = path.join(import.meta.dirname, '../../server/src/main.ts');
/** The memory settings of `npm start` (docs/operators/deploy.md, Memory). */
const asStarted = { MALLOC_MMAP_THRESHOLD_: '1048576', NODE_OPTIONS: '--max-semi-space-size=8' };
const readyMs = 60_000;

export type Product = {
  /** The server's address, which changes at each restart. */
  readonly origin: string;
  /** The address of the staff listener, which also changes. */
  readonly opsAddress: string;
  /** The process id of the server. */
  readonly pid: number;
  /** The folder of keys, files and the database. */
  readonly folder: string;
  /**
   * Kills the server with SIGKILL and starts it again with the same data on other ports. `more` is
   * added to its environment.
   */
  killAndStart(more?: Record<string, string>): Promise<void>;
  /** Where the owner of the tables reaches the database. */
  ownerPlace(): { host: string; user: string; database: string };
  /** All lines of the bank's settlement report. */
  settlementReport(): SettlementLine[];
  /** Calls the sandbox's JSON API, by POST if there is a body. */
  sandbox<T>(at: string, body?: unknown): Promise<T>;
  /** How often codes were compared, as counted in the database. */
  compared(): Promise<number>;
  /** The number of stored requests. */
  writes(): Promise<number>;
  /** The number of picture files in the store, and of rows that refer to one. */
  storedPictures(): Promise<{ files: number; rows: number }>;
  /** The server's memory in bytes, without the database. 0 outside Linux. */
  memory: { now(): number; peak(): number; forgetPeak(): void };
  /** Runs an ops command, such as 'config/set'. */
  ops(command: string, input: unknown, reason: string): Promise<unknown>;
  /** Stops all processes and deletes the data. */
  close(): Promise<void>;
};

/** Starts a product with empty data in a folder below `under`. `env` extends its environment. */
export async function startProduct(
  env: Record<string, string> = {},
  under: string = os.tmpdir(),
): Promise<Product> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(under, 'sandali-battery-')));
  // Under root, PostgreSQL runs as another user, which must be able to enter the folder.
  fs.chmodSync(folder, 0o755);
  makeRoot(path.join(folder, 'keys'));
  await prepareDatabase(path.join(folder, 'pg'));
  const start = (more: Record<string, string> = {}) =>
    startServer({ ...env, ...more, DATA_DIR: folder });
  let server = await start();
  const product: Product = {
    get origin() {
      return `http://127.0.0.1:${server.at.port}`;
    },
    get opsAddress() {
      return `127.0.0.1:${server.at.opsPort}`;
    },
    get pid() {
      return server.child.pid ?? 0;
    },
    folder,
    async killAndStart(more) {
      await server.stop('SIGKILL');
      server = await start(more);
    },
    ownerPlace: () => placeIn(path.join(folder, 'pg'), 'postgres'),
    settlementReport: () => settlementLinesOf(path.join(folder, 'bank/settlement-report.jsonl')),
    sandbox: async (at, body) => await askSandbox(server.at.port, at, body),
    compared: () => sumOfAttempts(path.join(folder, 'pg')),
    writes: () => countWrites(path.join(folder, 'pg')),
    storedPictures: async () => ({
      files: countFiles(path.join(folder, 'files/pictures')),
      rows: await countPictures(path.join(folder, 'pg')),
    }),
    memory: {
      now: () => memoryOf(server.child, 'VmRSS'),
      peak: () => memoryOf(server.child, 'VmHWM'),
      forgetPeak: () =>
        fs.existsSync('/proc/self/clear_refs') &&
        fs.writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5'),
    },
    ops: async (command, input, reason) =>
      await mustOps({ opsPort: server.at.opsPort, dataDir: folder }, command, input, reason),
    async close() {
      await server.stop();
      const home = findDataFolder(path.join(folder, 'pg'));
      for (const at of [home, folder]) fs.rmSync(at, { recursive: true, force: true });
    },
  };
  return product;
}

function countFiles(folder: string): number {
  if (!fs.existsSync(folder)) return 0;
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).length;
}

/**
 * Reads a value in kB from a line of the process status.
 * @returns bytes
 */
function memoryOf({ pid }: ChildProcess, line: 'VmRSS' | 'VmHWM'): number {
  const file = `/proc/${pid}/status`;
  const [, kilobytes = '0'] =
    (fs.existsSync(file) &&
      new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(fs.readFileSync(file, 'utf8'))) ||
    [];
  return Number(kilobytes) * 1024;
}

async function sumOfAttempts(folder: string): Promise<number> {
  const rows = await inDatabase(folder, (db) =>
    db.selectFrom('code_attempts').select('tries').execute(),
  );
  return rows.reduce((sum, { tries }) => sum + tries, 0);
}

async function countWrites(folder: string): Promise<number> {
  return (
    await inDatabase(folder, (db) =>
      db.selectFrom('idempotency_keys').select('request_id').execute(),
    )
  ).length;
}

async function countPictures(folder: string): Promise<number> {
  return (await inDatabase(folder, (db) => db.selectFrom('pictures').select('id').execute()))
    .length;
}

/** Returns the place of a product's database. The fifth line of its pid file names the socket. */
function placeIn(folder: string, user: string) {
  const [host = ''] = fs
    .readFileSync(path.join(findDataFolder(folder), 'data/postmaster.pid'), 'utf8')
    .split('\n')
    .slice(4);
  return { host, user, database: 'postgres' };
}

/** Queries the product's database. */
async function inDatabase<T>(
  folder: string,
  ask: (db: ReturnType<typeof connect>['db']) => Promise<T>,
): Promise<T> {
  const { db, pool } = connect(placeIn(folder, 'app'), { max: 1 });
  try {
    return await ask(db);
  } finally {
    await pool.end();
  }
}

async function startServer(environment: Record<string, string>): Promise<Program> {
  const ofAnother = /^DATABASE_(OWNER_)?URL(_FILE)?$|^npm_lifecycle_event$/;
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !ofAnother.test(name)),
  );
  const own = {
    ALLOW_PLAIN: '1',
    SANDBOX_SEEDS: '0',
    SANDBOX_REVIEW_SECONDS: '0',
    LOG_LEVEL: 'error',
  };
  return await startProgram(main, { ...asStarted, ...own, ...inherited, ...environment }, readyMs);
}
