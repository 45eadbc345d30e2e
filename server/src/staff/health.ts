// Liveness and readiness of this server.
import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext } from '#/context/app-context.ts';
import type { Db } from '#/db/database.ts';
import {
  migrationsFolder,
  missingMigration,
  readFiles,
  whyIncompatible,
} from '#/db/migration-files.ts';
import { wrongPooler } from '#/platform/why-not.ts';
import type { StepState } from '#/worker.ts';
import { migrationsRun, probeWrite } from './store.ts';

/** How long readiness waits for the database and for a write, and alarms for each alarm, in ms. */
export type Patience = { databaseMs: number; writeMs: number; alarmMs: number };
/** A write is given more time, because it may need new space on a busy disk. */
export const usualPatience: Patience = { databaseMs: 500, writeMs: 2000, alarmMs: 500 };
const workerMs = 60_000;

export type Health = {
  isReady: boolean;
  checks: Record<'database' | 'pooler' | 'write' | 'migrations' | 'stopping', string> & {
    worker?: string;
  };
};

const ownMigrations = readFiles(migrationsFolder);

/** The worker's state: when it last looked for work (wall time, in ms), and its steps. */
export type WorkerState = { lastLookMs(): number; steps(): readonly StepState[] };

function checkOfWorker(worker: WorkerState, nowMs: number): string {
  if (nowMs - worker.lastLookMs() > workerMs) return 'has not run for a minute';
  const failed = worker
    .steps()
    .filter(({ hasFailed, lastSuccessMs }) => hasFailed && nowMs - lastSuccessMs > workerMs);
  return failed.length === 0
    ? 'ok'
    : `has failed for a minute: ${failed.map(({ name }) => name).join(', ')}`;
}

function checkOfMigrations(ran: Awaited<ReturnType<typeof migrationsRun>>): string {
  const missing = missingMigration(ownMigrations, ran);
  return missing ? `${missing} is missing` : (whyIncompatible(ownMigrations, ran) ?? 'ok');
}

/** What readiness depends on. */
export type Vitals = {
  /** A separate connection, so that waiting calls do not make the server unready. */
  db: Db;
  /** The pools whose sessions must keep their prepared statements. */
  databases: readonly Db[];
  /** Null if the server has no worker. */
  worker: WorkerState | null;
  isStopping(): boolean;
};

/**
 * Returns this server's checks. The server is ready if the database responds in time, accepts a
 * write, and has this build's migrations and no migration that needs a newer build. A worker must
 * have run in the last minute.
 */
export async function readiness(
  { clocks }: Pick<AppContext, 'clocks'>,
  { db, databases, worker, isStopping }: Vitals,
  { databaseMs, writeMs }: Patience,
): Promise<Health> {
  const stop = new AbortController();
  const inTime = async <T, L>(work: Promise<T>, mostMs: number, late: L): Promise<T | L> =>
    await Promise.race([work, wait(mostMs, late, { signal: stop.signal }).catch(() => late)]);
  const ran = await inTime(
    migrationsRun(db).catch(() => null),
    databaseMs,
    null,
  );
  const write = ran
    ? await inTime(probeWrite(db, clocks.wall(), writeMs), writeMs, 'not within 2 s')
    : 'unknown';
  stop.abort();
  const checks: Health['checks'] = {
    database: ran ? 'ok' : 'no answer within 500 ms',
    pooler: databases.some(({ prepared }) => prepared.hasLost) ? wrongPooler : 'ok',
    write,
    migrations: ran ? checkOfMigrations(ran) : 'unknown',
    ...(worker && { worker: checkOfWorker(worker, clocks.wall().epochMilliseconds) }),
    stopping: isStopping() ? 'the server is stopping and will soon accept no more calls' : 'ok',
  };
  return { isReady: Object.values(checks).every((check) => check === 'ok'), checks };
}
