// Liveness and readiness of this server.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lateRecoveries, unusedCodes } from '#/account/account.ts';
import { lateFeedback } from '#/cases/cases.ts';
import { dayCloseAlarm } from '#/closing/closing.ts';
import type { AppContext } from '#/context/app-context.ts';
import { alarmOfItems } from '#/context/failing-items.ts';
import { countFailingJobs } from '#/context/failing-jobs.ts';
import { heldFiles } from '#/context/stored-files.ts';
import { alarmsOfReview, countLineHolds, lateAnswers } from '#/credit/credit.ts';
import { alarmOfBooks } from '#/ledger/ledger.ts';
import { payoutTrouble } from '#/payout/payout.ts';
import { settlementReportAlarm } from '#/reconciliation/reconciliation.ts';
import { countSuspense, countTakenBack } from '#/repayment/repayment.ts';
import { alarmOfHolidays } from './holiday.ts';
import { migrationsRun, probeWrite } from './store.ts';
import { firstBreak } from './watch.ts';

/**
 * How long readiness waits, in ms: for the database and for each alarm to answer, and for a write.
 */
export type Patience = { databaseMs: number; alarmMs: number; writeMs: number };
/** New room on a busy disk takes its time. */
const usualPatience: Patience = { databaseMs: 500, alarmMs: 500, writeMs: 2000 };
const workerMs = 60_000;

export type Health = {
  isReady: boolean;
  checks: Record<'database' | 'write' | 'migrations' | 'worker', string>;
  /**
   * An alarm for operators that keeps nobody from borrowing or repaying: it says nothing of whether
   * this server can serve.
   */
  trail: string;
  /**
   * An alarm of the same kind: whether the chained days of the books held, and none waits for its
   * link.
   */
  books: string;
  /** And whether every day that is over is closed. */
  days: string;
  /** And whether the gateway's settlement reports are read, and agree with the books. */
  settlementReports: string;
  /** And whether every holiday that is near has its date. */
  holidays: string;
  /** Items that failed for a minute, or all items of a step: 'payout: 2'. */
  items: string;
  /**
   * What waits for staff, or too long, shown beside the checks; null if it could not be computed in
   * time. How many alarms could not is an alarm itself.
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

/** Migrations of this program, from its own folder. */
const known = new Set(
  fs
    .readdirSync(path.join(import.meta.dirname, '../db/migrations'))
    .filter((name) => name.endsWith('.sql')),
);

type Alarms = Health['alarms'];

/**
 * Alarms that are sentences, 'ok' if there is nothing, and those that are counts. Each is computed
 * alone, so that one that fails hides no other.
 */
function alarmsOf(app: AppContext) {
  const { db, clocks } = app;
  const now = clocks.now();
  const payouts = payoutTrouble(app);
  const sentences = {
    trail: firstBreak(db).then((broken) =>
      broken === null ? 'ok' : `batch ${broken} did not hold: run ops audit verify`,
    ),
    books: alarmOfBooks(db, now),
    days: dayCloseAlarm(db, now),
    settlementReports: settlementReportAlarm(app, db, now),
    holidays: alarmOfHolidays(db, now),
    items: alarmOfItems(db, clocks.wall()),
  };
  const counts: { [K in Exclude<keyof Alarms, 'notComputed'>]: Promise<number> } = {
    reviewsNotTaken: alarmsOfReview(db),
    answersLate: lateAnswers({ app, now }),
    linesHeld: countLineHolds(db),
    payoutsUnknown: payouts.then(({ unknown }) => unknown),
    payoutsWaitingForFloat: payouts.then(({ waiting }) => waiting),
    payoutBreaks: payouts.then(({ breaks }) => breaks),
    withoutGateway: payouts.then(({ withoutGateway }) => withoutGateway),
    moneyInSuspense: countSuspense(db),
    moneyTakenBack: countTakenBack(db),
    codesNotUsed: unusedCodes(db, clocks.wall()).then((unused) =>
      unused ? unused.sent - unused.used : 0,
    ),
    recoveriesLate: lateRecoveries({ app, now }, db),
    feedbackUnanswered: lateFeedback(db, now),
    filesHeld: heldFiles(db),
    jobsFailing: countFailingJobs(db),
  };
  return { sentences, counts };
}

/**
 * What a worker says of itself: its last look, and the steps whose last run failed, each with its
 * last success (real time, in ms).
 */
export type WorkerState = {
  lastLookMs(): number;
  failing(): readonly { name: string; lastSuccessMs: number }[];
};

function checkOfWorker(worker: WorkerState, nowMs: number): string {
  if (nowMs - worker.lastLookMs() > workerMs) return 'has not looked for a minute';
  const failed = worker.failing().filter(({ lastSuccessMs }) => nowMs - lastSuccessMs > workerMs);
  return failed.length === 0
    ? 'ok'
    : `has failed for a minute: ${failed.map(({ name }) => name).join(', ')}`;
}

/**
 * The database answers within 500 ms and takes a write within 2 s, has run exactly the migrations
 * known here, and the worker has looked for work in the last minute, in which each of its steps
 * succeeded or had nothing to fail at.
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
        app.log.error('an alarm cannot be computed', error, { event: name });
        return null;
      }),
      alarmMs,
    );
  // A slow alarm is not a database that does not answer.
  const asked = inTime(
    migrationsRun(app.db).catch(() => null),
    databaseMs,
  );
  const { sentences, counts } = alarmsOf(app);
  const all = Object.entries({ ...sentences, ...counts }) as [string, Promise<string | number>][];
  const values = new Map(
    await Promise.all(all.map(async ([name, work]) => [name, await computed(name, work)] as const)),
  );
  const [ran, write] = [await asked, await written];
  stop.abort();
  const checks: Health['checks'] = {
    database: ran ? 'ok' : 'no answer within 500 ms',
    write,
    migrations: !ran
      ? 'unknown'
      : ran.length === known.size && ran.every((name) => known.has(name))
        ? 'ok'
        : 'other than this program knows',
    worker: checkOfWorker(worker, app.clocks.wall().epochMilliseconds),
  };
  const sentence = (name: keyof typeof sentences) => String(values.get(name) ?? 'unknown');
  const notComputed = [...values.values()].filter((value) => value === null).length;
  return {
    isReady: Object.values(checks).every((one) => one === 'ok'),
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
