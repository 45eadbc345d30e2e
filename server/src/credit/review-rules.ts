// What the review lives by, as data: each set is in force from its day on and keeps its version for good, so that every decision can be
// explained by the rules of its own day. Ages follow product.md; the days until materials may be sent again, too.
import type { EmploymentType, FundSource } from '@sandali/contract/credit.ts';

export type ReviewRules = {
  readonly version: string;
  /** First Manila day on which it is in force. */
  readonly from: string;
  readonly ageLeast: number;
  readonly ageMost: number;
  /** Days after a refusal until materials may be sent again. */
  readonly resubmitAfterDays: number;
  /** Who works for nobody... */
  readonly withoutWork: readonly EmploymentType[];
  /** ...and from which sources a person without work may still pay back; a person then looks at it. */
  readonly incomeWithoutWork: readonly FundSource[];
};

const sets: readonly ReviewRules[] = [
  {
    version: '2026-01',
    from: '2020-01-01',
    ageLeast: 18,
    ageMost: 70,
    resubmitAfterDays: 7,
    withoutWork: ['none'],
    incomeWithoutWork: ['business', 'remittance', 'pension'],
  },
];

/** The rules in force on a Manila day. @throws before the first set. */
export function reviewRulesOn(day: Temporal.PlainDate): ReviewRules {
  const found = sets.findLast((rules) => Temporal.PlainDate.compare(rules.from, day) <= 0);
  if (!found) throw new RangeError(`no review rules for ${day}`);
  return found;
}
