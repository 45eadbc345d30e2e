// Liveness and readiness of this server.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lateRecoveries, unusedCodes } from '#/account/account.ts';
import { lateFeedback } from '#/cases/cases.ts';
import { dayCloseAlarm } from '#/closing/closing.ts';
import type { AppContext } from '#/context/app-context.ts';
import { heldFiles } from '#/context/stored-files.ts';
import { alarmsOfReview, countLineHolds, lateAnswers } from '#/credit/credit.ts';
import { alarmOfBooks } from '#/ledger/ledger.ts';
import { payoutTrouble } from '#/payout/payout.ts';
import { settlementReportAlarm } from '#/reconciliation/reconciliation.ts';
import { countSuspense } from '#/repayment/repayment.ts';
import { alarmOfHolidays } from './holiday.ts';
import { migrationsRun, probeWrite } from './store.ts';
import { firstBreak } from './watch.ts';

const databaseMs = 500;
/** New room on a busy disk takes its time. */
const writeMs = 2000;
const workerMs = 60_000;

export type Health = {
  isReady: boolean;
  checks: Record<'database' | 'write' | 'migrations' | 'worker', string>;
  /** An alarm for operators that keeps nobody from borrowing or repaying: it says nothing of whether this server can serve. */
  trail: string;
  /** An alarm of the same kind: whether the chained days of the books held, and none waits for its link. */
  books: string;
  /** And whether every day that is over is closed. */
  days: string;
  /** And whether the gateway's settlement reports are read, and agree with the books. */
  settlementReports: string;
  /** And whether every holiday that is near has its date. */
  holidays: string;
  /** What waits for staff, or too long, shown beside the checks; null without a database. */
  alarms: Record<
    | 'reviewsNotTaken'
    | 'answersLate'
    | 'linesHeld'
    | 'payoutsUnknown'
    | 'payoutsWaitingForFloat'
    | 'payoutBreaks'
    | 'withoutGateway'
    | 'moneyInSuspense'
    | 'codesNotUsed'
    | 'recoveriesLate'
    | 'feedbackUnanswered'
    | 'filesHeld',
    number | null
  >;
};

/** Migrations of this program, from its own folder. */
const known = new Set(fs.readdirSync(path.join(import.meta.dirname, '../db/migrations')).filter((name) => name.endsWith('.sql')));

/** What waits for people, or too long, all of it counted at once. */
async function countAlarms(app: AppContext): Promise<{ [K in keyof Health['alarms']]: number }> {
  const { db, clocks } = app;
  const now = clocks.now();
  const [reviewsNotTaken, answersLate, linesHeld, payouts, moneyInSuspense, unused, recoveriesLate, feedbackUnanswered, filesHeld] =
    await Promise.all([
      alarmsOfReview(db),
      lateAnswers({ app, now }),
      countLineHolds(db),
      payoutTrouble(app),
      countSuspense(db),
      unusedCodes(db, clocks.wall()),
      lateRecoveries({ app, now }, db),
      lateFeedback(db, now),
      heldFiles(db),
    ]);
  return {
    reviewsNotTaken,
    answersLate,
    linesHeld,
    payoutsUnknown: payouts.unknown,
    payoutsWaitingForFloat: payouts.waiting,
    payoutBreaks: payouts.breaks,
    withoutGateway: payouts.withoutGateway,
    moneyInSuspense,
    codesNotUsed: unused ? unused.sent - unused.used : 0,
    recoveriesLate,
    feedbackUnanswered,
    filesHeld,
  };
}

const notCounted: Health['alarms'] = {
  reviewsNotTaken: null,
  answersLate: null,
  linesHeld: null,
  payoutsUnknown: null,
  payoutsWaitingForFloat: null,
  payoutBreaks: null,
  withoutGateway: null,
  moneyInSuspense: null,
  codesNotUsed: null,
  recoveriesLate: null,
  feedbackUnanswered: null,
  filesHeld: null,
};

/** The database answers within 500 ms and takes a write within 2 s, has run exactly the migrations known here, and the worker has looked for work in the last minute. */
export async function readiness(app: AppContext, workerLookMs: number): Promise<Health> {
  const stop = new AbortController();
  const waiting = { signal: stop.signal };
  const written = Promise.race([
    probeWrite(app.db, app.clocks.wall()),
    wait(writeMs, 'not within 2 s', waiting).catch(() => 'not within 2 s'),
  ]);
  const now = app.clocks.now();
  const inTime = async <T>(work: Promise<T>): Promise<T | null> =>
    await Promise.race([work.catch(() => null), wait(databaseMs, null, waiting).catch(() => null)]);
  // A slow alarm is not a database that does not answer.
  const asked = inTime(migrationsRun(app.db));
  const said = await inTime(
    Promise.all([
      firstBreak(app.db),
      alarmOfBooks(app.db, now),
      dayCloseAlarm(app.db, now),
      settlementReportAlarm(app, app.db, now),
      alarmOfHolidays(app.db, now),
      countAlarms(app),
    ]),
  );
  const [ran, write] = [await asked, await written];
  stop.abort();
  const [broken, books, days, settlementReports, holidays, alarms] = said ?? [null, 'unknown', 'unknown', 'unknown', 'unknown', notCounted];
  const idleMs = app.clocks.wall().epochMilliseconds - workerLookMs;
  const checks: Health['checks'] = {
    database: ran ? 'ok' : 'no answer within 500 ms',
    write,
    migrations: !ran
      ? 'unknown'
      : ran.length === known.size && ran.every((name) => known.has(name))
        ? 'ok'
        : 'other than this program knows',
    worker: idleMs <= workerMs ? 'ok' : 'has not looked for a minute',
  };
  const trail = !said ? 'unknown' : broken === null ? 'ok' : `batch ${broken} did not hold: run ops audit verify`;
  return { isReady: Object.values(checks).every((one) => one === 'ok'), checks, trail, books, days, settlementReports, holidays, alarms };
}
