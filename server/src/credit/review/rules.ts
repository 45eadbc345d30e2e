// The review's rules in force on a day, from the sets that ship (data/review-rules.ts).
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
 * The rules in force on a Manila day.
 * @throws RulesWrong before the first set, or where a set that ships cannot be used.
 */
export function reviewRulesOn(day: Temporal.PlainDate): ReviewRules {
  shipped ??= readRuleSets(shippedRuleSets);
  const found = shipped.findLast((rules) => rules.startsOn <= day.toString());
  if (!found) throw new RulesWrong(`There are no review rules for ${day}.`);
  return found;
}

/** A rule of a set, or null where the set goes without it. */
export function ruleIn<Id extends RuleId>(rules: ReviewRules, id: Id): RuleOf<Id> | null {
  return (rules.rules.find((rule: Rule) => rule.id === id) as RuleOf<Id> | undefined) ?? null;
}

/** The ages in whole years, both included, that are not refused. No set goes without them. */
export function agesOf(rules: ReviewRules): { least: number; most: number } {
  const rule = ruleIn(rules, 'ageOutOfRange');
  if (!rule) throw new RulesWrong(`Review rules ${rules.version} have no ages.`);
  return { least: rule.least, most: rule.most };
}
