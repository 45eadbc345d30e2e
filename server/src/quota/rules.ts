// How far a limit may grow: by itself, as loans are repaid on time, and by request. Pure.
import { compareDays, type Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos, isMultipleOf } from '@sandali/contract/money.ts';
import type { QuotaObstacle } from '@sandali/contract/quotaFacts.ts';
import type { QuotaRules } from '#/data/quota-rules.ts';

/** A bill, as far as growth depends on it. */
export type BillFact = {
  loanId: string;
  /** The last day on which it was overdue, in any of its terms; null for never. An extension that was paid in time keeps a loan on time. */
  lastLateOn: Day | null;
  /** The value day on which it was settled; null while it is open. */
  settledOn: Day | null;
  settledAtMs: number | null;
  isRepaid: boolean;
  isOverdue: boolean;
};

/** What a catalogue says of lines. */
export type GrowthTerms = { growthCentavos: number; twoPeopleAboveCentavos: number; stepCentavos: number; maximumCentavos: number };

export type RequestFact = { isOpen: boolean; askAgainOn: Day | null };

export type QuotaFacts = {
  today: Day;
  limitCentavos: Centavos;
  bills: readonly BillFact[];
  /** Loans whose growth has been taken. */
  taken: ReadonlySet<string>;
  /** When the limit last changed. */
  changedAtMs: number;
  /** The newest request. */
  request: RequestFact | null;
  terms: GrowthTerms;
  rules: Pick<QuotaRules, 'repaidOnTimeLeast'>;
};

export type Offer = { toCentavos: Centavos; loanIds: readonly string[] };

/**
 * What loans repaid on time have earned, once a loan; null where there is nothing. Being late with any bill ends what was earned before, and
 * nothing is offered while a bill is overdue or a person looks at a request. By itself a limit never grows beyond what one person may decide.
 */
export function offerOf({ limitCentavos, bills, taken, request, terms }: QuotaFacts, wantedCentavos?: number): Offer | null {
  if (bills.some((bill) => bill.isOverdue) || request?.isOpen || terms.growthCentavos === 0) return null;
  const earned = earnedBy(bills, taken);
  const ceiling = Math.min(terms.maximumCentavos, terms.twoPeopleAboveCentavos, limitCentavos + earned.length * terms.growthCentavos);
  const to = Math.min(ceiling, wantedCentavos ?? ceiling);
  if (to <= limitCentavos || (wantedCentavos !== undefined && wantedCentavos > ceiling)) return null;
  return { toCentavos: centavos(to), loanIds: loansUsedUp({ limitCentavos, bills, taken, terms }, to) };
}

/**
 * The loans whose growth a new limit uses up, the oldest first: as many as it takes, or all there are where a person grants more than was earned.
 * So a loan raises a limit once, whoever decides.
 */
export function loansUsedUp(
  { limitCentavos, bills, taken, terms }: Pick<QuotaFacts, 'limitCentavos' | 'bills' | 'taken' | 'terms'>,
  toCentavos: number,
): string[] {
  if (terms.growthCentavos === 0) return [];
  const needed = Math.ceil((toCentavos - limitCentavos) / terms.growthCentavos);
  return earnedBy(bills, taken)
    .slice(0, needed)
    .map((bill) => bill.loanId);
}

/** Loans that are yet to be repaid on time, counted from the last change of the limit, before more can be asked for. */
export function loansToGo({ bills, changedAtMs, rules }: QuotaFacts): number {
  const since = onTime(bills).filter((bill) => (bill.settledAtMs ?? 0) > changedAtMs).length;
  return Math.max(0, rules.repaidOnTimeLeast - since);
}

/** The first thing in the way of a request that goes to a person; null where there is none. */
export function obstacleOf(facts: QuotaFacts): QuotaObstacle | null {
  const { today, limitCentavos, bills, request, terms } = facts;
  if (bills.some((bill) => bill.isOverdue)) return 'quotaOverdue';
  if (request?.isOpen) return 'quotaRequestOpen';
  if (limitCentavos + terms.stepCentavos > terms.maximumCentavos) return 'quotaAtMaximum';
  if (request?.askAgainOn && compareDays(today, request.askAgainOn) < 0) return 'quotaTooSoon';
  return loansToGo(facts) > 0 ? 'quotaTooFewLoans' : null;
}

/** Whether a limit may be asked for: above the present one, at most the maximum, in steps of the product. */
export function isLimitOffered({ limitCentavos, terms }: Pick<QuotaFacts, 'limitCentavos' | 'terms'>, wanted: Centavos): boolean {
  return wanted > limitCentavos && wanted <= terms.maximumCentavos && isMultipleOf(wanted, centavos(terms.stepCentavos));
}

type Settled = BillFact & { settledOn: Day };

/** Loans repaid on time whose growth is still to be had, the oldest first. */
function earnedBy(bills: readonly BillFact[], taken: ReadonlySet<string>): Settled[] {
  return onTime(bills)
    .filter((bill) => isAfter(bill.settledOn, lastLateDay(bills)) && !taken.has(bill.loanId))
    .sort((a, b) => compareDays(a.settledOn, b.settledOn));
}

function onTime(bills: readonly BillFact[]): Settled[] {
  return bills.filter((bill): bill is Settled => bill.isRepaid && bill.settledOn !== null && bill.lastLateOn === null);
}

/** The last day on which a bill that is not overdue any more was; null for never. */
function lastLateDay(bills: readonly BillFact[]): Day | null {
  const late = bills.flatMap(({ lastLateOn }) => lastLateOn ?? []);
  return late.sort(compareDays).at(-1) ?? null;
}

const isAfter = (day: Day, other: Day | null) => other === null || compareDays(day, other) > 0;
