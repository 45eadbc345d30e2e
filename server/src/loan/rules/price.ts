// The price of a loan. Fees are capped first (caps.ts), then the coupon is applied.
import {
  extensionFeeFor,
  interestFor,
  lateChargeOnDays,
  serviceFeeFor,
} from '@sandali/contract/charges.ts';
import { addDays, type Day, type Holidays, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import {
  addCentavos,
  type Centavos,
  centavos,
  lessCentavos,
  minCentavos,
  roundedRatio,
  subtractCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { type AmountRule, amountsOf } from './amounts.ts';
import { type CapMargin, capMargins, largestDeduction } from './caps.ts';
import { coolingOffEndsOn } from './cooling-off.ts';
import type { LegalRule } from './legal-rule.ts';
import { effectiveMonthlyRateHundredths, simpleAnnualRateHundredths } from './rates.ts';

/**
 * A coupon that reduces the service fee or the interest of a loan of at least
 * `minimumLoanCentavos`.
 */
export type CouponTerms = {
  readonly kind: 'serviceFee' | 'interest';
  readonly amountCentavos: Centavos;
  readonly minimumLoanCentavos: Centavos;
};

/** A term in days with its listed service fee, in hundredths of a percent of the principal. */
type Term = { readonly days: number; readonly serviceFeeBps: number };

/** The rates and amounts of a product that pricing needs. */
type Pricing = {
  readonly amounts: AmountRule;
  readonly interestPerDayBps: number;
  readonly lateChargePerMonthBps: number;
  /**
   * The margin by which each quote stays below the effective-rate cap, in hundredths of a percent a
   * month.
   */
  readonly capMarginBps: number;
};

export type QuoteInput = {
  readonly principalCentavos: Centavos;
  readonly term: Term;
  readonly pricing: Pricing;
  readonly channelFeeCentavos: Centavos;
  readonly coupon: CouponTerms | null;
  readonly rule: LegalRule;
  readonly today: Day;
  readonly holidays: Holidays;
};

/**
 * All figures of a loan: amounts in centavos, rates in hundredths of a percent, and the dates for
 * an arrival today (`arrivingOn` converts them to another day).
 */
export type Quote = {
  readonly principalCentavos: Centavos;
  readonly termDays: number;
  readonly interestPerDayBps: number;
  readonly lateChargePerMonthBps: number;
  readonly serviceFeeBps: number;
  /** The listed interest I, and the part to be paid, I − ci. */
  readonly interestListedCentavos: Centavos;
  readonly interestCentavos: Centavos;
  /** The catalogue's fee, the fee within the cap (SF), and the part that is deducted, SF − cs. */
  readonly serviceFeeListedCentavos: Centavos;
  readonly serviceFeeCappedCentavos: Centavos;
  readonly serviceFeeCentavos: Centavos;
  readonly channelFeeCentavos: Centavos;
  /**
   * The coupon's share of the fee (cs) and of the interest (ci), their sum, and its unused part.
   */
  readonly serviceFeeCouponCentavos: Centavos;
  readonly interestCouponCentavos: Centavos;
  readonly couponCentavos: Centavos;
  readonly couponLostCentavos: Centavos;
  /** The deduction SF − cs + CF, the arrival amount N, the repayment R, and R − N. */
  readonly deductionCentavos: Centavos;
  readonly arrivalCentavos: Centavos;
  readonly repayCentavos: Centavos;
  readonly financeChargeCentavos: Centavos;
  readonly amountFinancedCentavos: Centavos;
  /**
   * The finance charge divided by the number of days in the term, rounded half up like the rates.
   */
  readonly costADayCentavos: Centavos;
  readonly simpleAnnualRateHundredths: number;
  readonly effectiveMonthlyRateHundredths: number;
  readonly quotedOn: Day;
  readonly dueOnIfToday: Day;
  readonly lastFreeOnIfToday: Day;
  readonly coolingOffEndsOnIfToday: Day;
  /**
   * The late charge of the first overdue day, and the fee to extend the whole principal without a
   * late charge.
   */
  readonly lateChargeFirstDayCentavos: Centavos;
  readonly extensionFeeCentavos: Centavos;
  readonly proof: CapProof;
};

/** Proof that the loan is lawful without its coupon, over the term in the contract. */
type CapProof = {
  readonly ruleVersion: string;
  readonly effectiveMonthlyRateHundredths: number;
  readonly margins: readonly CapMargin[];
};

export type QuoteRefusal =
  /**
   * The channel's fee alone breaks a cap. `smallestAmountCentavos` is the product's smallest amount
   * for which the fee is lawful at this term, or null.
   */
  | { readonly refused: 'channelTooCostly'; readonly smallestAmountCentavos: Centavos | null }
  | { readonly refused: 'couponNeedsMore'; readonly minimumLoanCentavos: Centavos };

/**
 * Prices a loan, or returns why it cannot be priced. The product must offer the amount, term and
 * channel (`whyCatalogueFails`, `whyNotAmount`).
 * @throws RangeError if the interest is unlawful
 */
export function quote(input: QuoteInput): Quote | QuoteRefusal {
  const { principalCentavos, term, pricing, channelFeeCentavos, coupon } = input;
  const interest = interestFor(principalCentavos, term.days, pricing.interestPerDayBps);
  const room = deductionRoom(input, principalCentavos);
  if (room === null)
    throw new RangeError(
      `interest above ${input.rule.version}: ${principalCentavos} centavos for ${term.days} days`,
    );
  if (channelFeeCentavos > room)
    return { refused: 'channelTooCostly', smallestAmountCentavos: smallestAmountFor(input) };
  if (coupon && principalCentavos < coupon.minimumLoanCentavos) {
    return { refused: 'couponNeedsMore', minimumLoanCentavos: coupon.minimumLoanCentavos };
  }
  const listed = serviceFeeFor(principalCentavos, term.serviceFeeBps);
  const capped = minCentavos(listed, subtractCentavos(room, channelFeeCentavos));
  return {
    ...figures(input, { interest, listed, capped }),
    ...forecast(input),
    proof: proof(input, interest, capped),
  };
}

/** Returns the same price with the dates for another arrival day. */
export function arrivingOn(priced: Quote, on: Day, holidays: Holidays): Quote {
  return { ...priced, ...daysFrom(on, priced.termDays, holidays) };
}

function figures(
  input: QuoteInput,
  { interest, listed, capped }: { interest: Centavos; listed: Centavos; capped: Centavos },
) {
  const { principalCentavos, term, pricing, channelFeeCentavos, coupon } = input;
  const used = {
    serviceFee:
      coupon?.kind === 'serviceFee' ? minCentavos(coupon.amountCentavos, capped) : zeroCentavos,
    interest:
      coupon?.kind === 'interest' ? minCentavos(coupon.amountCentavos, interest) : zeroCentavos,
  };
  const serviceFee = subtractCentavos(capped, used.serviceFee);
  const deduction = addCentavos(serviceFee, channelFeeCentavos);
  const arrival = subtractCentavos(principalCentavos, deduction);
  const repay = addCentavos(principalCentavos, subtractCentavos(interest, used.interest));
  const financeCharge = subtractCentavos(repay, arrival);
  const couponUsed = addCentavos(used.serviceFee, used.interest);
  return {
    principalCentavos,
    termDays: term.days,
    interestPerDayBps: pricing.interestPerDayBps,
    lateChargePerMonthBps: pricing.lateChargePerMonthBps,
    serviceFeeBps: term.serviceFeeBps,
    interestListedCentavos: interest,
    interestCentavos: subtractCentavos(interest, used.interest),
    serviceFeeListedCentavos: listed,
    serviceFeeCappedCentavos: capped,
    serviceFeeCentavos: serviceFee,
    channelFeeCentavos,
    serviceFeeCouponCentavos: used.serviceFee,
    interestCouponCentavos: used.interest,
    couponCentavos: couponUsed,
    couponLostCentavos: lessCentavos(coupon?.amountCentavos ?? zeroCentavos, couponUsed),
    deductionCentavos: deduction,
    arrivalCentavos: arrival,
    repayCentavos: repay,
    financeChargeCentavos: financeCharge,
    amountFinancedCentavos: principalCentavos,
    costADayCentavos: centavos(roundedRatio(financeCharge, 1, term.days)),
    simpleAnnualRateHundredths: simpleAnnualRateHundredths(
      principalCentavos,
      arrival,
      repay,
      term.days,
    ),
    effectiveMonthlyRateHundredths: effectiveMonthlyRateHundredths(arrival, repay, term.days),
    lateChargeFirstDayCentavos: lateChargeOnDays(BigInt(repay), pricing.lateChargePerMonthBps),
  };
}

function forecast({ principalCentavos, term, pricing, today, holidays }: QuoteInput) {
  return {
    quotedOn: today,
    ...daysFrom(today, term.days, holidays),
    extensionFeeCentavos: extensionFeeFor(principalCentavos, {
      ...pricing,
      termDays: term.days,
      serviceFeeBps: term.serviceFeeBps,
    }),
  };
}

function daysFrom(arrivesOn: Day, termDays: number, holidays: Holidays) {
  const dueOn = addDays(arrivesOn, termDays);
  return {
    dueOnIfToday: dueOn,
    lastFreeOnIfToday: nextWorkingDayFrom(dueOn, holidays),
    coolingOffEndsOnIfToday: coolingOffEndsOn(arrivesOn, holidays),
  };
}

function proof(
  { principalCentavos, term, channelFeeCentavos, rule }: QuoteInput,
  interest: Centavos,
  capped: Centavos,
): CapProof {
  const deduction = addCentavos(capped, channelFeeCentavos);
  const received = subtractCentavos(principalCentavos, deduction);
  return {
    ruleVersion: rule.version,
    effectiveMonthlyRateHundredths: effectiveMonthlyRateHundredths(
      received,
      addCentavos(principalCentavos, interest),
      term.days,
    ),
    margins: capMargins(
      {
        principalCentavos,
        termDays: term.days,
        interestCentavos: interest,
        deductionCentavos: deduction,
      },
      rule,
    ),
  };
}

/** Returns the largest deduction within caps and margin; null if the interest alone breaks them. */
function deductionRoom(
  { term, pricing, rule }: QuoteInput,
  principalCentavos: Centavos,
): Centavos | null {
  const interestCentavos = interestFor(principalCentavos, term.days, pricing.interestPerDayBps);
  return largestDeduction(
    { principalCentavos, termDays: term.days, interestCentavos },
    rule,
    pricing.capMarginBps,
  );
}

function smallestAmountFor(input: QuoteInput): Centavos | null {
  const carries = (amount: Centavos) =>
    input.channelFeeCentavos <= (deductionRoom(input, amount) ?? -1);
  return amountsOf(input.pricing.amounts).find(carries) ?? null;
}
