// Pure rules for how far a limit can grow, by earned steps and by request.
import { addDays, compareDays, type Day } from '@sandali/contract/day.ts';
import type { LimitObstacle, LoanCounts } from '@sandali/contract/limitFacts.ts';
import { type Centavos, centavos, isMultipleOf } from '@sandali/contract/money.ts';
import type { Rules } from '#/context/rules.ts';
import type { LimitRules } from '#/data/limit-rules.ts';

/** The facts of a bill that growth depends on. */
export type BillFact = {
  loanId: string;
  /** The last overdue day, before or after any extension; null if the bill was never overdue. */
  lastLateOn: Day | null;
  /** The value date of the settlement; null while the bill is open. */
  settledOn: Day | null;
  settledAtMs: number | null;
  isRepaid: boolean;
  /** Whether a peso of the principal was outstanding for at least half the term on average. */
  isBorrowedHalfTerm: boolean;
  isOverdue: boolean;
};

/** The catalogue's terms for credit lines, and the limit that the income allows. */
type GrowthTerms = {
  growthCentavos: number;
  twoPeopleAboveCentavos: number;
  stepCentavos: number;
  maximumCentavos: number;
  affordableCentavos: number;
};

type RequestFact = { isOpen: boolean; askAgainOn: Day | null };

export type LimitFacts = {
  today: Day;
  limitCentavos: Centavos;
  bills: readonly BillFact[];
  /** Loans whose earned step is used up. */
  usedLoanIds: ReadonlySet<string>;
  /** When the limit was opened or last rose; reversals do not count. */
  changedAtMs: number;
  /** The Manila day on which the limit last rose; null if it never did. */
  raisedOn: Day | null;
  /** Whether a reversed part of the limit is still in use. */
  isLowering: boolean;
  request: RequestFact | null;
  terms: GrowthTerms;
  rules: Pick<LimitRules, 'repaidOnTimeLeast'> & Pick<Rules, 'limitStepDays'>;
};

export type Offer = { toCentavos: Centavos; loanIds: readonly string[] };

/** An earned step of the limit, and the first day on which it can be granted. */
export type EarnedStep = Offer & { fromOn: Day };

/**
 * Returns the next step that a loan repaid on time has earned, or null. A late bill cancels earlier
 * steps. A step must wait some days after the last rise, and never needs two approvers.
 */
export function earnedStepOf({
  today,
  limitCentavos,
  bills,
  usedLoanIds,
  raisedOn,
  isLowering,
  request,
  terms,
  rules,
}: LimitFacts): EarnedStep | null {
  if (bills.some((bill) => bill.isOverdue) || request?.isOpen || isLowering) return null;
  const [loan] = earnedBy(bills, usedLoanIds);
  const to = Math.min(
    highestOf(terms),
    terms.twoPeopleAboveCentavos,
    limitCentavos + terms.growthCentavos,
  );
  if (!loan || to <= limitCentavos) return null;
  const fromOn = raisedOn ? addDays(raisedOn, rules.limitStepDays) : today;
  return {
    toCentavos: centavos(to),
    loanIds: [loan.loanId],
    fromOn: compareDays(fromOn, today) > 0 ? fromOn : today,
  };
}

/** Returns the step available today, or the requested part of it; null if no step covers it. */
export function offerOf(facts: LimitFacts, wantedCentavos?: number): Offer | null {
  const step = earnedStepOf(facts);
  if (!step || step.fromOn !== facts.today) return null;
  const { loanIds } = step;
  const to = wantedCentavos ?? step.toCentavos;
  return to > facts.limitCentavos && to <= step.toCentavos
    ? { toCentavos: centavos(to), loanIds }
    : null;
}

/**
 * Returns the loans whose steps a new limit uses up, oldest first. If staff grant more than the
 * loans earned, returns all of them. Therefore each loan raises a limit only once.
 */
export function loansCounted(
  {
    limitCentavos,
    bills,
    usedLoanIds,
    terms,
  }: Pick<LimitFacts, 'limitCentavos' | 'bills' | 'usedLoanIds' | 'terms'>,
  toCentavos: number,
): string[] {
  if (terms.growthCentavos === 0) return [];
  const needed = Math.ceil((toCentavos - limitCentavos) / terms.growthCentavos);
  return earnedBy(bills, usedLoanIds)
    .slice(0, needed)
    .map((bill) => bill.loanId);
}

/**
 * Returns the future day from which an earned step covers the requested limit; null if it covers
 * the limit now or never will.
 */
