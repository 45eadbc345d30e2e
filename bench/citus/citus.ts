// `npm run bench -- citus`: which guarantees hold on a distributed PostgreSQL, what a loan's life costs there, and what reads over all borrowers cost.
import { randomBytes } from 'node:crypto';
import * as os from 'node:os';
import type { Database } from '@sandali/server/db/database.ts';
import { type Say, type Undo, withUndo } from '../command.ts';
import type { Found as FoundGuarantee } from './expected.ts';
import { guarantees, tryToBreak } from './guarantees/all.ts';
import type { Outcome } from './guarantees/guarantee.ts';
import { liveOnce, measureLives, openLife, type Sent, type Window } from './life.ts';
import { measureReads, type Read, type Spread, seed, spreadOf, whatDiffers } from './reads.ts';
import { makeTables } from './tables.ts';
import { type Mode, modes, openPlace, openSession } from './trial.ts';

export const writers = [1, 8] as const;
export type Writers = (typeof writers)[number];
export type Options = { url: string; rounds: number; seconds: number };
export type Life = { sent: Sent; windows: Record<Writers, Window[]>; reads: Read[][]; spread: Spread };
export type Found = {
  at: string;
  machine: { processors: number; loadAverage: number[]; fsync: string; version: string; workers: number };
  rounds: number;
  seconds: number;
  guarantees: FoundGuarantee[];
  /** What the tables hold after the lives that must not be. */
  differ: string[];
  lives: Record<Mode, Life>;
};

const readTimes = 7;
/** Until all connections have met most shards: the first seconds take three times as long. */
const warmSeconds = 6;

/** Runs everything in schemas of its own, and drops them, also where it fails. */
export async function benchCitus(options: Options, say: Say): Promise<Found> {
  const prefix = `sandali_trial_${randomBytes(4).toString('hex')}`;
  let isStopped = false;
  const run = withUndo(async (undo) => {
    undo.push(() => dropAll(options.url, prefix));
    const stop = () => {
      isStopped = true;
      endSessions(options.url, prefix).catch(console.error); // what runs fails, and all is dropped
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.removeAllListeners(signal); // that of withUndo ends the process at once
      process.on(signal, stop);
      undo.push(() => process.off(signal, stop));
    }
    const sayUnlessStopped: Say = (step) => {
      if (isStopped) throw new Error('The bench was stopped.');
      say(step);
    };
    return await bench(options, prefix, sayUnlessStopped, undo);
  });
  return await run.catch((error: unknown) => {
    if (isStopped) process.exit(130);
    throw error;
  });
}

async function bench({ url, rounds, seconds }: Options, prefix: string, say: Say, undo: Undo): Promise<Found> {
  const machine = await machineOf(url);
  const found: FoundGuarantee[] = guarantees.map(({ name }) => ({ name, outcomes: {} as Record<Mode, Outcome> }));
  for (const mode of modes) {
    say(`breaking guarantees: ${mode}`);
    const place = await openPlace(url, mode, `${prefix}_${mode}`);
    try {
      for (const [at, guarantee] of guarantees.entries()) (found[at] as FoundGuarantee).outcomes[mode] = await tryToBreak(place, guarantee);
    } finally {
      await place.end();
    }
  }
  const databases = {} as Record<Mode, Database>;
  for (const mode of modes) {
    say(`making tables: ${mode}`);
    await makeTables(url, mode, `${prefix}_life_${mode}`);
    databases[mode] = openLife(url, `${prefix}_life_${mode}`, Math.max(...writers));
    undo.push(() => databases[mode].pool.end());
  }
  const { lives, differ } = await measure(databases, { rounds, seconds }, say);
  return { at: new Date().toISOString(), machine, rounds, seconds, guarantees: found, differ, lives };
}

/** The modes, each of them first in its round. */
const inTurn = (round: number): Mode[] => modes.map((_, at) => modes[(at + round) % modes.length] as Mode);

/** Rounds in which the modes take turns, so that what else the machine does meets all alike. */
async function measure(
  databases: Record<Mode, Database>,
  of: { rounds: number; seconds: number },
  say: Say,
): Promise<Pick<Found, 'lives' | 'differ'>> {
  const lives = {} as Record<Mode, Life>;
  const differ: string[] = [];
  for (const mode of modes) {
    lives[mode] = { sent: await liveOnce(databases[mode], mode), windows: { 1: [], 8: [] }, reads: [], spread: null };
    const warm = await measureLives(databases[mode], mode, { writers: 8, seconds: warmSeconds });
    lives[mode].windows[8].push(warm);
  }
  for (let round = 1; round <= of.rounds; round++)
    for (const count of writers)
      for (const mode of inTurn(round)) {
        say(`round ${round}, ${count} writing: ${mode}`);
        lives[mode].windows[count].push(await measureLives(databases[mode], mode, { writers: count, seconds: of.seconds }));
      }
  for (const mode of modes) {
    const all = 1 + writers.flatMap((count) => lives[mode].windows[count]).reduce((sum, window) => sum + window.lives, 0);
    differ.push(...(await whatDiffers(databases[mode], mode, all)));
    lives[mode].windows[8].shift(); // what warmed up
    say(`adding borrowers: ${mode}`);
    await seed(databases[mode], mode);
    lives[mode].spread = await spreadOf(databases[mode], mode);
  }
  for (let round = 1; round <= of.rounds; round++)
    for (const mode of modes) lives[mode].reads.push(await measureReads(databases[mode], mode, readTimes));
  return { lives, differ };
}

async function machineOf(url: string): Promise<Found['machine']> {
  const session = await openSession(url, {});
  try {
    const [row] = await session.run(`select citus_version() as version, current_setting('fsync') as fsync,
      (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as workers`);
    const { version, fsync, workers } = row as { version: string; fsync: string; workers: number };
    return {
      processors: os.availableParallelism(),
      loadAverage: os.loadavg(),
      fsync,
      version: version.split(' on ')[0] as string,
      workers,
    };
  } finally {
    await session.end();
  }
}

/** Ends the sessions of this bench. @returns how many there were */
async function endSessions(url: string, prefix: string): Promise<number> {
  const session = await openSession(url, {});
  const ended = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like '${prefix}%'`;
  return await session
    .run(ended)
    .then((rows) => rows.length)
    .finally(() => session.end());
}

/** Ends what still runs of this bench, and drops every schema and role that it made; again, until there are none. */
async function dropAll(url: string, prefix: string): Promise<void> {
  const session = await openSession(url, { client_min_messages: 'warning' });
  try {
    for (let isLeft = true; isLeft; ) {
      const ended = await endSessions(url, prefix);
      const schemas = await session.run(`select nspname as name from pg_namespace where nspname like '${prefix}%'`);
      for (const { name } of schemas) await session.run(`drop schema ${name} cascade`);
      const roles = await session.run(`select rolname as name from pg_roles where rolname like '${prefix}%'`);
      for (const { name } of roles) await session.run(`drop role ${name}`);
      isLeft = ended + schemas.length + roles.length > 0;
    }
  } finally {
    await session.end();
  }
}
