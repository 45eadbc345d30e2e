// The price caps of the SEC memorandum circulars (data/legal-rules.ts), with the numbers of MC 14
// s.2025. P: principal, I: interest, d: term in days, N: amount received, R: amount repaid.
import {
  type Centavos,
  centavos,
  floorShare,
  subtractCentavos,
  sumCentavos,
} from '@sandali/contract/money.ts';
import type { LegalRule } from './legal-rule.ts';
import { largestThat } from './rates.ts';

const monthDays = 30n;
const wholeBps = 10_000n;

/** A loan as the caps measure it: without its coupon, over the term in the contract. */
export type CappedLoan = {
  readonly principalCentavos: Centavos;
  readonly termDays: number;
  readonly interestCentavos: Centavos;
  /** What is deducted from the payout: the service fee and the channel fee. */
  readonly deductionCentavos: Centavos;
};

export type CapName = 'interestPerDay' | 'effectivePerMonth' | 'costPerDay' | 'allCharges';

/** A cap's legal maximum, the loan's charge and the difference, all in centavos. */
export type CapMargin = {
  readonly cap: CapName;
  readonly limitCentavos: Centavos;
  readonly usedCentavos: Centavos;
  readonly marginCentavos: Centavos;
};

/** Returns whether I·500 ≤ P·d. */
function isInterestWithin(loan: CappedLoan, rule: LegalRule): boolean {
  return (
    BigInt(loan.interestCentavos) * BigInt(rule.interestDivisorPerDay) <=
    BigInt(loan.principalCentavos) * BigInt(loan.termDays)
  );
}

/**
 * Returns whether R^30·10000^d ≤ N^30·(11200 − m)^d, that is, whether the monthly compound rate
 * stays `marginBps` (m) below the cap. False if nothing is received.
 */
export function isGrowthWithin(
  received: Centavos,
  repaid: Centavos,
  termDays: number,
  rule: LegalRule,
  marginBps = 0,
): boolean {
  const days = BigInt(termDays);
  const growth = BigInt(rule.growthPercentPerMonth * 100 - marginBps);
  return (
    received > 0 &&
    BigInt(repaid) ** monthDays * wholeBps ** days <= BigInt(received) ** monthDays * growth ** days
  );
}

/**
 * Returns whether (R − N)·250 ≤ N·d, with the cap lowered by the monthly margin, spread over 30
 * days: (R − N)·250·300000 ≤ N·d·(300000 − 250·m).
 */
export function isCostWithin(
  received: Centavos,
  repaid: Centavos,
  termDays: number,
  rule: LegalRule,
  marginBps = 0,
): boolean {
  const divisor = BigInt(rule.costDivisorPerDay);
  const month = wholeBps * monthDays;
  const cost = BigInt(repaid - received) * divisor * month;
  return cost <= BigInt(received) * BigInt(termDays) * (month - divisor * BigInt(marginBps));
}

/**
 * Returns the caps that a loan breaks, in the order of `CapName`; empty if the loan is lawful. The
 * effective rate, by both of its readings, must stay `marginBps` (hundredths of a percent a month)
 * below the cap.
 */
export function brokenCaps(loan: CappedLoan, rule: LegalRule, marginBps = 0): CapName[] {
  const { received, repaid } = flows(loan, loan.deductionCentavos);
  const broken: CapName[] = [];
  if (!isInterestWithin(loan, rule)) broken.push('interestPerDay');
  if (!isGrowthWithin(received, repaid, loan.termDays, rule, marginBps))
    broken.push('effectivePerMonth');
  if (!isCostWithin(received, repaid, loan.termDays, rule, marginBps)) broken.push('costPerDay');
  if (repaid - received > loan.principalCentavos) broken.push('allCharges');
  return broken;
}

/**
 * Returns the largest deduction that keeps the loan within every cap and the margin, or null if the
 * loan breaks a cap even without a deduction.
 */
export function largestDeduction(
  loan: Omit<CappedLoan, 'deductionCentavos'>,
  rule: LegalRule,
  marginBps = 0,
): Centavos | null {
  return largestDeductionThat(
    loan,
    (deductionCentavos) => brokenCaps({ ...loan, deductionCentavos }, rule, marginBps).length === 0,
  );
}

/** Returns the proof that is stored with a quote: every cap with its limit and margin. */
export function capMargins(loan: CappedLoan, rule: LegalRule): CapMargin[] {
  const { principalCentavos, termDays, interestCentavos, deductionCentavos } = loan;
  const within = (test: typeof isGrowthWithin) =>
    largestDeductionThat(loan, (deduction) => {
      const { received, repaid } = flows(loan, deduction);
      return test(received, repaid, termDays, rule);
    }) ?? centavos(0);
  return [
    margin(
      'interestPerDay',
      floorShare(principalCentavos, termDays, rule.interestDivisorPerDay),
      interestCentavos,
    ),
    margin('effectivePerMonth', within(isGrowthWithin), deductionCentavos),
    margin('costPerDay', within(isCostWithin), deductionCentavos),
    margin('allCharges', principalCentavos, sumCentavos([interestCentavos, deductionCentavos])),
  ];
}

function margin(cap: CapName, limitCentavos: Centavos, usedCentavos: Centavos): CapMargin {
  return {
    cap,
    limitCentavos,
    usedCentavos,
    marginCentavos: subtractCentavos(limitCentavos, usedCentavos),
  };
}

function largestDeductionThat(
  loan: { readonly principalCentavos: Centavos },
  holds: (deduction: Centavos) => boolean,
): Centavos | null {
  const most = largestThat(0, loan.principalCentavos, (deduction) => holds(centavos(deduction)));
  return most === null ? null : centavos(most);
}

function flows(loan: Omit<CappedLoan, 'deductionCentavos'>, deduction: Centavos) {
  return {
    received: subtractCentavos(loan.principalCentavos, deduction),
    repaid: sumCentavos([loan.principalCentavos, loan.interestCentavos]),
  };
}
