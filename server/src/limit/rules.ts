// How far a limit may grow: by itself, as loans are repaid on time, and by request. Pure.
import { addDays, compareDays, type Day } from '@sandali/contract/day.ts';
import type { LimitObstacle, LoanCounts } from '@sandali/contract/limitFacts.ts';
import { type Centavos, centavos, isMultipleOf } from '@sandali/contract/money.ts';
import type { LimitRules } from '#/data/limit-rules.ts';

/** A bill, as far as growth depends on it. */
export type BillFact = {
  loanId: string;
  /**
   * The last day on which it was overdue, in any of its terms; null for never. An extension that
   * was paid in time keeps a loan on time.
   */
  lastLateOn: Day | null;
  /** The value day on which it was settled; null while it is open. */
  settledOn: Day | null;
  settledAtMs: number | null;
  isRepaid: boolean;
  /** Its principal was out for at least half its term. */
  isHeldHalf: boolean;
  isOverdue: boolean;
};

/** The catalogue's terms of lines, and how much debt the income can carry. */
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
  /** Loans whose growth has been taken. */
  taken: ReadonlySet<string>;
  /** When the limit was opened or last rose; what was taken back of it does not count. */
  changedAtMs: number;
  /**
   * The Manila day on which it last rose, by itself or by a person; null where it is the first one
   * still.
   */
  raisedOn: Day | null;
  /** A part of it was taken back and is in use still. */
  isLowering: boolean;
  /** The newest request. */
  request: RequestFact | null;
  terms: GrowthTerms;
  rules: Pick<LimitRules, 'repaidOnTimeLeast' | 'stepEveryDays'>;
};

export type Offer = { toCentavos: Centavos; loanIds: readonly string[] };

/** A step of the limit that was earned, and the first day on which it can be taken. */
export type EarnedStep = Offer & { fromOn: Day };

/**
 * The next step that loans repaid on time have earned, once a loan; null if there is none. A late
 * bill cancels what was earned before it, and nothing is earned while a bill is overdue, staff
 * reviews a request, or a decrease of the limit is pending. The step is what one loan earns, and it
 * waits until the limit has been unchanged for a while: many loans repaid in a few days show no
 * more than one. Without a decision of staff a limit never grows beyond what one person may decide.
 */
export function earnedStepOf({
  today,
  limitCentavos,
  bills,
  taken,
  raisedOn,
  isLowering,
  request,
  terms,
  rules,
}: LimitFacts): EarnedStep | null {
  if (bills.some((bill) => bill.isOverdue) || request?.isOpen || isLowering) return null;
  const [loan] = earnedBy(bills, taken);
  const to = Math.min(
    highestOf(terms),
    terms.twoPeopleAboveCentavos,
    limitCentavos + terms.growthCentavos,
  );
  if (!loan || to <= limitCentavos) return null;
  const fromOn = raisedOn ? addDays(raisedOn, rules.stepEveryDays) : today;
  return {
    toCentavos: centavos(to),
    loanIds: [loan.loanId],
    fromOn: compareDays(fromOn, today) > 0 ? fromOn : today,
  };
}

/**
 * The step that can be taken today, or a part of it; null where there is none, or more is wanted.
 */
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
 * The loans whose growth a new limit uses up, the oldest first: as many as it takes, or all of them
 * if staff grants more than was earned. So a loan raises a limit only once, automatically or by
 * staff.
 */
export function loansCounted(
  {
    limitCentavos,
    bills,
    taken,
    terms,
  }: Pick<LimitFacts, 'limitCentavos' | 'bills' | 'taken' | 'terms'>,
  toCentavos: number,
): string[] {
  if (terms.growthCentavos === 0) return [];
  const needed = Math.ceil((toCentavos - limitCentavos) / terms.growthCentavos);
  return earnedBy(bills, taken)
    .slice(0, needed)
    .map((bill) => bill.loanId);
}

/**
 * The day from which a wish can be granted that waits for nothing else: an earned step whose time
 * has not come. Null where there is none, or more is wanted.
 */
export function stepWaitsUntil(facts: LimitFacts, wantedCentavos: number): Day | null {
  const step = earnedStepOf(facts);
  return step && step.fromOn !== facts.today && wantedCentavos <= step.toCentavos
    ? step.fromOn
    : null;
}

const shownLoans = 6;

/** What each of the loans that were repaid last does for the limit, the oldest first. */
export function climbOf({
  bills,
  taken,
}: Pick<LimitFacts, 'bills' | 'taken'>): { settledOn: Day; counts: LoanCounts }[] {
  const counting = new Set(onTime(bills).map(({ loanId }) => loanId));
  const earned = new Set(earnedBy(bills, taken).map(({ loanId }) => loanId));
  const countsOf = ({ loanId, lastLateOn }: BillFact): LoanCounts => {
    if (taken.has(loanId)) return 'taken';
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

/**
 * Loans that are yet to be repaid on time, counted from the last change of the limit, before more
 * can be asked for.
 */
export function loansToGo({ bills, changedAtMs, rules }: LimitFacts): number {
  const since = onTime(bills).filter((bill) => (bill.settledAtMs ?? 0) > changedAtMs).length;
  return Math.max(0, rules.repaidOnTimeLeast - since);
}

/** The first thing in the way of a request that goes to a person; null where there is none. */
export function obstacleOf(facts: LimitFacts): LimitObstacle | null {
  const { today, limitCentavos, bills, request, terms } = facts;
  if (bills.some((bill) => bill.isOverdue)) return 'quotaOverdue';
  if (request?.isOpen) return 'quotaRequestOpen';
  if (limitCentavos + terms.stepCentavos > terms.maximumCentavos) return 'quotaAtMaximum';
  if (limitCentavos + terms.stepCentavos > terms.affordableCentavos) return 'quotaUnaffordable';
  if (request?.askAgainOn && compareDays(today, request.askAgainOn) < 0) return 'quotaTooSoon';
  return loansToGo(facts) > 0 ? 'quotaTooFewLoans' : null;
}

/** The highest limit there is for somebody: the product's, or what their income carries. */
export function highestOf({
  maximumCentavos,
  affordableCentavos,
}: Pick<GrowthTerms, 'maximumCentavos' | 'affordableCentavos'>): Centavos {
  return centavos(Math.min(maximumCentavos, affordableCentavos));
}

/**
 * Whether a limit may be asked for: above the present one, at most the maximum, in steps of the
 * product.
 */
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

/** Loans repaid on time whose growth is still to be had, the oldest first. */
function earnedBy(bills: readonly BillFact[], taken: ReadonlySet<string>): Settled[] {
  return onTime(bills)
    .filter((bill) => isAfter(bill.settledOn, lastLateDay(bills)) && !taken.has(bill.loanId))
    .sort((a, b) => compareDays(a.settledOn, b.settledOn));
}

/** Loans that show good payment: repaid on time, and not right after the payout. */
function onTime(bills: readonly BillFact[]): Settled[] {
  return bills.filter(
    (bill): bill is Settled =>
      bill.isRepaid && bill.isHeldHalf && bill.settledOn !== null && bill.lastLateOn === null,
  );
}

/** The last day on which a bill that is not overdue any more was; null for never. */
function lastLateDay(bills: readonly BillFact[]): Day | null {
  const late = bills.flatMap(({ lastLateOn }) => lastLateOn ?? []);
  return late.sort(compareDays).at(-1) ?? null;
}

const isAfter = (day: Day, other: Day | null) => other === null || compareDays(day, other) > 0;
