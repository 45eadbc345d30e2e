// Whether this server lives, and whether it is ready to serve.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { alarmsOfReview } from '#/credit/credit.ts';
import type { House } from '#/kit/house.ts';
import { migrationsRun } from './store.ts';

const databaseMs = 500;
const workerMs = 60_000;

/** What waits for people is told beside the checks and makes no server less ready. `reviewsNotTaken` is null without a database. */
export type Health = {
  isReady: boolean;
  checks: Record<'database' | 'migrations' | 'worker', string>;
  alarms: { reviewsNotTaken: number | null };
};

/** Migrations of this program, from its own folder. */
const known = new Set(fs.readdirSync(path.join(import.meta.dirname, '../db/migrations')).filter((name) => name.endsWith('.sql')));

/** The database answers within 500 ms, has run exactly the migrations known here, and the worker has looked for work in the last minute. */
export async function readiness(house: House, workerLookMs: number): Promise<Health> {
  const stop = new AbortController();
  const [ran, reviewsNotTaken] = await Promise.race([
    Promise.all([migrationsRun(house.db), alarmsOfReview(house.db)]).catch(() => [null, null]),
    wait(databaseMs, [null, null], { signal: stop.signal }).catch(() => [null, null]),
  ]);
  stop.abort();
  const idleMs = house.clocks.wall().epochMilliseconds - workerLookMs;
  const checks: Health['checks'] = {
    database: ran ? 'ok' : 'no answer within 500 ms',
    migrations: !ran
      ? 'unknown'
      : ran.length === known.size && ran.every((name) => known.has(name))
        ? 'ok'
        : 'other than this program knows',
    worker: idleMs <= workerMs ? 'ok' : 'has not looked for a minute',
  };
  return { isReady: Object.values(checks).every((one) => one === 'ok'), checks, alarms: { reviewsNotTaken } };
}
