// Checks a catalogue against the legal caps (caps.ts) before it prices any loan: every amount and
// term with the listed service fee but no channel fee, and the extension of each such loan.
import { extensionFeeFor, interestFor, serviceFeeFor } from '@sandali/contract/charges.ts';
import type { Day } from '@sandali/contract/day.ts';
import { type Centavos, formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import { type AmountRule, amountsOf } from './amounts.ts';
import { brokenCaps, type CapName, type CappedLoan } from './caps.ts';
import { type LegalRule, legalRuleOn } from './legal-rule.ts';

type CheckedCatalogue = {
  readonly id: string;
  readonly amounts: AmountRule;
  readonly interestPerDayBps: number;
  readonly lateChargePerMonthBps: number;
  readonly capMarginBps: number;
  readonly terms: readonly { readonly days: number; readonly serviceFeeBps: number }[];
};

const capBreach: Readonly<Record<CapName, string>> = {
  interestPerDay: 'the interest of a day is too high',
  effectivePerMonth: 'the effective rate of a month is too high',
  costPerDay: 'the cost of a day is too high',
  allCharges: 'all charges exceed the principal',
};

/**
 * Returns null if the catalogue is lawful on the given day and within its margin; otherwise a
 * sentence for the engineer that names the product, the term and the rule.
 */
export function whyCatalogueFails(
  catalogue: CheckedCatalogue,
  rules: readonly LegalRule[],
  on: Day,
): string | null {
  const rule = legalRuleOn(rules, on);
  const amounts = amountsOf(catalogue.amounts);
  if (amounts.length === 0) return `Catalogue ${catalogue.id} lends no amount.`;
  if (catalogue.lateChargePerMonthBps > rule.lateChargePerMonthBps) {
    return `Catalogue ${catalogue.id} breaks rule ${rule.version}: the late charge is too high.`;
  }
  for (const term of catalogue.terms) {
    for (const amount of amounts) {
      for (const { kind, loan } of pricesOf(catalogue, term, amount)) {
        const fault = whyPriceFails(loan, rule, catalogue.capMarginBps);
        if (fault)
          return `Catalogue ${catalogue.id}, ${kind}${formatPesos(amount)} for ${term.days} days, ${fault}.`;
      }
    }
  }
  return null;
}

type CheckedTerm = CheckedCatalogue['terms'][number];

/** Returns the loan and its extension. The extension's fee is paid when the new term begins. */
function pricesOf(catalogue: CheckedCatalogue, term: CheckedTerm, principalCentavos: Centavos) {
  const lent = { principalCentavos, termDays: term.days };
  const loan = {
    ...lent,
    interestCentavos: interestFor(principalCentavos, term.days, catalogue.interestPerDayBps),
    deductionCentavos: serviceFeeFor(principalCentavos, term.serviceFeeBps),
  };
  const fee = extensionFeeFor(principalCentavos, { ...catalogue, ...term, termDays: term.days });
  const extension = { ...lent, interestCentavos: zeroCentavos, deductionCentavos: fee };
  return [
    { kind: '', loan },
    { kind: 'an extension of ', loan: extension },
  ];
}

function whyPriceFails(loan: CappedLoan, rule: LegalRule, marginBps: number): string | null {
  const [broken] = brokenCaps(loan, rule);
  if (broken) return `breaks rule ${rule.version}: ${capBreach[broken]}`;
  if (brokenCaps(loan, rule, marginBps).length === 0) return null;
  return `must stay ${marginBps} bps a month under the effective-rate cap of rule ${rule.version} (capMarginBps)`;
}
