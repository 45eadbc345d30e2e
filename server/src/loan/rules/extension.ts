// Extends a bill (docs/decisions/0016): for the fee and the late charge so far, the borrower gets
// another term on the unpaid principal.
import { allCharges } from '@sandali/contract/accrual.ts';
import { dueInForce, factsAsOf, firstDueOn } from '@sandali/contract/accrualFacts.ts';
import { extensionFeeFor, interestFor, serviceFeeFor } from '@sandali/contract/charges.ts';
import {
  addDays,
  type Day,
  earlierDay,
  endOfDayMs,
  type Holidays,
  laterDay,
  nextWorkingDayFrom,
} from '@sandali/contract/day.ts';
import { mostExtensions } from '@sandali/contract/extension.ts';
import {
  addCentavos,
  type Centavos,
  centavos,
  roundedRatio,
  subtractCentavos,
} from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import type { BillFacts } from './bill.ts';
import { isGrowthWithin } from './caps.ts';
import type { LegalRule } from './legal-rule.ts';
import { effectiveMonthlyRateHundredths, simpleAnnualRateHundredths } from './rates.ts';

const opensDaysBeforeDue = 3;

/** The reasons against an extension, in the order in which they are checked. */
export type ExtensionRefusal =
  | 'billSettled'
  | 'tooManyExtensions'
  | 'tooEarly'
  | 'aboveEffectiveCap'
  | 'aboveTotalCap';

export type ExtensionOffer = {
  /** The day on which the offer must be paid, and the unpaid principal on that day. */
  readonly offeredOn: Day;
  readonly principalCentavos: Centavos;
  /** The interest and the service fee, which add up to the extension fee F. */
  readonly interestCentavos: Centavos;
  readonly serviceFeeCentavos: Centavos;
  /**
   * F, the late charge up to that day, and their sum, which is the exact amount that extends the
   * bill.
   */
  readonly feeCentavos: Centavos;
  readonly lateCentavos: Centavos;
  readonly totalCentavos: Centavos;
  /**
   * The disclosed cost per day, and the rates in hundredths of a percent. F is the whole finance
   * charge, without late charges. The amount received counts as the unpaid principal less F.
   */
  readonly costADayCentavos: Centavos;
  readonly simpleAnnualRateHundredths: number;
  readonly effectiveMonthlyRateHundredths: number;
  /** The new due date and last free day, if the offer is paid on its day. */
  readonly dueOn: Day;
  readonly lastFreeOn: Day;
  /** When the offer and its code expire: the end of the Manila day, in ms since 1970. */
  readonly endsAtMs: number;
  readonly ruleVersion: string;
};

/**
 * Returns F for the principal that is unpaid on the given day, at the loan's own term and rates.
 */
export function extensionFee(facts: BillFacts, day: Day): Centavos {
  return extensionFeeFor(owed(facts, day).principalCentavos, facts);
}

/**
 * Returns why the bill cannot be extended on the given day, or null. `rule` is the legal rule for
 * that day.
 */
export function whyNotExtend(facts: BillFacts, day: Day, rule: LegalRule): ExtensionRefusal | null {
  const { totalCentavos, principalCentavos } = owed(facts, day);
  if (totalCentavos === 0) return 'billSettled';
  if (
    factsAsOf(facts, day).extensions.filter((extension) => !extension.isTakenBack).length >=
    mostExtensions
  )
    return 'tooManyExtensions';
  if (day < extensionOpensOn(facts, day)) return 'tooEarly';
  const fee = extensionFee(facts, day);
  if (
    !isGrowthWithin(
      subtractCentavos(principalCentavos, fee),
      principalCentavos,
      facts.termDays,
      rule,
    )
  )
    return 'aboveEffectiveCap';
  // Interest that will accrue until the first due date counts too, because all charges together
  // must stay within the principal.
  const charges = allCharges(factsAsOf(facts, day), laterDay(day, firstDueOn(facts)));
  return addCentavos(charges, fee) > facts.principalCentavos ? 'aboveTotalCap' : null;
}

/**
 * Returns the cost and the new dates of an extension paid on the given day, or why it is refused.
 */
export function offerExtension(
  facts: BillFacts,
  day: Day,
  rule: LegalRule,
  holidays: Holidays,
): ExtensionOffer | { readonly refused: ExtensionRefusal } {
  const refused = whyNotExtend(facts, day, rule);
  if (refused) return { refused };
  const feeCentavos = extensionFee(facts, day);
  const { lateCentavos, principalCentavos } = owed(facts, day);
  const dueOn = extendedDueOn(facts, day);
  const { termDays } = facts;
  const received = subtractCentavos(principalCentavos, feeCentavos);
  return {
    offeredOn: day,
    principalCentavos,
    interestCentavos: interestFor(principalCentavos, facts.termDays, facts.interestPerDayBps),
    serviceFeeCentavos: serviceFeeFor(principalCentavos, facts.serviceFeeBps),
    feeCentavos,
    lateCentavos,
    totalCentavos: addCentavos(feeCentavos, lateCentavos),
    costADayCentavos: centavos(roundedRatio(feeCentavos, 1, termDays)),
    simpleAnnualRateHundredths: simpleAnnualRateHundredths(
      principalCentavos,
      received,
      principalCentavos,
      termDays,
    ),
    effectiveMonthlyRateHundredths: effectiveMonthlyRateHundredths(
      received,
      principalCentavos,
      termDays,
    ),
    dueOn,
    lastFreeOn: nextWorkingDayFrom(dueOn, holidays),
    endsAtMs: endOfDayMs(day),
    ruleVersion: rule.version,
  };
}

/**
 * Returns the facts after the offer is paid on its day. The extension ends a plan, but the plan's
 * past days stay free of late charge.
 */
export function extendedBy(
  facts: BillFacts,
  { offeredOn, feeCentavos, lateCentavos, dueOn, lastFreeOn }: ExtensionOffer,
): BillFacts {
  const suspensions = facts.suspensions
    .filter(({ fromOn }) => fromOn <= offeredOn)
    .map(({ fromOn, toOn }) => ({ fromOn, toOn: earlierDay(toOn, offeredOn) }));
  return {
    ...facts,
    suspensions,
    extensions: [
      ...facts.extensions,
      { paidOn: offeredOn, feeCentavos, lateCentavos, dueOn, lastFreeOn },
    ],
  };
}

/** Returns the first day on which the current due date can be extended. */
export function extensionOpensOn(facts: BillFacts, day: Day): Day {
  return addDays(dueInForce(facts, day).dueOn, -opensDaysBeforeDue);
}

/**
 * Returns the new due date: one term after the current due date or the payment of the fee,
 * whichever is later.
 */
function extendedDueOn(facts: BillFacts, paidOn: Day): Day {
  return addDays(laterDay(dueInForce(facts, paidOn).dueOn, paidOn), facts.termDays);
}
