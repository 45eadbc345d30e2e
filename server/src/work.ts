// Background work: the worker's steps, queued jobs and scheduled jobs.

import { settleRecoveries } from '#/account/account.ts';
import { accountJobs } from '#/account/jobs.ts';
import {
  deleteComplaintPictures,
  sweepComplaintFiles,
  warnOfLateComplaints,
  warnOfLateFeedback,
} from '#/cases/cases.ts';
import { chainClosedDays, closeDays, logDayCloseAlarm, remind } from '#/closing/closing.ts';
import type { AppContext } from '#/context/app-context.ts';
import { workCtx } from '#/context/ctx.ts';
import { forgetFailingItems } from '#/context/failing-items.ts';
import { runParts } from '#/context/failing-jobs.ts';
import { copyPart } from '#/context/file-transfer.ts';
import { forgetAnswers } from '#/context/idempotency.ts';
import { deleteEndedRateLimits } from '#/context/rate-limit.ts';
import { discardFiles, emptyTrash } from '#/context/stored-files.ts';
import { reviewDue, screenLines } from '#/credit/credit.ts';
import { creditJobs } from '#/credit/jobs.ts';
import type { Handlers as JobHandlers } from '#/db/queue.ts';
import { deskJobs } from '#/desk/jobs.ts';
import { deleteWebhookBodies, workInbox } from '#/gateway/inbox.ts';
import { deleteExpiredEnvelopes } from '#/http/replay.ts';
import { watchBooks } from '#/ledger/ledger.ts';
import { warnOfLateRequests } from '#/limit/limit.ts';
import { loanJobs, loanSteps } from '#/loan/jobs.ts';
import { notificationJobs, releaseHeldMessages, sendNotice } from '#/notifications/jobs.ts';
import { checkDeliveries } from '#/notifications/notifications.ts';
import {
  failoverWatch,
  logPayoutAlarm,
  notifyLastDays,
  type PayoutHandlers,
  payoutListener,
  pollPayouts,
  recallUncollected,
  settleByReport,
} from '#/payout/payout.ts';
import type { Metrics } from '#/platform/metrics.ts';
import { invariant } from '#/platform/refuse.ts';
import { traced } from '#/platform/trace.ts';
import { eraseHeldAccounts } from '#/privacy/privacy.ts';
import { logSettlementReportAlarm, reconcileDays } from '#/reconciliation/reconciliation.ts';
import {
  makeCodes,
  pollCode,
  pollLinks,
  takePayment,
  takeReversals,
} from '#/repayment/repayment.ts';
import { reportSteps } from '#/reports/jobs.ts';
import { reseal } from '#/rotation/reseal.ts';
import { chainTrail } from '#/staff/chain-trail.ts';
import { warnOfHolidays } from '#/staff/holiday.ts';
import type { Step } from '#/worker.ts';

/** Returns the handlers of queued and scheduled jobs. */
export function jobsOf(app: AppContext, handlers: PayoutHandlers): JobHandlers {
  const send = (payload: { messageId: string }) => sendNotice(workCtx(app), payload);
  return counted(app.metrics, {
    'code.send': send,
    'notice.send': send,
    'reminder.send': send,
    'notice.deliveries': () => runParts(app, { deliveries: () => checkDeliveries(workCtx(app)) }),
    'reminder.look': () => runParts(app, { reminders: () => remind(workCtx(app)) }),
    'payouts.alarm': () =>
      runParts(app, { 'alarm of payouts': () => logPayoutAlarm(workCtx(app)) }),
    'payouts.settlementReport': () => readSettlementReports(app, handlers),
    'pictures.remove': ({ names }) => discardFiles(app, names, app.clocks.wall()),
    'files.copy': ({ part }) => copyPart(workCtx(app), part),
    'review.alarm': () => alarmEachMinute(app),
    daily: () => onceADay(app),
    cleanup: () => tidyUp(app),
  });
}

/** Returns the handlers with their runs counted, and shown in traces. */
function counted(metrics: Metrics, handlers: JobHandlers): JobHandlers {
  const entries = Object.entries(handlers).map(([job, run]) => {
    const runCounted = async (payload: never) => {
      try {
        await traced(
          () => ({ name: job, kind: 'consumer', fields: { job } }),
          () => run(payload),
        );
        metrics.countJob(job, 'done');
      } catch (error) {
        metrics.countJob(job, 'failed');
        throw error;
      }
    };
    return [job, runCounted] as const;
  });
  return Object.fromEntries(entries) as JobHandlers;
}

type Jobs = Record<string, () => Promise<unknown>>;

/**
 * Joins groups of jobs. A plain spread would silently drop a job if two have the same name.
 * @throws if two jobs have the same name
 */
