// The price caps of the SEC's memorandum circulars (data/legal-rules.ts), compared in integers only. P is the principal, I the interest, d the term in days, N the
// amount received and R the amount repaid; the numbers in the formulas are those of Memorandum Circular 14 of 2025.
import { type Centavos, centavos, floorShare, subtractCentavos, sumCentavos } from '@sandali/contract/money.ts';
import type { LegalRule } from './legal-rule.ts';
import { largestThat } from './rates.ts';

const monthDays = 30n;

/** A loan as the caps see it: without coupon, on the days of its contract. */
type CappedLoan = {
  readonly principalCentavos: Centavos;
  readonly termDays: number;
  readonly interestCentavos: Centavos;
  /** What is taken off the payout: service fee and channel fee. */
  readonly deductionCentavos: Centavos;
};

export type CapName = 'interestPerDay' | 'effectivePerMonth' | 'costPerDay' | 'allCharges';

/** One cap: the most that the law allows, what is charged, and the difference; all in centavos. */
export type CapMargin = {
  readonly cap: CapName;
  readonly limitCentavos: Centavos;
  readonly usedCentavos: Centavos;
  readonly marginCentavos: Centavos;
};

/** I·500 ≤ P·d. */
function isInterestWithin(loan: CappedLoan, rule: LegalRule): boolean {
  return BigInt(loan.interestCentavos) * BigInt(rule.interestDivisorPerDay) <= BigInt(loan.principalCentavos) * BigInt(loan.termDays);
}

/** R^30·100^d ≤ N^30·112^d: what `received` grows to is within the effective rate of a month. Nothing received is never within. */
export function isGrowthWithin(received: Centavos, repaid: Centavos, termDays: number, rule: LegalRule): boolean {
  const days = BigInt(termDays);
  return (
    received > 0 && BigInt(repaid) ** monthDays * 100n ** days <= BigInt(received) ** monthDays * BigInt(rule.growthPercentPerMonth) ** days
  );
}

/** (R − N)·250 ≤ N·d. */
export function isCostWithin(received: Centavos, repaid: Centavos, termDays: number, rule: LegalRule): boolean {
  return BigInt(repaid - received) * BigInt(rule.costDivisorPerDay) <= BigInt(received) * BigInt(termDays);
}

/** The caps that a loan breaks, in the order of `CapName`; none if it is lawful. */
export function brokenCaps(loan: CappedLoan, rule: LegalRule): CapName[] {
  const { received, repaid } = flows(loan, loan.deductionCentavos);
  const broken: CapName[] = [];
  if (!isInterestWithin(loan, rule)) broken.push('interestPerDay');
  if (!isGrowthWithin(received, repaid, loan.termDays, rule)) broken.push('effectivePerMonth');
  if (!isCostWithin(received, repaid, loan.termDays, rule)) broken.push('costPerDay');
  if (repaid - received > loan.principalCentavos) broken.push('allCharges');
  return broken;
}

/** The largest deduction from the payout with which the loan passes every cap; null if it fails even without a deduction. */
export function largestDeduction(loan: Omit<CappedLoan, 'deductionCentavos'>, rule: LegalRule): Centavos | null {
  return largestDeductionThat(loan, (deductionCentavos) => brokenCaps({ ...loan, deductionCentavos }, rule).length === 0);
}

/** The proof kept with a quote: every cap, with its limit and what is left to it. */
export function capMargins(loan: CappedLoan, rule: LegalRule): CapMargin[] {
  const { principalCentavos, termDays, interestCentavos, deductionCentavos } = loan;
  const within = (test: typeof isGrowthWithin) =>
    largestDeductionThat(loan, (deduction) => {
      const { received, repaid } = flows(loan, deduction);
      return test(received, repaid, termDays, rule);
    }) ?? centavos(0);
  return [
    margin('interestPerDay', floorShare(principalCentavos, termDays, rule.interestDivisorPerDay), interestCentavos),
    margin('effectivePerMonth', within(isGrowthWithin), deductionCentavos),
    margin('costPerDay', within(isCostWithin), deductionCentavos),
    margin('allCharges', principalCentavos, sumCentavos([interestCentavos, deductionCentavos])),
  ];
}

function margin(cap: CapName, limitCentavos: Centavos, usedCentavos: Centavos): CapMargin {
  return { cap, limitCentavos, usedCentavos, marginCentavos: subtractCentavos(limitCentavos, usedCentavos) };
}

function largestDeductionThat(loan: { readonly principalCentavos: Centavos }, holds: (deduction: Centavos) => boolean): Centavos | null {
  const most = largestThat(0, loan.principalCentavos, (deduction) => holds(centavos(deduction)));
  return most === null ? null : centavos(most);
}

function flows(loan: Omit<CappedLoan, 'deductionCentavos'>, deduction: Centavos) {
  return {
    received: subtractCentavos(loan.principalCentavos, deduction),
    repaid: sumCentavos([loan.principalCentavos, loan.interestCentavos]),
  };
}
