// `npm run bench -- standby`: measures the cost of a standby PostgreSQL beside the primary and on a
// second site, and what a cut line to that site does. Checks that the standby has all confirmed
// writes when the primary is lost.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Database } from '@sandali/server/db/database.ts';
import { books } from '@sandali/server/ledger/ledger.ts';
import type { CallName } from './calls.ts';
import {
  digits,
  type Goal,
  goalLines,
  median,
  type Progress,
  runBench,
  type Timing,
} from './command.ts';
import { type Distance, openDistance } from './distance.ts';
import { here, type Installation, install } from './installation.ts';
import { type Driver, openDriver, type Window } from './windows.ts';

/**
 * No standby, an asynchronous one, or a synchronous one, whose disk each commit waits for. The
 * standby is on the same site, or on another, to which a round trip takes so many ms.
 */
const modes = ['alone', 'follows', 'waited for', 'waited for, 20 ms', 'waited for, 80 ms'] as const;
type Mode = (typeof modes)[number];
const standbys: Record<Mode, { state: 'async' | 'sync' | null; roundTripMs: number }> = {
  alone: { state: null, roundTripMs: 0 },
  follows: { state: 'async', roundTripMs: 0 },
  'waited for': { state: 'sync', roundTripMs: 0 },
  'waited for, 20 ms': { state: 'sync', roundTripMs: 20 },
  'waited for, 80 ms': { state: 'sync', roundTripMs: 80 },
};
const measuredCalls = ['bills', 'quote', 'apply', 'webhook'] as const satisfies CallName[];
type MeasuredCall = (typeof measuredCalls)[number];
type Result = Timing & {
  windows: Record<Mode, Record<MeasuredCall, Window[]>>;
  cut: {
    /** How many calls were answered while the standby was waited for over a cut line. */
    answered: number;
    /** Time until the waiting call was answered, once the standby was no longer waited for. */
    givenUpMs: number;
    /** The number of loans that were confirmed then, and how many of them the standby lacks. */
    confirmed: number;
    missing: number;
  };
  takeover: {
    /** The number of loans that were confirmed just before the primary was killed. */
    confirmed: number;
    /** How many of the confirmed loans the standby lacks. */
    missing: number;
    /** Time until the standby accepted writes. */
    ms: number;
    wrongInBooks: string[];
  };
};

const name = 'standby';
const warmUpMs = 600;
const timeoutMs = 30_000;
const confirmedLoans = 50;
const [cutLoans, cutMs] = [10, 5000];

/** Runs the bench and prints its report. @returns the exit code. */
export async function runStandby(args: string[]): Promise<number> {
  return await runBench(args, {
    name,
    flags: {},
    rounds: '3',
    seconds: '2',
    parse: () => ({}),
    measure: measureStandby,
    goalsOf,
    textOf,
  });
}

async function measureStandby(
  { rounds, seconds }: Timing,
  progress: Progress,
  cleanup: AsyncDisposableStack,
): Promise<Result> {
  progress('making people');
  const installation = await install(here, cleanup);
  const owner = installation.connect();
  cleanup.defer(() => owner.pool.end());
  owner.pool.on('error', () => {}); // the bench kills the primary at the end
  progress('copying the database');
  const standby = await copyDatabase(installation, owner);
  cleanup.defer(() => standby.distance.close());
  cleanup.defer(() => standby.stop());
  const driver = await openDriver(installation, await installation.startServer());
  const windows = Object.fromEntries(
    modes.map((mode) => [mode, Object.fromEntries(measuredCalls.map((call) => [call, []]))]),
  ) as unknown as Result['windows'];
  for (const call of measuredCalls) await driver.run(call, { isSealed: false, ms: warmUpMs });
  for (let round = 1; round <= rounds; round += 1) {
    for (const mode of modes) {
      progress(`round ${round} of ${rounds}: ${mode}`);
      await switchTo(mode, owner, standby);
      for (const call of measuredCalls) {
        const window = await driver.run(call, { isSealed: false, ms: seconds * 1000 });
        windows[mode][call].push(window);
      }
    }
  }
  progress('cutting the line');
  const cut = await cutLine(driver, owner, standby);
  progress('killing the primary');
  await switchTo('waited for', owner, standby);
  const answers = await driver.answers('apply', confirmedLoans);
  const takeover = await takeOver(installation, standby, answers);
  return { rounds, seconds, windows, cut, takeover };
}