export function joinJobs(...groups: readonly Jobs[]): Jobs {
  const jobs = groups.flatMap((group) => Object.entries(group));
  const byName = Object.fromEntries(jobs);
  invariant(Object.keys(byName).length === jobs.length, 'two regular jobs have the same name');
  return byName;
}

/** The step of a server without a worker, whose copy of the holidays would become old. */
export const refreshHolidays: Step = {
  name: 'holidays',
  async run({ app }) {
    await app.calendar.refresh();
    return 0;
  },
};

/** Returns the worker's steps in order. */
export function stepsOf(handlers: PayoutHandlers): Step[] {
  return [
    { name: 'failover', run: failoverWatch() },
    loanSteps.calendar,
    { name: 'review', run: reviewDue, isFed: true },
    { name: 'screening', run: screenLines },
    loanSteps.approve,
    { name: 'pickups', run: recallUncollected },
    { name: 'last days of pickups', run: (ctx) => notifyLastDays(ctx, handlers) },
    { name: 'payouts', run: (ctx) => pollPayouts(ctx, handlers), isFed: true },
    { name: 'codes', run: makeCodes, isFed: true },
    { name: 'payments by link', run: pollLinks, isFed: true },
    { name: 'recoveries', run: settleRecoveries },
    { name: 'messages', run: releaseHeldMessages },
    {
      name: 'inbox',
      run: (ctx) =>
        workInbox(ctx, {
          payout: payoutListener(handlers),
          payment: takePayment,
          reversal: takeReversals,
          code: pollCode,
        }),
      isFed: true,
    },
    { name: 'trail chain', run: chainTrail },
    { name: 'day close', run: (ctx) => closeDays(ctx) },
    // This step runs in its own loop, because adding up a day's lines may take long.
    {
      name: 'day chain',
      run: chainClosedDays,
      isApart: true,
    },
    reportSteps.figures,
    // A rotation of the master key takes minutes.
    { name: 'reseal', run: reseal, isApart: true },
  ];
}

/**
 * Every ten minutes: settles payouts from settlement reports and compares the reports with the
 * books.
 */
async function readSettlementReports(app: AppContext, handlers: PayoutHandlers): Promise<void> {
  await runParts(app, {
    'payouts by report': () => settleByReport(workCtx(app), handlers),
    'days of reports': () => reconcileDays(workCtx(app)),
    'report alarm': () => logSettlementReportAlarm(workCtx(app)),
  });
}

/**
 * Each minute: raises alarms for applications without a reviewer, late decisions, and codes that
 * nobody uses.
 */
async function alarmEachMinute(app: AppContext): Promise<void> {
  const ctx = workCtx(app);
  await runParts(app, joinJobs(creditJobs(ctx).eachMinute, accountJobs(ctx).eachMinute));
}

/**
 * Once a day: erases accounts whose legal retention has ended, and warns about late responses and
 * about holidays without a date.
 */
async function onceADay(app: AppContext): Promise<void> {
  const ctx = workCtx(app);
  const jobs = joinJobs(
    { 'held accounts': () => eraseHeldAccounts(ctx) },
    creditJobs(ctx).daily,
    {
      'late requests': () => warnOfLateRequests(ctx),
      'late complaints': () => warnOfLateComplaints(ctx),
    },
    accountJobs(ctx).daily,
    {
      'late feedback': () => warnOfLateFeedback(ctx),
      holidays: () => warnOfHolidays(ctx),
    },
  );
  await runParts(app, jobs);
}

/** Deletes expired data that nobody can request any longer, and runs the slow checks. */
async function tidyUp(app: AppContext): Promise<void> {
  const ctx = workCtx(app);
  const { wall } = ctx;
  const jobs = joinJobs(
    {
      envelopes: () => deleteExpiredEnvelopes(app.db, wall),
      'rate limits': () => deleteEndedRateLimits(app.db, wall),
      'answers to requests': () => forgetAnswers(app.db),
    },
    accountJobs(ctx).cleanup,
    notificationJobs(ctx).cleanup,
    loanJobs(ctx).cleanup,
    creditJobs(ctx).cleanup,
    deskJobs(ctx).cleanup,
    {
      'bodies of webhooks': () => deleteWebhookBodies(ctx),
      'pictures of complaints': () => deleteComplaintPictures(ctx),
      'files of complaints': () => sweepComplaintFiles(ctx),
      trash: () => emptyTrash(ctx),
      'failing items': () => forgetFailingItems(app.db, wall),
      books: () => watchBooks(ctx),
      'day close': () => logDayCloseAlarm(ctx),
    },
  );
  await runParts(app, jobs);
}
