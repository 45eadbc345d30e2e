// The review rules that apply on a Manila day, from the shipped sets (data/review-rules.ts).
import {
  type Rule,
  type RuleId,
  type RuleOf,
  type RuleSet,
  RulesWrong,
  readRuleSets,
  shippedRuleSets,
} from '#/data/review-rules.ts';

export type ReviewRules = RuleSet;

let shipped: readonly RuleSet[] | null = null;

/**
 * Returns the rules that apply on a Manila day.
 * @throws RulesWrong if the day precedes the first set, or a shipped set is invalid.
 */
export function reviewRulesOn(day: Temporal.PlainDate): ReviewRules {
  shipped ??= readRuleSets(shippedRuleSets);
  const ruleSet = shipped.findLast((rules) => rules.startsOn <= day.toString());
  if (!ruleSet) throw new RulesWrong(`There are no review rules for ${day}.`);
  return ruleSet;
}

/** Returns a rule of a set, or null if the set does not contain it. */
export function ruleIn<Id extends RuleId>(rules: ReviewRules, id: Id): RuleOf<Id> | null {
  return (rules.rules.find((rule: Rule) => rule.id === id) as RuleOf<Id> | undefined) ?? null;
}

/** Returns the accepted ages in whole years, inclusive. Every rule set contains them. */
export function agesOf(rules: ReviewRules): { least: number; most: number } {
  const rule = ruleIn(rules, 'ageOutOfRange');
  if (!rule) throw new RulesWrong(`Review rules ${rules.version} have no ages.`);
  return { least: rule.least, most: rule.most };
}
