// The review's step of the worker: finds applications that are due and decides them one by one; and
// the alarm for late answers, in the log and on /readyz, which also fires when the worker has
// stopped.

import { zeroCentavos } from '@sandali/contract/money.ts';
import { lockBorrower } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { answerLateAfterMs } from '#/credit/rules.ts';
import { applicationById, type Latest } from '#/credit/store.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { invariant } from '#/platform/refuse.ts';
import { affordableBy, mayAskPerson } from './affordability.ts';
import { decide, engine } from './decide.ts';
import { inputsHashOf, reviewFactsOf } from './facts.ts';
import { openFrom } from './hours.ts';
import { type Claimed, claimDue, countLate, lockReview, raiseLate } from './queue.store.ts';
import { type Decision, gated, review } from './review.ts';
import { reviewRulesOn } from './rules.ts';

/** A batch is done well within its lease. */
const batchSize = 20;
/** A review that has failed so often is a person's work. */
const attemptsLimit = 5;

/**
 * Decides what is due now, a batch at a time, and nothing outside the review's hours: what a worker
 * left undone in the evening waits for the morning too. @returns how many were decided. A crash in
 * between leaves the rest to the end of its lease.
 */
export async function reviewDue(ctx: WorkCtx): Promise<number> {
  const { app, now, wall } = ctx;
  if (openFrom(now) !== now) return 0;
  const claimed = await claimDue(app.db, { now, wall, most: batchSize });
  const decided = await eachItem(ctx, {
    kind: 'review',
    items: claimed,
    idOf: ({ applicationId }) => applicationId,
    said: 'review failed',
    fieldsOf: ({ attempts }) => ({ job: 'reviewDue', attempt: attempts }),
    run: (one) => reviewOne(ctx, one),
  });
  return decided.filter(Boolean).length;
}

/** Decides one claimed application, unless somebody else has. */
async function reviewOne(
  ctx: WorkCtx,
  { applicationId, borrowerId, attempts }: Claimed,
): Promise<boolean> {
  return await inTx(ctx.app.db, async (tx) => {
    await lockBorrower(tx, borrowerId);
    if (!(await lockReview(tx, applicationId))) return false;
    const latest = await applicationById(tx, applicationId);
    invariant(latest, 'a review has no application');
    const outcome =
      attempts > attemptsLimit ? referredToPerson(ctx, latest) : await judged(ctx, tx, latest);
    await decide(ctx, tx, latest, { ...outcome, who: engine, reason: null });
    return true;
  });
}

async function judged(
  ctx: WorkCtx,
  tx: Tx,
  latest: Latest,
): Promise<{ decision: Decision; inputsHash: Buffer }> {
  const { sealer, catalogue, config } = ctx.app;
  const facts = await reviewFactsOf(ctx, tx, latest.row);
  const rules = reviewRulesOn(facts.today);
  const { lineCentavos, isBelowShare } = await affordableBy(ctx, facts.work.incomeBand);
  const affordableCentavos = isBelowShare ? zeroCentavos : lineCentavos;
  // Who was promised a person has one, also where the setting has changed since.
  const isBelowForPerson = facts.work.asksPerson || (await mayAskPerson(ctx));
  const gates = { needsPerson: config.firstLineNeedsPerson, affordableCentavos, isBelowForPerson };
  const decision = gated(review(facts, rules, catalogue.line), facts, rules, gates);
  return { decision, inputsHash: inputsHashOf(sealer, facts) };
}

function referredToPerson(
  { app, now }: WorkCtx,
  latest: Latest,
): { decision: Decision; inputsHash: Buffer } {
  const { version } = reviewRulesOn(manilaDayOf(now));
  const decision: Decision = {
    outcome: 'manual',
    rulesVersion: version,
    rulesFired: [{ rule: 'reviewFailed', says: 'manual', facts: {} }],
  };
  return { decision, inputsHash: app.sealer.hash('reviewInputs', latest.row.id) };
}

/**
 * Raises the alarm for applications whose answer is late, once an application and step, and a step
 * further each time the wait has doubled.
 * @returns how many rose. Safe to run twice at once.
 */
export async function alarmForLate({ app, now }: WorkCtx): Promise<number> {
  const risen = await inTx(app.db, (tx) => raiseLate(tx, { now, everyMs: answerLateAfterMs }));
  if (risen.length > 0) {
    const longest = Math.max(...risen.map((one) => one.lateMs));
    app.log.warn('applications wait longer for the review engine than promised', {
      event: 'answers late',
      count: risen.length,
      ms: longest,
    });
  }
  return risen.length;
}

/**
 * How many answers are late at this moment, whether or not an alarm was raised: /readyz must show
 * it even when the worker has stopped.
 */
export async function lateAnswers({ app, now }: Pick<WorkCtx, 'app' | 'now'>): Promise<number> {
  return await countLate(app.db, now.subtract({ milliseconds: answerLateAfterMs }));
}