type Standby = {
  host: string;
  distance: Distance;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Copies a database to a standby, which replicates it once started (PostgreSQL 18, 25.3.4). */
async function copyDatabase({ folder, host }: Installation, { pool }: Database): Promise<Standby> {
  const queryValue = async (query: string) => {
    const { rows } = await pool.query<Record<string, string>>(query);
    return Object.values(rows[0] ?? {})[0] ?? '';
  };
  const bin = await queryValue(`select setting from pg_config where name = 'BINDIR'`);
  const source = await queryValue('show data_directory');
  const { uid, gid } = fs.statSync(source);
  const socketFolder = path.join(folder, name);
  const data = path.join(socketFolder, 'data');
  fs.mkdirSync(socketFolder, { mode: 0o700 });
  fs.chownSync(socketFolder, uid, gid);
  await pool.query('select pg_create_physical_replication_slot($1, true)', [name]);
  const client = await pool.connect();
  await client.query('select pg_backup_start($1, true)', [name]);
  if (spawnSync('cp', ['-a', source, data]).status !== 0) {
    throw new Error('the data folder could not be copied');
  }
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop()',
  );
  client.release();
  for (const file of ['postmaster.pid', 'postmaster.opts', 'pg_replslot']) {
    fs.rmSync(path.join(data, file), { recursive: true, force: true });
  }
  fs.mkdirSync(path.join(data, 'pg_replslot'), { mode: 0o700 });
  fs.writeFileSync(path.join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  fs.writeFileSync(path.join(data, 'standby.signal'), '');
  for (const file of ['pg_replslot', 'backup_label', 'standby.signal']) {
    fs.chownSync(path.join(data, file), uid, gid);
  }
  const way = path.join(folder, 'way');
  fs.mkdirSync(way);
  const socket = '.s.PGSQL.5432';
  const distance = await openDistance(path.join(way, socket), path.join(host, socket));
  const flags = Object.entries({
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    primary_conninfo: `host=${way} user=postgres application_name=${name}`,
    primary_slot_name: name,
  }).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
  let running: ChildProcess | null = null;
  return {
    host: socketFolder,
    distance,
    async start() {
      if (running) return;
      const options = { uid, gid, cwd: '/', stdio: 'ignore' } as const;
      const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], options);
      process.once('exit', () => child.kill('SIGINT'));
      running = child;
    },
    async stop() {
      const child = running;
      running = null;
      if (!child || child.exitCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

async function waitForStandby({ pool }: Database, isWaitedFor: boolean): Promise<void> {
  const names = isWaitedFor ? name : '';
  await pool.query(`alter system set synchronous_standby_names = '${names}'`);
  await pool.query('select pg_reload_conf()');
}

async function switchTo(mode: Mode, owner: Database, standby: Standby): Promise<void> {
  const { state, roundTripMs } = standbys[mode];
  await (state ? standby.start() : standby.stop());
  standby.distance.set(roundTripMs);
  await waitForStandby(owner, state === 'sync');
  for (const since = performance.now(); ; await wait(50)) {
    const { rows } = await owner.pool.query<{ sync_state: string }>(
      `select sync_state from pg_stat_replication where state = 'streaming'`,
    );
    if ((rows[0]?.sync_state ?? null) === state) return;
    if (performance.now() - since > timeoutMs) {
      throw new Error(`the standby is not "${mode}" after ${timeoutMs / 1000} s`);
    }
  }
}

/**
 * Cuts the line to a standby that is waited for. After a while an operator gives the standby up,
 * and more loans are confirmed. Then mends the line.
 */
async function cutLine(driver: Driver, owner: Database, standby: Standby): Promise<Result['cut']> {
  await switchTo('waited for', owner, standby);
  standby.distance.cut();
  let isAnswered = false;
  const waiting = driver.answers('apply', 1).finally(() => {
    isAnswered = true;
  });
  await wait(cutMs);
  const answered = Number(isAnswered);
  const since = performance.now();
  await waitForStandby(owner, false);
  const first = await waiting;
  const givenUpMs = performance.now() - since;
  const answers = [...first, ...(await driver.answers('apply', cutLoans - 1))];
  const missing = await missingFrom(standby.host, answers);
  standby.distance.mend();
  return { answered, givenUpMs, confirmed: answers.length, missing };
}

/** Counts the loans of some answers that a database lacks. */
async function missingFrom(host: string, answers: readonly string[]): Promise<number> {
  const { pool } = connect({ host, database: 'postgres', user: 'postgres' }, { max: 1 });
  try {
    const ids = answers.map(
      (answer) => (JSON.parse(answer) as { data: { loanId: string } }).data.loanId,
    );
    const { rowCount } = await pool.query('select from loans where id = any($1)', [ids]);
    return ids.length - (rowCount ?? 0);
  } finally {
    await pool.end();
  }
}

/** Kills the primary as a power failure would, promotes the standby, and counts confirmed loans. */
async function takeOver(
  { postgresPid }: Installation,
  standby: Standby,
  answers: readonly string[],
): Promise<Result['takeover']> {
  process.kill(postgresPid, 'SIGQUIT');
  const since = performance.now();
  const { db, pool } = connect(
    { host: standby.host, database: 'postgres', user: 'postgres' },
    { max: 2 },
  );
  try {
    await pool.query('select pg_promote()');
    await pool.query('create table took_over ()');
    const ms = performance.now() - since;
    const missing = await missingFrom(standby.host, answers);
    const wrongInBooks = (await books(db)).map((fault) => JSON.stringify(fault));
    return { confirmed: answers.length, missing, ms, wrongInBooks };
  } finally {
    await pool.end();
  }
}

function goalsOf({ cut, takeover: { missing, wrongInBooks } }: Result): Goal[] {
  return [
    { name: 'calls answered over a cut line', value: cut.answered, bound: 0 },
    { name: 'confirmed loans that the second database has not', value: missing, bound: 0 },
    { name: 'what is wrong in its books', value: wrongInBooks.length, bound: 0 },
  ];
}

function textOf({ windows, cut, takeover, rounds, seconds }: Result, goals: Goal[]): string {
  const rows = measuredCalls.flatMap((call) =>
    modes.map((mode) => {
      const of = (figure: 'callsPerSecond' | 'p50Ms' | 'p95Ms', otherMode: Mode = mode) =>
        median(windows[otherMode][call].map((window) => window[figure]));
      const share = of('callsPerSecond') / of('callsPerSecond', 'alone');
      return (
        `${call.padEnd(8)} ${mode.padEnd(17)} ${digits(of('callsPerSecond'), 0)}/s, ` +
        `p50 ${digits(of('p50Ms'), 1)}, p95 ${digits(of('p95Ms'), 1)} ms, ` +
        `${digits(share, 2)} of alone`
      );
    }),
  );
  return [
    ...rows,
    `medians of ${rounds} rounds of ${seconds} s; both databases share processors and disk`,
    `the line was cut for ${cutMs / 1000} s: no call that writes was answered; the waiting one was ` +
      `${digits(cut.givenUpMs, 0)} ms after the standby was given up; of ${cut.confirmed} loans ` +
      `confirmed then, the standby lacked ${cut.missing} while the line was cut`,
    `the first database was killed after ${takeover.confirmed} loans were confirmed; ` +
      `the second accepted writes after ${digits(takeover.ms, 0)} ms`,
    ...takeover.wrongInBooks,
    ...goalLines(goals, 0),
  ].join('\n');
}
