// What a request for a higher limit must show, and how long its answer may take, as data: each set
// is in force from its day on and keeps its version permanently. How much a loan repaid on time
// earns, and above which limit two people decide, is in the catalogue.

export type LimitRules = {
  readonly version: string;
  /** First Manila day on which it is in force. */
  readonly from: string;
  /**
   * Loans to repay on time since the limit last changed, before more than they have earned can be
   * asked for.
   */
  readonly repaidOnTimeLeast: number;
  /**
   * Days from one raise of the limit to the next step that loans have earned. The database holds to
   * 30 besides.
   */
  readonly stepEveryDays: number;
  /** Days after a refusal until it can be asked for again. */
  readonly askAgainAfterDays: number;
  /** Working days within which a person answers. */
  readonly answerWithinWorkingDays: number;
};

const sets: readonly LimitRules[] = [
  {
    version: '2026-01',
    from: '2020-01-01',
    repaidOnTimeLeast: 2,
    stepEveryDays: 30,
    askAgainAfterDays: 30,
    answerWithinWorkingDays: 3,
  },
];

/** The rules in force on a Manila day. @throws before the first set. */
export function limitRulesOn(day: Temporal.PlainDate): LimitRules {
  const found = sets.findLast((rules) => Temporal.PlainDate.compare(rules.from, day) <= 0);
  if (!found) throw new RangeError(`no rules for higher limits for ${day}`);
  return found;
}
