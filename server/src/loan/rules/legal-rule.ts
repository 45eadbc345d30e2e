// The legal price limits, as integers for use in the cap checks (SEC MC 3 s.2022, SEC MC 14
// s.2025).
import type { Day } from '@sandali/contract/day.ts';

export type LegalRule = {
  /** Recorded on every quote, loan and extension. */
  readonly version: string;
  /** The first day on which new agreements are subject to the rule. */
  readonly startsOn: Day;
  /** The principal divided by this is the maximum interest per day; 500 means 0.20 %. */
  readonly interestDivisorPerDay: number;
  /** The maximum to which 100 may grow in a month of 30 days, including all fees: 112. */
  readonly growthPercentPerMonth: number;
  /** The amount received divided by this is the maximum total cost per day; 250 means 0.40 %. */
  readonly costDivisorPerDay: number;
  /** The maximum late charge for 30 days, in hundredths of a percent of the amount owed. */
  readonly lateChargePerMonthBps: number;
};

/**
 * Returns the rule that applies on the given day.
 * @throws RangeError if every rule starts later
 */
export function legalRuleOn(rules: readonly LegalRule[], day: Day): LegalRule {
  const inForce = rules
    .filter((rule) => rule.startsOn <= day)
    .toSorted((a, b) => (a.startsOn < b.startsOn ? 1 : -1))[0];
  if (!inForce) throw new RangeError(`no legal rule is known for ${day}`);
  return inForce;
}
