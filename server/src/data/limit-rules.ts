// Dated sets of rules for requests for a higher limit. Never change a set. The catalogue states by
// how much a limit grows, and above which limit two approvers decide. Numbers that the database
// also enforces are in the table `rules`.

export type LimitRules = {
  readonly version: string;
  /** The first Manila day on which the set applies. */
  readonly from: string;
  /**
   * The number of loans that must be repaid on time before a request above the earned step, counted
   * since the limit was opened or last rose.
   */
  readonly repaidOnTimeLeast: number;
  /** Days to wait after a refusal before the next request. */
  readonly askAgainAfterDays: number;
  /** Working days within which staff decide on a request. */
  readonly answerWithinWorkingDays: number;
};

const sets: readonly LimitRules[] = [
  {
    version: '2026-01',
    from: '2020-01-01',
    repaidOnTimeLeast: 2,
    askAgainAfterDays: 30,
    answerWithinWorkingDays: 3,
  },
];

/**
 * Returns the rules that apply on a Manila day.
 * @throws RangeError if the day is before the first set of rules
 */
export function limitRulesOn(day: Temporal.PlainDate): LimitRules {
  const current = sets.findLast((rules) => Temporal.PlainDate.compare(rules.from, day) <= 0);
  if (!current) throw new RangeError(`no rules for higher limits for ${day}`);
  return current;
}
