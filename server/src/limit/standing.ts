// How a borrower's limit can grow, from their stored line, loans and requests.

import { isBorrowedHalfTerm } from '@sandali/contract/accrual.ts';
import type { LimitGrowth } from '@sandali/contract/limitFacts.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { type Affordable, affordableIn, standingPart } from '#/credit/credit.ts';
import type { Line } from '#/credit-line/credit-line.ts';
import { limitRulesOn } from '#/data/limit-rules.ts';
import type { Tx } from '#/db/database.ts';
import { snapshot } from '#/db/snapshot.ts';
import type { BillView } from '#/loan/loan.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { type LimitRead, limitParts } from './parts.ts';
import {
  type BillFact,
  climbOf,
  earnedStepOf,
  highestOf,
  type LimitFacts,
  loansToGo,
  obstacleOf,
  offerOf,
} from './rules.ts';

type GrowthRead = {
  line: Line;
  bills: readonly BillView[];
  affordable: Affordable;
  grown: LimitRead;
};

/**
 * Returns the facts that the growth rules need. `bills` are all open bills and the newest page of
 * settled bills; older loans do not count (docs/decisions/0064).
 */
function limitFactsOf(
  { app, now }: WorkCtx,
  { line, bills, affordable, grown: { lastIncrease, usedLoanIds, latestRequest } }: GrowthRead,
): LimitFacts {
  const { amounts, line: terms } = app.catalogue;
  const today = manilaDayOf(now);
  const { changedAt, hasRisen } = lastIncrease;
  return {
    today: wireDay(today),
    limitCentavos: line.limitCentavos,
    bills: bills.map(factOf),
    usedLoanIds,
    changedAtMs: changedAt?.epochMilliseconds ?? 0,
    raisedOn: hasRisen && changedAt ? wireDay(manilaDayOf(changedAt)) : null,
    isLowering: line.loweringCentavos > 0,
    request: latestRequest && {
      isOpen: latestRequest.state === 'requested',
      askAgainOn: latestRequest.reapply_on && wireDay(latestRequest.reapply_on),
    },
    terms: {
      growthCentavos: terms.growthCentavos,
      twoPeopleAboveCentavos: terms.twoPeopleAboveCentavos,
      stepCentavos: amounts.stepCentavos,
      maximumCentavos: amounts.maximumCentavos,
      affordableCentavos: affordable.lineCentavos,
    },
    rules: { ...limitRulesOn(today), ...app.rulesOn(today) },
  };
}

const growth = snapshot({ ...limitParts, standing: standingPart });

/** Reads the other facts that a decision needs. Lock the line and the bills first. */
export async function readLimitFacts(
  ctx: WorkCtx,
  tx: Tx,
  of: { borrowerId: string; line: Line; bills: readonly BillView[] },
): Promise<LimitFacts> {
  const { standing, ...grown } = await growth.read(tx, { borrowerId: of.borrowerId });
  return limitFactsOf(ctx, {
    ...of,
    grown,
    affordable: await affordableIn(ctx, standing?.row ?? null),
  });
}

function factOf({ facts, ending, settledAt, shown, lastLateOn }: BillView): BillFact {
  const settledOn = shown.repaidOn;
  return {
    loanId: shown.loanId,
    lastLateOn: lastLateOn(),
    settledOn,
    settledAtMs: settledAt?.epochMilliseconds ?? null,
    isRepaid: ending === 'repaid',
    isBorrowedHalfTerm: settledOn !== null && isBorrowedHalfTerm(facts, settledOn),
    isOverdue: shown.overdueDays > 0,
  };
}

/** Returns how a line can grow, in the contract's shape. */
export function limitOf(ctx: WorkCtx, of: GrowthRead): LimitGrowth {
  const facts = limitFactsOf(ctx, of);
  const latest = of.grown.latestRequest;
  const { stepCentavos } = facts.terms;
  const step = earnedStepOf(facts);
  return {
    offerCentavos: offerOf(facts)?.toCentavos ?? null,
    nextStep:
      step && step.fromOn !== facts.today ? { toCentavos: step.toCentavos, on: step.fromOn } : null,
    stepCentavos: centavos(stepCentavos),
    maximumCentavos: highestOf(facts.terms),
    obstacle: obstacleOf(facts),
    loans: climbOf(facts),
    loansToGo: loansToGo(facts),
    state: (latest?.state ?? 'none') as LimitGrowth['state'],
    wantedCentavos: latest && centavos(latest.granted_centavos ?? latest.requested_centavos),
    decidedAt: latest?.decided_at ? wireInstant(latest.decided_at) : null,
    reasonGroup: (latest?.reason_group ?? null) as LimitGrowth['reasonGroup'],
    askAgainOn: latest?.reapply_on ? wireDay(latest.reapply_on) : null,
    answerOn: latest?.state === 'requested' ? wireDay(latest.answer_on) : null,
  };
}
