// A reviewer's decision on an application.
import type { ReasonGroup } from '@sandali/contract/credit.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { lockBorrower } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { applicationById, type Latest } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { decide } from './decide.ts';
import { factsOf, inputsHashOf } from './facts.ts';
import { grantableLimitsOf } from './grantable-limits.ts';
import { type Outcome, rejection } from './review.ts';
import { type ReviewRules, reviewRulesOn } from './rules.ts';

/**
 * Without `limitCentavos`, an approval grants the catalogue's first limit for the income band, or
 * the smallest loan if the income is too low for any loan. A large limit requires a confirmed
 * proposal.
 */
export type ManualOutcome =
  | { outcome: 'approved'; limitCentavos?: Centavos; proposalId?: string }
  | { outcome: 'rejected'; reasonGroup: ReasonGroup };

/**
 * Decides a waiting application. The trail stores `who` and `reason`.
 * @returns false, without a change, if no such application is waiting.
 */
export async function decideManually(
  ctx: WorkCtx,
  tx: Tx,
  applicationId: string,
  outcome: ManualOutcome,
  who: string,
  reason: string,
): Promise<boolean> {
  const unlocked = await applicationById(tx, applicationId);
  if (!unlocked) return false;
  await lockBorrower(tx, unlocked.row.borrower_id);
  const latest = await applicationById(tx, applicationId);
  if (!latest || !isWaiting(latest)) return false;
  const { sealer } = ctx.app;
  const facts = await factsOf(tx, sealer, latest.row, ctx.now);
  const rules = reviewRulesOn(manilaDayOf(ctx.now));
  const { usualCentavos } = await grantableLimitsOf(ctx, latest.row);
  const proposalId = outcome.outcome === 'approved' ? outcome.proposalId : undefined;
  const decision = {
    ...complete(outcome, usualCentavos, rules, facts.today),
    rulesVersion: rules.version,
    rulesFired: [],
  };
  await decide(ctx, tx, latest, {
    decision,
    inputsHash: inputsHashOf(sealer, facts),
    who,
    reason,
    proposalId,
  });
  return true;
}

function complete(
  outcome: ManualOutcome,
  usualLimit: Centavos,
  rules: ReviewRules,
  today: Temporal.PlainDate,
): Outcome {
  if (outcome.outcome === 'rejected') return rejection(today, rules, outcome.reasonGroup);
  return { outcome: 'approved', limitCentavos: outcome.limitCentavos ?? usualLimit };
}

function isWaiting({ facts: { submitted, decision } }: Latest): boolean {
  return submitted !== null && (decision === null || decision.outcome === 'manual');
}
