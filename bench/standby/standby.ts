// `npm run bench -- standby`: what a second PostgreSQL costs, which has each write as it is made, and whether it has all that was confirmed when the first one is lost.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Database } from '@sandali/server/db/database.ts';
import { books } from '@sandali/server/ledger/ledger.ts';
import { type Say, withUndo } from '../command.ts';
import type { CallName } from '../server/calls.ts';
import { openDriver, openGenerator, type Window } from '../server/driver.ts';
import { here, openSide, type Side } from '../server/side.ts';

/** No second one; one that follows; one for which each commit waits until its disk has it. */
export const modes = ['alone', 'follows', 'waited for'] as const;
export type Mode = (typeof modes)[number];
export const measured = ['bills', 'quote', 'apply', 'webhook'] as const satisfies readonly CallName[];
export type Measured = (typeof measured)[number];
export type Options = { rounds: number; seconds: number };
export type Found = {
  rounds: number;
  seconds: number;
  windows: Record<Mode, Record<Measured, Window[]>>;
  /** Loans that were confirmed right before the first database was killed, how many of them the second has not, and after how many ms it took writes. */
  takeover: { confirmed: number; missing: number; ms: number; wrongInBooks: string[] };
};

const people = 300;
const name = 'standby';
const withinMs = 30_000;
const confirmed = 50;

/** Measures, kills the first database, and lets the second take over. Ends every process that it starts. */
export async function benchStandby({ rounds, seconds }: Options, say: Say): Promise<Found> {
  return await withUndo(async (undo) => {
    say(`making ${people} people`);
    const side = await openSide(here, people);
    undo.push(() => side.close());
    const owner = connect({ host: side.host, database: 'postgres', user: 'postgres' }, { max: 2 });
    undo.push(() => owner.pool.end());
    owner.pool.on('error', () => {}); // it is killed in the end
    say('copying the database');
    const standby = await copyOf(side, owner);
    undo.push(() => standby.stop());
    const generator = openGenerator();
    undo.push(() => generator.close());
    const driver = await openDriver(generator, side, await side.start());
    const windows = Object.fromEntries(
      modes.map((mode) => [mode, Object.fromEntries(measured.map((one) => [one, []]))]),
    ) as unknown as Found['windows'];
    for (const call of measured) await driver.run(call, { isSealed: false, ms: 600 });
    for (let round = 1; round <= rounds; round += 1) {
      for (const mode of modes) {
        say(`round ${round} of ${rounds}: ${mode}`);
        await turnTo(mode, owner, standby);
        for (const call of measured) windows[mode][call].push(await driver.run(call, { isSealed: false, ms: seconds * 1000 }));
      }
    }
    say('killing the first database');
    const answers = await driver.answers('apply', confirmed);
    return { rounds, seconds, windows, takeover: await takeOver(side, standby, answers) };
  });
}

type Standby = { host: string; start(): Promise<void>; stop(): Promise<void> };

/** A copy of a side's database that follows it once it is started (PostgreSQL 18, 25.3.4). */
async function copyOf(side: Side, { pool }: Database): Promise<Standby> {
  const shown = async (text: string) => Object.values((await pool.query<Record<string, string>>(text)).rows[0] ?? {})[0] ?? '';
  const bin = await shown(`select setting from pg_config where name = 'BINDIR'`);
  const first = await shown('show data_directory');
  const { uid, gid } = fs.statSync(first);
  const host = path.join(side.folder, name);
  const data = path.join(host, 'data');
  fs.mkdirSync(host, { mode: 0o700 });
  fs.chownSync(host, uid, gid);
  await pool.query('select pg_create_physical_replication_slot($1, true)', [name]);
  const client = await pool.connect();
  await client.query('select pg_backup_start($1, true)', [name]);
  if (spawnSync('cp', ['-a', first, data]).status !== 0) throw new Error('the data could not be copied');
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  client.release();
  for (const own of ['postmaster.pid', 'postmaster.opts', 'pg_replslot']) fs.rmSync(path.join(data, own), { recursive: true, force: true });
  fs.mkdirSync(path.join(data, 'pg_replslot'), { mode: 0o700 });
  fs.writeFileSync(path.join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  fs.writeFileSync(path.join(data, 'standby.signal'), '');
  for (const made of ['pg_replslot', 'backup_label', 'standby.signal']) fs.chownSync(path.join(data, made), uid, gid);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: host,
    primary_conninfo: `host=${side.host} user=postgres application_name=${name}`,
    primary_slot_name: name,
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  let child: ChildProcess | null = null;
  return {
    host,
    async start() {
      if (child) return;
      const started = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], { uid, gid, cwd: '/', stdio: 'ignore' });
      process.once('exit', () => started.kill('SIGINT'));
      child = started;
    },
    async stop() {
      const ending = child;
      child = null;
      if (!ending || ending.exitCode !== null) return;
      ending.kill('SIGINT');
      await once(ending, 'exit');
    },
  };
}

async function turnTo(mode: Mode, { pool }: Database, standby: Standby): Promise<void> {
  await (mode === 'alone' ? standby.stop() : standby.start());
  await pool.query(`alter system set synchronous_standby_names = '${mode === 'waited for' ? name : ''}'`);
  await pool.query('select pg_reload_conf()');
  const wanted = { alone: null, follows: 'async', 'waited for': 'sync' }[mode];
  await until(`the second database is ${mode}`, async () => {
    const { rows } = await pool.query<{ as: string }>(`select sync_state as "as" from pg_stat_replication where state = 'streaming'`);
    return (rows[0]?.as ?? null) === wanted;
  });
}

/** Kills the first database as a power failure would, makes the second one the first, and looks in it for all that was confirmed. */
async function takeOver(side: Side, standby: Standby, answers: readonly string[]): Promise<Found['takeover']> {
  process.kill(side.postgresPid, 'SIGQUIT');
  const since = performance.now();
  const database = connect({ host: standby.host, database: 'postgres', user: 'postgres' }, { max: 2 });
  try {
    await database.pool.query('select pg_promote()');
    await database.pool.query('create table took_over ()');
    const ms = performance.now() - since;
    const ids = answers.map((answer) => (JSON.parse(answer) as { data: { loanId: string } }).data.loanId);
    const { rowCount } = await database.pool.query('select from loans where id = any($1)', [ids]);
    const wrongInBooks = (await books(database.db)).map((one) => JSON.stringify(one));
    return { confirmed: ids.length, missing: ids.length - (rowCount ?? 0), ms, wrongInBooks };
  } finally {
    await database.pool.end();
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const since = performance.now(); !(await isSo()); await wait(50)) {
    if (performance.now() - since > withinMs) throw new Error(`It took longer than ${withinMs / 1000} s until ${what}.`);
  }
}
