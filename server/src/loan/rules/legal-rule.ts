// The legal price limits, as integers for use in the cap test (SEC MC 3 s.2022, SEC MC 14 s.2025).
import type { Day } from '@sandali/contract/day.ts';

export type LegalRule = {
  /** Stamped on every quote, loan and extension. */
  readonly version: string;
  /** The first day on which agreements fall under the rule. */
  readonly startsOn: Day;
  /** Interest of at most principal / 500 a day: 0.20 %. */
  readonly interestDivisorPerDay: number;
  /** The maximum that 100 may grow to in a month of 30 days, with all fees: 112. */
  readonly growthPercentPerMonth: number;
  /** Total cost of at most money received / 250 a day: 0.40 %. */
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