export function stepWaitsUntil(facts: LimitFacts, wantedCentavos: number): Day | null {
  const step = earnedStepOf(facts);
  return step && step.fromOn !== facts.today && wantedCentavos <= step.toCentavos
    ? step.fromOn
    : null;
}

const shownLoans = 6;

/** Returns how each of the last repaid loans counts towards the limit, oldest first. */
export function climbOf({
  bills,
  usedLoanIds,
}: Pick<LimitFacts, 'bills' | 'usedLoanIds'>): { settledOn: Day; counts: LoanCounts }[] {
  const counting = new Set(repaidOnTime(bills).map(({ loanId }) => loanId));
  const earned = new Set(earnedBy(bills, usedLoanIds).map(({ loanId }) => loanId));
  const countsOf = ({ loanId, lastLateOn }: BillFact): LoanCounts => {
    if (usedLoanIds.has(loanId)) return 'taken';
    if (earned.has(loanId)) return 'earned';
    if (counting.has(loanId)) return 'cancelled';
    return lastLateOn === null ? 'tooShort' : 'late';
  };
  return bills
    .flatMap((bill) =>
      bill.isRepaid && bill.settledOn
        ? [{ settledOn: bill.settledOn, counts: countsOf(bill) }]
        : [],
    )
    .sort((a, b) => compareDays(a.settledOn, b.settledOn))
    .slice(-shownLoans);
}

/** Returns how many more on-time loans a request needs, counted from the last rise of the limit. */
export function loansToGo({ bills, changedAtMs, rules }: LimitFacts): number {
  const since = repaidOnTime(bills).filter((bill) => (bill.settledAtMs ?? 0) > changedAtMs).length;
  return Math.max(0, rules.repaidOnTimeLeast - since);
}

/** Returns the first obstacle to a request that staff would decide, or null. */
export function obstacleOf(facts: LimitFacts): LimitObstacle | null {
  const { today, limitCentavos, bills, request, terms } = facts;
  if (bills.some((bill) => bill.isOverdue)) return 'quotaOverdue';
  if (request?.isOpen) return 'quotaRequestOpen';
  if (limitCentavos + terms.stepCentavos > terms.maximumCentavos) return 'quotaAtMaximum';
  if (limitCentavos + terms.stepCentavos > terms.affordableCentavos) return 'quotaUnaffordable';
  if (request?.askAgainOn && compareDays(today, request.askAgainOn) < 0) return 'quotaTooSoon';
  return loansToGo(facts) > 0 ? 'quotaTooFewLoans' : null;
}

/** Returns the catalogue's maximum limit, or less if the income allows less. */
export function highestOf({
  maximumCentavos,
  affordableCentavos,
}: Pick<GrowthTerms, 'maximumCentavos' | 'affordableCentavos'>): Centavos {
  return centavos(Math.min(maximumCentavos, affordableCentavos));
}

/** Whether a limit can be requested: above the present one, up to the maximum, in whole steps. */
export function isLimitOffered(
  { limitCentavos, terms }: Pick<LimitFacts, 'limitCentavos' | 'terms'>,
  wanted: Centavos,
): boolean {
  return (
    wanted > limitCentavos &&
    wanted <= terms.maximumCentavos &&
    isMultipleOf(wanted, centavos(terms.stepCentavos))
  );
}

type Settled = BillFact & { settledOn: Day };

/** Returns loans repaid on time after the last overdue day, with an unused step, oldest first. */
function earnedBy(bills: readonly BillFact[], usedLoanIds: ReadonlySet<string>): Settled[] {
  return repaidOnTime(bills)
    .filter((bill) => isAfter(bill.settledOn, lastLateDay(bills)) && !usedLoanIds.has(bill.loanId))
    .sort((a, b) => compareDays(a.settledOn, b.settledOn));
}

/** Returns the loans that were repaid on time and held for at least half their term. */
function repaidOnTime(bills: readonly BillFact[]): Settled[] {
  return bills.filter(
    (bill): bill is Settled =>
      bill.isRepaid &&
      bill.isBorrowedHalfTerm &&
      bill.settledOn !== null &&
      bill.lastLateOn === null,
  );
}

/** Returns the last overdue day of any bill; null if no bill was ever overdue. */
function lastLateDay(bills: readonly BillFact[]): Day | null {
  const late = bills.flatMap(({ lastLateOn }) => lastLateOn ?? []);
  return late.sort(compareDays).at(-1) ?? null;
}

const isAfter = (day: Day, other: Day | null) => other === null || compareDays(day, other) > 0;
