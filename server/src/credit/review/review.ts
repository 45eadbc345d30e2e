// The review engine: a pure function from facts to a decision, so that every decision can be
// explained.
import type { ReasonGroup } from '@sandali/contract/credit.ts';
import { addCentavos, type Centavos, minCentavos, sumCentavos } from '@sandali/contract/money.ts';
import type { Screened } from '#/credit/screening/screening.ts';
import type { Rule, RuleId } from '#/data/review-rules.ts';
import { type Hit, hitOf, type LineTerms, type ReviewFacts } from './checks.ts';
import type { ReviewRules } from './rules.ts';

/** Findings that come from the server's gates or from referrals, not from a rule. */
export type BuiltInRule =
  | 'reviewFailed'
  | 'disputeUpheld'
  | 'firstLineNeedsPerson'
  | 'incomeTooLow';

/**
 * The result of a rule that fired. 'rejected' outweighs 'manual'; a bonus adds to the limit; a note
 * does not change the decision.
 */
type Finding = Hit & { rule: RuleId | BuiltInRule } & (
    | { says: 'rejected'; reasonGroup: ReasonGroup }
    | { says: 'manual' | 'bonus' | 'note' }
  );

export type Outcome =
  | { outcome: 'approved'; limitCentavos: Centavos }
  | { outcome: 'rejected'; reasonGroup: ReasonGroup; resubmitOn: Temporal.PlainDate }
  | { outcome: 'manual' };

export type Decision = Outcome & {
  rulesVersion: string;
  rulesFired: readonly Finding[];
  /** The versions of the screening lists; absent if a reviewer decided. */
  screened?: Screened['versions'];
};

/**
 * Decides by the rules. An approval's limit is the catalogue's first limit for the income band plus
 * bonuses.
 */
export function review(facts: ReviewFacts, rules: ReviewRules, line: LineTerms): Decision {
  const rulesFired = rules.rules.flatMap((rule) => findingOf(rule, hitOf(rule, facts, line)) ?? []);
  const stamp = { rulesVersion: rules.version, rulesFired, screened: facts.screened.versions };
  const refused = rulesFired.find((finding) => finding.says === 'rejected');
  if (refused) return { ...rejection(facts.today, rules, refused.reasonGroup), ...stamp };
  if (rulesFired.some((finding) => finding.says === 'manual'))
    return { outcome: 'manual', ...stamp };
  return { outcome: 'approved', limitCentavos: limitOf(facts, rulesFired, line), ...stamp };
}

/** Conditions that apply in addition to the rules. */
export type Gates = {
  needsPerson: boolean;
  /** The highest line for the income; 0 if the income is too low for any loan. */
  affordableCentavos: Centavos;
  /** Whether a person decides if the income is too low for any loan. */
  isBelowForPerson: boolean;
};

/**
 * Applies the server's gates to a decision that the rules made: caps the limit, and refers the
 * application to a person if a gate requires it. Never weakens a rejection or referral.
 */
export function applyGates(
  decision: Decision,
  { today }: Pick<ReviewFacts, 'today'>,
  rules: ReviewRules,
  gates: Gates,
): Decision {
  if (decision.outcome === 'rejected') return decision;
  const limit =
    decision.outcome === 'approved'
      ? minCentavos(decision.limitCentavos, gates.affordableCentavos)
      : gates.affordableCentavos;
  const { rulesVersion, rulesFired, screened } = decision;
  const stamp = { rulesVersion, rulesFired, ...(screened && { screened }) };
  if (limit === 0 && (gates.isBelowForPerson || decision.outcome === 'manual')) {
    const finding = { rule: 'incomeTooLow', says: 'manual', facts: {} } as const;
    return { outcome: 'manual', ...stamp, rulesFired: [...rulesFired, finding] };
  }
  if (limit === 0) {
    const finding = {
      rule: 'incomeTooLow',
      says: 'rejected',
      reasonGroup: 'income',
      facts: {},
    } as const;
    return {
      ...rejection(today, rules, finding.reasonGroup),
      ...stamp,
      rulesFired: [...rulesFired, finding],
    };
  }
  if (decision.outcome === 'manual') return decision;
  if (!gates.needsPerson) return { outcome: 'approved', limitCentavos: limit, ...stamp };
  const finding = { rule: 'firstLineNeedsPerson', says: 'manual', facts: {} } as const;
  return { outcome: 'manual', ...stamp, rulesFired: [...stamp.rulesFired, finding] };
}

/** Returns a rejection, with the day on which the borrower may apply again. */
export function rejection(
  today: Temporal.PlainDate,
  rules: ReviewRules,
  reasonGroup: ReasonGroup,
): Outcome & { outcome: 'rejected' } {
  return {
    outcome: 'rejected',
    reasonGroup,
    resubmitOn: today.add({ days: rules.resubmitAfterDays }),
  };
}

function findingOf(rule: Rule, hit: Hit | null): Finding | null {
  if (!hit) return null;
  if (rule.says === 'rejected')
    return { rule: rule.id, says: rule.says, reasonGroup: rule.reasonGroup, ...hit };
  return { rule: rule.id, says: rule.says, ...hit };
}

/** Caps the limit at the threshold, because the engine never grants one that needs two people. */
function limitOf(facts: ReviewFacts, fired: readonly Finding[], line: LineTerms): Centavos {
  const bonuses = fired.flatMap((finding) => finding.bonusCentavos ?? []);
  const first = line.firstLimitByIncome[facts.work.incomeBand];
  // A bonus never grants a limit to an income that is too low for any loan.
  if (first === 0) return first;
  const limit = addCentavos(first, sumCentavos(bonuses));
  return minCentavos(limit, line.twoPeopleAboveCentavos);
}
