// A catalogue is tested against the caps of the law (caps.ts) before anything is lent from it: every amount and term, with the service fee as
// listed and without channel fee.
import { interestFor, serviceFeeFor } from '@sandali/contract/charges.ts';
import type { Day } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { type AmountRule, amountsOf } from './amounts.ts';
import { brokenCaps, type CapName } from './caps.ts';
import { type LegalRule, legalRuleOn } from './legal-rule.ts';

/** What the check reads of a catalogue. */
type CheckedCatalogue = {
  readonly id: string;
  readonly amounts: AmountRule;
  readonly interestPerDayBps: number;
  readonly lateChargePerMonthBps: number;
  readonly terms: readonly { readonly days: number; readonly serviceFeeBps: number }[];
};

const saidOfCap: Readonly<Record<CapName, string>> = {
  interestPerDay: 'the interest of a day is too high',
  effectivePerMonth: 'the effective rate of a month is too high',
  costPerDay: 'the cost of a day is too high',
  allCharges: 'all charges exceed the principal',
};

/** Null where the catalogue is lawful on a day; else a sentence that names product, term and rule, for the person who starts the server. */
export function whyCatalogueFails(catalogue: CheckedCatalogue, rules: readonly LegalRule[], on: Day): string | null {
  const rule = legalRuleOn(rules, on);
  const amounts = amountsOf(catalogue.amounts);
  if (amounts.length === 0) return `Catalogue ${catalogue.id} lends no amount.`;
  if (catalogue.lateChargePerMonthBps > rule.lateChargePerMonthBps) {
    return `Catalogue ${catalogue.id} breaks rule ${rule.version}: the late charge is too high.`;
  }
  for (const term of catalogue.terms) {
    for (const amount of amounts) {
      const [broken] = brokenCaps(
        {
          principalCentavos: amount,
          termDays: term.days,
          interestCentavos: interestFor(amount, term.days, catalogue.interestPerDayBps),
          deductionCentavos: serviceFeeFor(amount, term.serviceFeeBps),
        },
        rule,
      );
      if (broken) {
        return `Catalogue ${catalogue.id}, ${formatPesos(amount)} for ${term.days} days, breaks rule ${rule.version}: ${saidOfCap[broken]}.`;
      }
    }
  }
  return null;
}
