// How a borrower's limit may grow, from what is stored about their line, their loans and their requests.
import type { Day } from '@sandali/contract/day.ts';
import type { LimitGrowth } from '@sandali/contract/limitFacts.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { affordableOf, type Line } from '#/credit/credit.ts';
import { limitRulesOn } from '#/data/limit-rules.ts';
import type { Read } from '#/db/database.ts';
import { type BillView, isHeldHalf, lastLateOn, todayOf } from '#/loan/loan.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { type BillFact, earnedStepOf, highestOf, type LimitFacts, loansToGo, obstacleOf, offerOf } from './rules.ts';
import { increasesOf, latestRequest, type RequestRow } from './store.ts';

type Of = { borrowerId: string; line: Line; bills: readonly BillView[] };

/** Gathers what the rules look at, with the newest request. `bills` are all of the borrower's, open and settled. */
export async function limitFactsOf(ctx: WorkCtx, read: Read, of: Of): Promise<{ facts: LimitFacts; latest: RequestRow | null }> {
  const { amounts, line } = ctx.app.catalogue;
  const [latest, growth, affordable] = await Promise.all([
    latestRequest(read, of.borrowerId),
    increasesOf(read, of.borrowerId),
    affordableOf(ctx, read, of.borrowerId),
  ]);
  const facts: LimitFacts = {
    today: todayOf(ctx.now),
    limitCentavos: of.line.limitCentavos,
    bills: of.bills.map(factOf),
    taken: new Set(growth.taken),
    changedAtMs: growth.changedAt?.epochMilliseconds ?? 0,
    raisedOn: growth.hasRisen && growth.changedAt ? wireDay(manilaDayOf(growth.changedAt)) : null,
    isLowering: of.line.loweringCentavos > 0,
    request: latest && { isOpen: latest.state === 'requested', askAgainOn: latest.reapply_on && wireDay(latest.reapply_on) },
    terms: {
      growthCentavos: line.growthCentavos,
      twoPeopleAboveCentavos: line.twoPeopleAboveCentavos,
      stepCentavos: amounts.stepCentavos,
      maximumCentavos: amounts.maximumCentavos,
      affordableCentavos: affordable.lineCentavos,
    },
    rules: limitRulesOn(manilaDayOf(ctx.now)),
  };
  return { facts, latest };
}

function factOf({ row, facts, shown }: BillView): BillFact {
  const settledOn: Day | null = row.settled_on && wireDay(row.settled_on);
  return {
    loanId: row.id,
    lastLateOn: lastLateOn(row),
    settledOn,
    settledAtMs: row.settled_at?.epochMilliseconds ?? null,
    isRepaid: row.settled_as === 'repaid',
    isHeldHalf: settledOn !== null && isHeldHalf(facts, settledOn),
    isOverdue: shown.overdueDays > 0,
  };
}

/** How a line may grow, as the wire carries it. */
export async function limitOf(ctx: WorkCtx, read: Read, of: Of): Promise<LimitGrowth> {
  const { facts, latest } = await limitFactsOf(ctx, read, of);
  const { stepCentavos } = facts.terms;
  const step = earnedStepOf(facts);
  return {
    offerCentavos: offerOf(facts)?.toCentavos ?? null,
    nextStep: step && step.fromOn !== facts.today ? { toCentavos: step.toCentavos, on: step.fromOn } : null,
    stepCentavos: centavos(stepCentavos),
    maximumCentavos: highestOf(facts.terms),
    obstacle: obstacleOf(facts),
    loansToGo: loansToGo(facts),
    state: (latest?.state ?? 'none') as LimitGrowth['state'],
    wantedCentavos: latest && centavos(latest.granted_centavos ?? latest.requested_centavos),
    decidedAt: latest?.decided_at ? wireInstant(latest.decided_at) : null,
    reasonGroup: (latest?.reason_group ?? null) as LimitGrowth['reasonGroup'],
    askAgainOn: latest?.reapply_on ? wireDay(latest.reapply_on) : null,
    answerOn: latest?.state === 'requested' ? wireDay(latest.answer_on) : null,
  };
}
