// The price rules of the law, as integers that the cap test compares (research: SEC MC 3 s.2022,
// SEC MC 14 s.2025).
import type { Day } from '@sandali/contract/day.ts';

export type LegalRule = {
  /** Stamped on every quote, loan and extension. */
  readonly version: string;
  /** First day on which agreements fall under it. */
  readonly startsOn: Day;
  /** Interest may be principal / 500 a day: 0.20 %. */
  readonly interestDivisorPerDay: number;
  /** What 100 may grow to in a month of 30 days, all fees counted: 112. */
  readonly growthPercentPerMonth: number;
  /** All cost may be money received / 250 a day: 0.40 %. */
  readonly costDivisorPerDay: number;
  /** Highest late charge, in hundredths of a percent of what is owed, for 30 days. */
  readonly lateChargePerMonthBps: number;
};

/** The rule in force on a day. Throws where the table begins later. */
export function legalRuleOn(rules: readonly LegalRule[], day: Day): LegalRule {
  const inForce = rules
    .filter((rule) => rule.startsOn <= day)
    .toSorted((a, b) => (a.startsOn < b.startsOn ? 1 : -1))[0];
  if (!inForce) throw new RangeError(`no legal rule is known for ${day}`);
  return inForce;
}
