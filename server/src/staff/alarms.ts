// Alarms: faults, and work that waits for people. They say nothing about this server's readiness.
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
import { firstBreak } from './watch.ts';

/**
 * The sentences, such as the first broken batch of the trail, are `ok` if nothing is wrong. The
 * counts are work that waits for staff. An alarm that was not computed in time is null.
 */
export type Alarms = {
  sentences: Record<string, string | null>;
  counts: Record<string, number | null>;
};

/** Computes all alarms. One that fails or takes over `alarmMs` is null and hides no other. */
export async function readAlarms(app: AppContext, alarmMs: number): Promise<Alarms> {
  const stop = new AbortController();
  const computed = async <T>(name: string, work: Promise<T>): Promise<T | null> =>
    await Promise.race([
      work.catch((error) => {
        app.log.error('could not compute an alarm', error, { event: name });
        return null;
      }),
      wait(alarmMs, null, { signal: stop.signal }).catch(() => null),
    ]);
  const all = async <T>(alarms: Record<string, Promise<T>>): Promise<Record<string, T | null>> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(alarms).map(
          async ([name, work]) => [name, await computed(name, work)] as const,
        ),
      ),
    );
  const [sentences, counts] = await Promise.all([all(sentencesOf(app)), all(countsOf(app))]);
  stop.abort();
  return { sentences, counts };
}

function sentencesOf(app: AppContext): Record<string, Promise<string>> {
  const { db, clocks } = app;
  const now = clocks.now();
  return {
    trail: firstBreak(db).then((broken) =>
      broken === null ? 'ok' : `batch ${broken} of the trail does not verify: run ops audit verify`,
    ),
    books: alarmOfBooks(db, now),
    days: dayCloseAlarm(db, now),
    settlementReports: settlementReportAlarm(app, db, now),
    holidays: alarmOfHolidays(db, now),
    items: alarmOfItems(db, clocks.wall()),
  };
}

function countsOf(app: AppContext): Record<string, Promise<number>> {
  const { db, clocks } = app;
  const payouts = payoutTrouble(app);
  return {
    ...creditAlarms(app),
    payoutsUnknown: payouts.then(({ unknown }) => unknown),
    payoutsWaitingForFloat: payouts.then(({ waiting }) => waiting),
    payoutBreaks: payouts.then(({ breaks }) => breaks),
    withoutGateway: payouts.then(({ withoutGateway }) => withoutGateway),
    ...repaymentAlarms(app),
    ...accountAlarms(app),
    feedbackUnanswered: lateFeedback(db, clocks.now()),
    filesHeld: heldFiles(db),
    jobsFailing: countFailingJobs(db),
  };
}
