// Liveness and readiness of this server.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { accountAlarms } from '#/account/account.ts';
import { lateFeedback } from '#/cases/cases.ts';
import { dayCloseAlarm } from '#/closing/closing.ts';
import type { AppContext } from '#/context/app-context.ts';
import { alarmOfItems } from '#/context/failing-items.ts';
import { countFailingJobs } from '#/context/failing-jobs.ts';
import { heldFiles } from '#/context/stored-files.ts';
import { creditAlarms } from '#/credit/credit.ts';
import { alarmOfBooks } from '#/ledger/ledger.ts';
import { payoutTrouble } from '#/payout/payout.ts';
import { settlementReportAlarm } from '#/reconciliation/reconciliation.ts';
import { repaymentAlarms } from '#/repayment/repayment.ts';
import { alarmOfHolidays } from './holiday.ts';
import { migrationsRun, probeWrite } from './store.ts';
import { firstBreak } from './watch.ts';

/** How long the readiness check waits for the database, for each alarm, and for a write, in ms. */
export type Patience = { databaseMs: number; alarmMs: number; writeMs: number };
/** A write is given more time, because it may need new space on a busy disk. */
const usualPatience: Patience = { databaseMs: 500, alarmMs: 500, writeMs: 2000 };
const workerMs = 60_000;

export type Health = {
  isReady: boolean;
  checks: Record<'database' | 'write' | 'migrations' | 'worker', string>;
  /**
   * Whether the trail's hash chain is intact. Like all alarms below, it does not affect readiness.
   */
  trail: string;
  /** Whether the books' hash chain is intact and complete. */
  books: string;
  /** Whether every past day is closed. */
  days: string;
  /** Whether all settlement reports have been read and agree with the books. */
  settlementReports: string;
  /** Whether every approaching holiday has a date. */
  holidays: string;
  /** The number of failing items per step, such as 'payout: 2'. */
  items: string;
  /**
   * Counts of work that waits for staff. A count that was not computed in time is null, and
   * `notComputed` counts the nulls.
   */
  alarms: Record<
    | 'reviewsNotTaken'
    | 'answersLate'
    | 'linesHeld'
    | 'payoutsUnknown'
    | 'payoutsWaitingForFloat'
    | 'payoutBreaks'
    | 'withoutGateway'
    | 'moneyInSuspense'
    | 'moneyTakenBack'
    | 'codesNotUsed'
    | 'recoveriesLate'
    | 'feedbackUnanswered'
    | 'filesHeld'
    | 'jobsFailing'
    | 'notComputed',
    number | null
  >;
};

const migrationNames = new Set(
  fs
    .readdirSync(path.join(import.meta.dirname, '../db/migrations'))
    .filter((name) => name.endsWith('.sql')),
);

type Alarms = Health['alarms'];

/**
 * Starts computing all alarms: sentences ('ok' if all is well) and counts. An alarm that fails does
 * not hide the others.
 */
function alarmsOf(app: AppContext) {
  const { db, clocks } = app;
  const now = clocks.now();
  const payouts = payoutTrouble(app);
  const sentences = {
    trail: firstBreak(db).then((broken) =>
      broken === null ? 'ok' : `batch ${broken} of the trail does not verify: run ops audit verify`,
    ),
    books: alarmOfBooks(db, now),
    days: dayCloseAlarm(db, now),
    settlementReports: settlementReportAlarm(app, db, now),
    holidays: alarmOfHolidays(db, now),
    items: alarmOfItems(db, clocks.wall()),
  };
  const counts: { [K in Exclude<keyof Alarms, 'notComputed'>]: Promise<number> } = {
    ...creditAlarms(app),
    payoutsUnknown: payouts.then(({ unknown }) => unknown),
    payoutsWaitingForFloat: payouts.then(({ waiting }) => waiting),
    payoutBreaks: payouts.then(({ breaks }) => breaks),
    withoutGateway: payouts.then(({ withoutGateway }) => withoutGateway),
    ...repaymentAlarms(app),
    ...accountAlarms(app),
    feedbackUnanswered: lateFeedback(db, now),
    filesHeld: heldFiles(db),
    jobsFailing: countFailingJobs(db),
  };
  return { sentences, counts };
}

/**
 * The worker's state: when it last looked for work, and which steps failed in their last run, each
 * with the time of its last success (wall time, in ms).
 */
export type WorkerState = {
  lastLookMs(): number;
  failing(): readonly { name: string; lastSuccessMs: number }[];
};

function checkOfWorker(worker: WorkerState, nowMs: number): string {
  if (nowMs - worker.lastLookMs() > workerMs) return 'has not run for a minute';
  const failed = worker.failing().filter(({ lastSuccessMs }) => nowMs - lastSuccessMs > workerMs);
  return failed.length === 0
    ? 'ok'
    : `has failed for a minute: ${failed.map(({ name }) => name).join(', ')}`;
}

/**
 * Returns this server's checks and alarms. The server is ready if the database has this build's
 * migrations, responds and accepts a write in time, and if the worker has run in the last minute.
 */
export async function readiness(
  app: AppContext,
  worker: WorkerState,
  { databaseMs, alarmMs, writeMs }: Patience = usualPatience,
): Promise<Health> {
  const stop = new AbortController();
  const waiting = { signal: stop.signal };
  const written = Promise.race([
    probeWrite(app.db, app.clocks.wall()),
    wait(writeMs, 'not within 2 s', waiting).catch(() => 'not within 2 s'),
  ]);
  const inTime = async <T>(work: Promise<T>, mostMs: number): Promise<T | null> =>
    await Promise.race([work, wait(mostMs, null, waiting).catch(() => null)]);
  const computed = async <T>(name: string, work: Promise<T>): Promise<T | null> =>
    await inTime(
      work.catch((error) => {
        app.log.error('could not compute an alarm', error, { event: name });
        return null;
      }),
      alarmMs,
    );
  // This is a separate query, because computing an alarm may be slow even when the database
  // responds.
  const migrations = inTime(
    migrationsRun(app.db).catch(() => null),
    databaseMs,
  );
  const { sentences, counts } = alarmsOf(app);
  const alarms = Object.entries({ ...sentences, ...counts }) as [
    string,
    Promise<string | number>,
  ][];
  const values = new Map(
    await Promise.all(
      alarms.map(async ([name, work]) => [name, await computed(name, work)] as const),
    ),
  );
  const [ran, write] = await Promise.all([migrations, written]);
  stop.abort();
  const checks: Health['checks'] = {
    database: ran ? 'ok' : 'no answer within 500 ms',
    write,
    migrations: !ran
      ? 'unknown'
      : ran.length === migrationNames.size && ran.every((name) => migrationNames.has(name))
        ? 'ok'
        : 'differ from those of this build',
    worker: checkOfWorker(worker, app.clocks.wall().epochMilliseconds),
  };
  const sentence = (name: keyof typeof sentences) => String(values.get(name) ?? 'unknown');
  const notComputed = [...values.values()].filter((value) => value === null).length;
  return {
    isReady: Object.values(checks).every((check) => check === 'ok'),
    checks,
    trail: sentence('trail'),
    books: sentence('books'),
    days: sentence('days'),
    settlementReports: sentence('settlementReports'),
    holidays: sentence('holidays'),
    items: sentence('items'),
    alarms: {
      ...(Object.fromEntries(
        Object.keys(counts).map((name) => [name, values.get(name)]),
      ) as Alarms),
      notComputed,
    },
  };
}
