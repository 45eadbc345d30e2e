// The worker's review step, and the alarm for late decisions, which /alarms shows even if the
// worker has stopped.

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
import { type Claimed, claimDue, countLate, lockReview, raiseAlarmSteps } from './queue.store.ts';
import { applyGates, type Decision, review } from './review.ts';
import { reviewRulesOn } from './rules.ts';

/** The number of applications in a batch, small enough for it to finish well within its lease. */
const batchSize = 20;
/** After this many failed attempts, a person reviews the application. */
const attemptsLimit = 5;

/**
 * Decides a batch of due applications, only within review hours. After a crash, the remaining
 * applications wait until their lease expires.
 * @returns the number of decided applications.
 */
export async function reviewDue(ctx: WorkCtx): Promise<number> {
  const { app, now, wall } = ctx;
  if (openFrom(now) !== now) return 0;
  const claimed = await claimDue(app.db, { now, wall, most: batchSize });
  const decided = await eachItem(ctx, {
    kind: 'review',
    items: claimed,
    idOf: ({ applicationId }) => applicationId,
    failure: 'review failed',
    fieldsOf: ({ attempts }) => ({ job: 'reviewDue', attempt: attempts }),
    run: (review) => reviewOne(ctx, review),
  });
  return decided.filter(Boolean).length;
}

/** Decides a claimed application. Returns false if it has been decided in the meantime. */
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
      attempts > attemptsLimit ? referredToPerson(ctx, latest) : await applyRules(ctx, tx, latest);
    await decide(ctx, tx, latest, { ...outcome, who: engine, reason: null });
    return true;
  });
}

async function applyRules(
  ctx: WorkCtx,
  tx: Tx,
  latest: Latest,
): Promise<{ decision: Decision; inputsHash: Buffer }> {
  const { sealer, catalogue, config } = ctx.app;
  const facts = await reviewFactsOf(ctx, tx, latest.row);
  const rules = reviewRulesOn(facts.today);
  const { lineCentavos, isBelowShare } = await affordableBy(ctx, facts.work.incomeBand);
  const affordableCentavos = isBelowShare ? zeroCentavos : lineCentavos;
  // A borrower who was promised a reviewer gets one even if the setting has changed.
  const isBelowForPerson = facts.work.asksPerson || (await mayAskPerson(ctx));
  const gates = { needsPerson: config.firstLineNeedsPerson, affordableCentavos, isBelowForPerson };
  const decision = applyGates(review(facts, rules, catalogue.line), facts, rules, gates);
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
 * Raises the alarm for late decisions, and again each time a delay doubles. Concurrent runs are
 * safe.
 * @returns the number of raised alarms.
 */
export async function alarmForLate({ app, now }: WorkCtx): Promise<number> {
  const risen = await inTx(app.db, (tx) =>
    raiseAlarmSteps(tx, { now, everyMs: answerLateAfterMs }),
  );
  if (risen.length > 0) {
    const longest = Math.max(...risen.map(({ lateMs }) => lateMs));
    app.log.warn('applications wait longer for the review engine than promised', {
      event: 'answers late',
      count: risen.length,
      ms: longest,
    });
  }
  return risen.length;
}

/** Counts late decisions, with or without an alarm, for /alarms. */
export async function lateAnswers({ app, now }: Pick<WorkCtx, 'app' | 'now'>): Promise<number> {
  return await countLate(app.db, now.subtract({ milliseconds: answerLateAfterMs }));
}
