// `npm run bench -- growth`: what calls, a day's close and the data themselves cost among more and more borrowers.
import * as os from 'node:os';
import type { Database } from '@sandali/server/db/database.ts';
import { type Say, type Undo, withUndo } from '../command.ts';
import { type CallName, otherNames } from '../server/calls.ts';
import { openDriver, openGenerator, type Window } from '../server/driver.ts';
import { digits, median } from '../server/report.ts';
import { here, openSide, type Server, type Side } from '../server/side.ts';
import { type Closed, closeNextDay, grow, type Made, openBillsOf, ownerOf } from './side.ts';

export const measured = ['home', 'bills', 'bill', ...otherNames, 'quote', 'apply', 'webhook'] as const satisfies readonly CallName[];
export type Measured = (typeof measured)[number];
export type Options = { borrowers: readonly number[]; rounds: number; seconds: number };
/** Tables read from end to end, by how often. */
export type Scans = Record<string, number>;
export type Size = {
  borrowers: number;
  made: Made;
  startSeconds: number;
  databaseBytes: number;
  sharedBuffers: string;
  windows: Record<Measured, Window[]>;
  peakMegabytes: number;
  openBills: number;
  closed: Closed;
  scans: { calls: Scans; work: Scans };
};
export type Found = {
  at: string;
  machine: { processors: number; memoryBytes: number; loadAverage: number[] };
  rounds: number;
  seconds: number;
  sizes: Size[];
};

/** Whose calls are measured: a third reads, the others borrow. */
const people = 300;
const warmMs = 600;
/** What a session has read is in the statistics within so long after its end; one that stays open may keep it for ten seconds. */
const statisticsMs = 1500;
/** A table counts as one that grows where it has a row for so many borrowers. */
const borrowersARow = 2;

/** Makes a database of each size, measures all of them in turns, and ends every process that it starts. */
export async function benchGrowth(options: Options, say: Say): Promise<Found> {
  return await withUndo((undo) => bench(options, say, undo));
}

type Grown = { side: Side; owner: Database; borrowers: number; made: Made };

async function bench({ borrowers, rounds, seconds }: Options, say: Say, undo: Undo): Promise<Found> {
  const machine = { processors: os.availableParallelism(), memoryBytes: os.totalmem(), loadAverage: os.loadavg() };
  const at = new Date().toISOString();
  const grown: Grown[] = [];
  for (const count of borrowers) {
    say(`making ${people} people`);
    const side = await openSide(here, people);
    undo.push(() => side.close());
    const owner = ownerOf(side);
    undo.push(() => owner.pool.end());
    grown.push({ side, owner, borrowers: count, made: await grow(side, owner, count, say) });
  }
  const called = await callAll(grown, { rounds, seconds }, say, undo);
  const sizes: Size[] = [];
  for (const [nth, one] of grown.entries()) {
    say(`a day of ${one.borrowers} borrowers`);
    const openBills = await openBillsOf(one.side);
    const before = await readsOf(one.owner);
    const closed = await closeNextDay(one.side, one.owner, say);
    const work = await scansSince(one, before);
    const { scans, ...rest } = called[nth] as Called;
    sizes.push({ borrowers: one.borrowers, made: one.made, openBills, closed, scans: { calls: scans, work }, ...rest });
  }
  return { at, machine, rounds, seconds, sizes };
}

type Called = Pick<Size, 'startSeconds' | 'databaseBytes' | 'sharedBuffers' | 'windows' | 'peakMegabytes'> & { scans: Scans };

/** Starts a server on each database, and takes each call by turns of the sizes, so that what else the machine does meets all of them alike. */
async function callAll(grown: readonly Grown[], { rounds, seconds }: Omit<Options, 'borrowers'>, say: Say, undo: Undo): Promise<Called[]> {
  const generator = openGenerator();
  undo.push(() => generator.close());
  const running = [];
  for (const one of grown) {
    // What a session shows once is good for a while only, and the larger sizes take longer to make.
    await one.owner.pool.query(
      'update sessions set proven_at = now(), last_seen_at = now() where ended_at is null and borrower_id = any($1)',
      [one.side.people.map(({ borrowerId }) => borrowerId)],
    );
    const before = await readsOf(one.owner);
    const since = performance.now();
    const server = await one.side.start();
    const startSeconds = (performance.now() - since) / 1000;
    running.push({ ...one, server, startSeconds, driver: await openDriver(generator, one.side, server), before });
  }
  const windows = running.map(() => Object.fromEntries(measured.map((name) => [name, []])) as unknown as Record<Measured, Window[]>);
  say('warming up');
  for (const { driver } of running) for (const name of measured) await driver.run(name, { isSealed: false, ms: warmMs });
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const name of measured)
      for (const [nth, { driver }] of running.entries())
        windows[nth]?.[name].push(await driver.run(name, { isSealed: false, ms: seconds * 1000 }));
  }
  // Said at once, so that it is not lost where something later fails.
  for (const name of measured) {
    const p95s = windows.map((of) => digits(median(of[name].map(({ p95Ms }) => p95Ms)), 1));
    say(`${name}: p95 ${p95s.join(', ')} ms`);
  }
  const called: Called[] = [];
  for (const [nth, one] of running.entries())
    called.push({ ...(await endOf(one)), startSeconds: one.startSeconds, windows: windows[nth] as Called['windows'] });
  return called;
}

async function endOf(one: Grown & { server: Server; before: Reads }) {
  const { owner, server } = one;
  const peakMegabytes = (await server.told()).peakBytes / 1e6;
  await server.stop();
  const { rows } = await owner.pool.query<{ bytes: bigint; buffers: string }>(
    `select pg_database_size(current_database()) as bytes, current_setting('shared_buffers') as buffers`,
  );
  return {
    peakMegabytes,
    scans: await scansSince(one, one.before),
    databaseBytes: Number(rows[0]?.bytes),
    sharedBuffers: rows[0]?.buffers ?? '',
  };
}

type Reads = Map<string, number>;

/** How often each table was read from end to end. */
async function readsOf({ pool }: Database): Promise<Reads> {
  await new Promise((done) => setTimeout(done, statisticsMs));
  const { rows } = await pool.query<{ table: string; scans: bigint }>(
    `select relname as "table", seq_scan as scans from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ table, scans }) => [table, Number(scans)]));
}

/** The tables that grow and were read from end to end since, with how often. */
async function scansSince({ owner, borrowers }: Grown, before: Reads): Promise<Scans> {
  const after = await readsOf(owner);
  const { rows } = await owner.pool.query<{ table: string }>(
    `select relname as "table" from pg_stat_user_tables where n_live_tup >= $1 order by 1`,
    [borrowers / borrowersARow],
  );
  const deltas = rows.map(({ table }) => [table, (after.get(table) ?? 0) - (before.get(table) ?? 0)] as const);
  return Object.fromEntries(deltas.filter(([, scans]) => scans > 0));
}
