// `npm run bench -- standby`: measures the cost of a standby PostgreSQL, and checks that it has all
// confirmed writes when the primary is lost.
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
import { here, type Installation, install } from './installation.ts';
import { openDriver, type Window } from './windows.ts';

/** No standby, an asynchronous one, or a synchronous one, whose disk each commit waits for. */
const modes = ['alone', 'follows', 'waited for'] as const;
type Mode = (typeof modes)[number];
const measuredCalls = ['bills', 'quote', 'apply', 'webhook'] as const satisfies CallName[];
type MeasuredCall = (typeof measuredCalls)[number];
type Result = Timing & {
  windows: Record<Mode, Record<MeasuredCall, Window[]>>;
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
  progress('killing the primary');
  const answers = await driver.answers('apply', confirmedLoans);
  return { rounds, seconds, windows, takeover: await takeOver(installation, standby, answers) };
}

type Standby = { host: string; start(): Promise<void>; stop(): Promise<void> };

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
  const flags = Object.entries({
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    primary_conninfo: `host=${host} user=postgres application_name=${name}`,
    primary_slot_name: name,
  }).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
  let running: ChildProcess | null = null;
  return {
    host: socketFolder,
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

async function switchTo(mode: Mode, { pool }: Database, standby: Standby): Promise<void> {
  await (mode === 'alone' ? standby.stop() : standby.start());
  const names = mode === 'waited for' ? name : '';
  await pool.query(`alter system set synchronous_standby_names = '${names}'`);
  await pool.query('select pg_reload_conf()');
  const wanted = { alone: null, follows: 'async', 'waited for': 'sync' }[mode];
  for (const since = performance.now(); ; await wait(50)) {
    const { rows } = await pool.query<{ sync_state: string }>(
      `select sync_state from pg_stat_replication where state = 'streaming'`,
    );
    if ((rows[0]?.sync_state ?? null) === wanted) return;
    if (performance.now() - since > timeoutMs) {
      throw new Error(`the standby is not "${mode}" after ${timeoutMs / 1000} s`);
    }
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
    const ids = answers.map((answer) => {
      return (JSON.parse(answer) as { data: { loanId: string } }).data.loanId;
    });
    const { rowCount } = await pool.query('select from loans where id = any($1)', [ids]);
    const wrongInBooks = (await books(db)).map((fault) => JSON.stringify(fault));
    return { confirmed: ids.length, missing: ids.length - (rowCount ?? 0), ms, wrongInBooks };
  } finally {
    await pool.end();
  }
}

function goalsOf({ takeover: { missing, wrongInBooks } }: Result): Goal[] {
  return [
    { name: 'confirmed loans that the second database has not', value: missing, bound: 0 },
    { name: 'what is wrong in its books', value: wrongInBooks.length, bound: 0 },
  ];
}

function textOf({ windows, takeover, rounds, seconds }: Result, goals: Goal[]): string {
  const rows = measuredCalls.flatMap((call) =>
    modes.map((mode) => {
      const of = (figure: 'callsPerSecond' | 'p50Ms' | 'p95Ms', otherMode: Mode = mode) =>
        median(windows[otherMode][call].map((window) => window[figure]));
      const share = of('callsPerSecond') / of('callsPerSecond', 'alone');
      return (
        `${call.padEnd(8)} ${mode.padEnd(11)} ${digits(of('callsPerSecond'), 0)}/s, ` +
        `p50 ${digits(of('p50Ms'), 1)}, p95 ${digits(of('p95Ms'), 1)} ms, ` +
        `${digits(share, 2)} of alone`
      );
    }),
  );
  return [
    ...rows,
    `medians of ${rounds} rounds of ${seconds} s; both databases share processors and disk`,
    `the first database was killed after ${takeover.confirmed} loans were confirmed; ` +
      `the second accepted writes after ${digits(takeover.ms, 0)} ms`,
    ...takeover.wrongInBooks,
    ...goalLines(goals, 0),
  ].join('\n');
}
