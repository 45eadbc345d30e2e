// A person decides in the place of the engine.
import type { ReasonGroup } from '@sandali/contract/credit.ts';
import { type Centavos, minCentavos } from '@sandali/contract/money.ts';
import { lockBorrower } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { applicationById, type Latest } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { affordableBy } from './affordability.ts';
import { decide } from './decide.ts';
import { factsOf, inputsHashOf } from './facts.ts';
import { type Outcome, rejection } from './review.ts';
import { type ReviewRules, reviewRulesOn } from './rules.ts';

/** Without a limit, an approval gives the catalogue's first limit for the income band; a large one names the confirmed proposal. */
export type ManualOutcome =
  | { outcome: 'approved'; limitCentavos?: Centavos; proposalId?: string }
  | { outcome: 'rejected'; reasonGroup: ReasonGroup };

/**
 * Decides an application that waits for the engine or for a person. `who` and `reason` are kept in the trail.
 * @returns false, and nothing changed, where there is no such application, or none that waits.
 */
export async function decideManually(
  ctx: WorkCtx,
  tx: Tx,
  applicationId: string,
  outcome: ManualOutcome,
  who: string,
  reason: string,
): Promise<boolean> {
  const found = await applicationById(tx, applicationId);
  if (!found) return false;
  await lockBorrower(tx, found.row.borrower_id);
  const latest = await applicationById(tx, applicationId);
  if (!latest || !isWaiting(latest)) return false;
  const { sealer, catalogue } = ctx.app;
  const facts = await factsOf(tx, sealer, latest.row, ctx.now);
  const rules = reviewRulesOn(manilaDayOf(ctx.now));
  const { lineCentavos } = await affordableBy(ctx, facts.work.incomeBand);
  const firstLimit = minCentavos(catalogue.line.firstLimitByIncome[facts.work.incomeBand], lineCentavos);
  const proposalId = outcome.outcome === 'approved' ? outcome.proposalId : undefined;
  const decision = { ...complete(outcome, firstLimit, rules, facts.today), rulesVersion: rules.version, rulesFired: [] };
  await decide(ctx, tx, latest, { decision, inputsHash: inputsHashOf(sealer, facts), who, reason, proposalId });
  return true;
}

function complete(outcome: ManualOutcome, firstLimit: Centavos, rules: ReviewRules, today: Temporal.PlainDate): Outcome {
  if (outcome.outcome === 'rejected') return rejection(today, rules, outcome.reasonGroup);
  return { outcome: 'approved', limitCentavos: outcome.limitCentavos ?? firstLimit };
}

function isWaiting({ facts: { submitted, decision } }: Latest): boolean {
  return submitted !== null && (decision === null || decision.outcome === 'manual');
}
