// `npm run bench -- growth`: measures calls, the day close and storage as the number of borrowers
// grows.
import * as os from 'node:os';
import type { Database } from '@sandali/server/db/database.ts';
import { digits, median, type Progress, runBench, type Timing } from './command.ts';
import { closeNextDay, type Grown, grow } from './day.ts';
import {
  goalsOf,
  measuredCalls,
  type Result,
  type Scans,
  type Size,
  textOf,
} from './growth-report.ts';
import { here, type Installation, install, type Server } from './installation.ts';
import { openDriver, type Window } from './windows.ts';

const warmUpMs = 600;
/** The delay after which an ended session's reads appear in PostgreSQL's statistics. */
const statisticsMs = 1500;
/** A table is treated as growing if it has at least one row for every two borrowers. */
const borrowersPerRow = 2;

/** Runs the bench and prints its report. @returns the exit code. */
export async function runGrowth(args: string[]): Promise<number> {
  return await runBench(args, {
    name: 'growth',
    flags: { borrowers: '10000,100000' },
    rounds: '3',
    seconds: '1.2',
    parse: ({ borrowers = '' }) =>
      /^[1-9]\d{1,6}(,[1-9]\d{1,6})*$/.test(borrowers)
        ? { borrowers: borrowers.split(',').map(Number) }
        : null,
    measure: measureGrowth,
    goalsOf,
    textOf,
  });
}

type GrownDatabase = {
  installation: Installation;
  owner: Database;
  borrowers: number;
  made: Grown;
};

async function measureGrowth(
  { borrowers, rounds, seconds }: Timing & { borrowers: number[] },
  progress: Progress,
  cleanup: AsyncDisposableStack,
): Promise<Result> {
  const loadAverage = os.loadavg();
  const at = new Date().toISOString();
  const databases: GrownDatabase[] = [];
  for (const count of borrowers) {
    progress('making people');
    const installation = await install(here, cleanup);
    const owner = installation.connect();
    cleanup.defer(() => owner.pool.end());
    const made = await grow(installation, owner, count, progress);
    databases.push({ installation, owner, borrowers: count, made });
  }
  const called = await measureCalls(databases, { rounds, seconds }, progress);
  const sizes: Size[] = [];
  for (const [nth, database] of databases.entries()) {
    progress(`a day of ${database.borrowers} borrowers`);
    const openBills = await countOpenBills(database.installation);
    const before = await scanCounts(database.owner);
    const closed = await closeNextDay(database.installation, database.owner, progress);
    const work = await scansSince(database, before);
    const { scans, ...rest } = called[nth] as Called;
    const { made } = database;
    sizes.push({
      ...{ borrowers: database.borrowers, made, openBills, closed, ...rest },
      scans: { calls: scans, work },
    });
  }
  const machine = {
    processors: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    loadAverage,
  };
  return { at, machine, rounds, seconds, sizes };
}

type Called = Pick<
  Size,
  'startSeconds' | 'databaseBytes' | 'sharedBuffers' | 'windows' | 'peakMegabytes'
> & { scans: Scans };

/** Measures each call on all databases in turn, so that other load affects them equally. */
async function measureCalls(
  databases: readonly GrownDatabase[],
  { rounds, seconds }: Timing,
  progress: Progress,
): Promise<Called[]> {
  const running = [];
  for (const database of databases) {
    await renewSessions(database);
    const before = await scanCounts(database.owner);
    const since = performance.now();
    const server = await database.installation.startServer();
    const startSeconds = (performance.now() - since) / 1000;
    const driver = await openDriver(database.installation, server);
    const windows = Object.fromEntries(
      measuredCalls.map((name) => [name, [] as Window[]]),
    ) as Size['windows'];
    running.push({ ...database, server, startSeconds, driver, before, windows });
  }
  progress('warming up');
  for (const { driver } of running) {
    for (const name of measuredCalls) await driver.run(name, { isSealed: false, ms: warmUpMs });
  }
  for (let round = 1; round <= rounds; round += 1) {
    progress(`round ${round} of ${rounds}`);
    for (const name of measuredCalls) {
      for (const { driver, windows } of running) {
        windows[name].push(await driver.run(name, { isSealed: false, ms: seconds * 1000 }));
      }
    }
  }
  // Print the results now, so that a later failure does not lose them.
  for (const name of measuredCalls) {
    const p95s = running.map(({ windows }) => median(windows[name].map(({ p95Ms }) => p95Ms)));
    progress(`${name}: p95 ${p95s.map((ms) => digits(ms, 1)).join(', ')} ms`);
  }
  const called: Called[] = [];
  for (const each of running) {
    const { startSeconds, windows } = each;
    called.push({ startSeconds, windows, ...(await stopServer(each)) });
  }
  return called;
}

/** Renews sessions, because filling large databases takes longer than a session lasts. */
async function renewSessions({ owner, installation }: GrownDatabase): Promise<void> {
  await owner.pool.query(
    `update sessions set proven_at = now(), last_seen_at = now()
     where ended_at is null and borrower_id = any($1)`,
    [installation.people.map(({ borrowerId }) => borrowerId)],
  );
}

async function stopServer(database: GrownDatabase & { server: Server; before: ScanCounts }) {
  const { owner, server, before } = database;
  const peakMegabytes = (await server.usage()).peakBytes / 1e6;
  await server.stop();
  const { rows } = await owner.pool.query<{ bytes: bigint; buffers: string }>(
    `select pg_database_size(current_database()) as bytes,
       current_setting('shared_buffers') as buffers`,
  );
  return {
    peakMegabytes,
    scans: await scansSince(database, before),
    databaseBytes: Number(rows[0]?.bytes),
    sharedBuffers: rows[0]?.buffers ?? '',
  };
}

/** Counts in a separate session, so that the product's statistics exclude this query. */
async function countOpenBills(installation: Installation): Promise<number> {
  const { pool } = installation.connect();
  try {
    const { rows } = await pool.query<{ count: bigint }>(
      'select count(*) from bills where settled_at is null',
    );
    return Number(rows[0]?.count);
  } finally {
    await pool.end();
  }
}

type ScanCounts = Map<string, number>;

async function scanCounts({ pool }: Database): Promise<ScanCounts> {
  await new Promise((done) => setTimeout(done, statisticsMs));
  const { rows } = await pool.query<{ table: string; scans: bigint }>(
    'select relname as "table", seq_scan as scans from pg_stat_user_tables',
  );
  return new Map(rows.map(({ table, scans }) => [table, Number(scans)]));
}

/** Returns the number of sequential scans of each growing table since `before`. */
async function scansSince({ owner, borrowers }: GrownDatabase, before: ScanCounts): Promise<Scans> {
  const after = await scanCounts(owner);
  const { rows } = await owner.pool.query<{ table: string }>(
    'select relname as "table" from pg_stat_user_tables where n_live_tup >= $1 order by 1',
    [borrowers / borrowersPerRow],
  );
  const scans = rows.map(({ table }) => {
    return [table, (after.get(table) ?? 0) - (before.get(table) ?? 0)] as const;
  });
  return Object.fromEntries(scans.filter(([, count]) => count > 0));
}
