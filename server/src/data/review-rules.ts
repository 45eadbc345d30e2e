// The shape of the review's rules, and the sets that ship. Data holds which rules there are, their
// order and thresholds; what a rule looks at is code (credit/review/checks.ts). Each set is in
// force from its day on and keeps its version permanently, so that every decision can be explained
// by the rules of its own day: a change is a new set. How: docs/operators/review.md.
import { employmentTypes, fundSources, idTypes, reasonGroups } from '@sandali/contract/credit.ts';
import { zDay } from '@sandali/contract/day.ts';
import * as v from 'valibot';
import { reviewRules202611 } from './review-rules/2026-11.ts';

export const screeningLists = ['blocklist', 'sanctions'] as const;
export type ScreeningList = (typeof screeningLists)[number];

const zCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));
const zDays = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3660));
const zAge = v.pipe(v.number(), v.integer(), v.minValue(18), v.maxValue(120));
const zShare = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const zQualityMost = v.strictObject({ blurMost: zShare, glareMost: zShare });

/**
 * A rule that may refuse by itself; data may weaken it to asking a person, never the other way
 * round.
 */
const refusing = <const Id extends string, More extends v.ObjectEntries>(id: Id, more: More) =>
  v.strictObject({
    id: v.literal(id),
    says: v.picklist(['rejected', 'manual']),
    reasonGroup: v.picklist(reasonGroups),
    ...more,
  });
/** A rule that doubts who somebody is, or what may come of it: only a person may refuse for it. */
const asking = <const Id extends string, More extends v.ObjectEntries>(id: Id, more: More) =>
  v.strictObject({ id: v.literal(id), says: v.picklist(['manual', 'note']), ...more });
/** A rule that only points something out to a reviewer. */
const noting = <const Id extends string, More extends v.ObjectEntries>(id: Id, more: More) =>
  v.strictObject({ id: v.literal(id), says: v.literal('note'), ...more });
/** A rule that adds to the limit. */
const giving = <const Id extends string, More extends v.ObjectEntries>(id: Id, more: More) =>
  v.strictObject({ id: v.literal(id), says: v.literal('bonus'), ...more });

const withoutWork = v.array(v.picklist(employmentTypes));
const incomeWithoutWork = v.array(v.picklist(fundSources));

const zRule = v.variant('id', [
  refusing('ageOutOfRange', { least: zAge, most: zAge }),
  refusing('noIncome', { withoutWork, incomeWithoutWork }),
  refusing('idExpired', {}),
  refusing('contactsNotEnough', { phonesLeast: v.pipe(zCount, v.maxValue(4)) }),
  refusing('informationMissing', { fieldsFrom: v.pipe(zCount, v.maxValue(5)) }),
  asking('informationThin', { fieldsFrom: v.pipe(zCount, v.maxValue(5)) }),
  asking('incomeWithoutWork', { withoutWork, incomeWithoutWork }),
  asking('idExpiryMissing', { idTypes: v.array(v.picklist(idTypes)) }),
  asking('sameIdNumber', {}),
  asking('samePicture', {}),
  asking('onePicture', {}),
  asking('sameDevice', { peopleFrom: zCount, withinDays: zDays }),
  noting('sharedDevice', { peopleFrom: zCount, peopleMost: zCount, withinDays: zDays }),
  asking('blocklisted', {}),
  asking('sanctioned', {
    birthYearsApartMost: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3)),
  }),
  asking('notScreened', { lists: v.array(v.picklist(screeningLists)) }),
  asking('pictureQuality', { idFront: zQualityMost, selfie: zQualityMost }),
  asking('earlierRejections', { countFrom: zCount, withinDays: zDays }),
  asking('loanOverdue', {}),
  asking('loansRepaidLate', { countFrom: zCount }),
  noting('idNumberUnusual', {}),
  giving('facebookLink', {}),
  giving('loansRepaidOnTime', { loansMost: zCount }),
]);
export type Rule = v.InferOutput<typeof zRule>;
export type RuleId = Rule['id'];
export type RuleOf<Id extends RuleId> = Extract<Rule, { id: Id }>;

/**
 * Without these nothing may be lent: capacity to contract, one person one line, and the law on
 * money laundering.
 */
const neverLeftOut: readonly RuleId[] = [
  'ageOutOfRange',
  'sameIdNumber',
  'sanctioned',
  'notScreened',
];

const zRuleSet = v.strictObject({
  version: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}[a-z]?$/, 'a version is a year, a month and perhaps a letter'),
  ),
  /** First Manila day on which it is in force. */
  startsOn: zDay,
  /** Days after a refusal until materials may be sent again. */
  resubmitAfterDays: zDays,
  /** In the order in which reasons are given to borrowers. */
  rules: v.pipe(
    v.array(zRule),
    v.check(
      (rules) => new Set(rules.map((rule) => rule.id)).size === rules.length,
      'a rule stands twice',
    ),
    v.check(
      (rules) =>
        neverLeftOut.every((id) => rules.some((rule) => rule.id === id && rule.says !== 'note')),
      `none of ${neverLeftOut.join(', ')} may be left out or only noted`,
    ),
    v.check(
      (rules) => rules.every((rule) => rule.id !== 'ageOutOfRange' || rule.least <= rule.most),
      'the least age is above the most',
    ),
  ),
});
export type RuleSet = v.InferOutput<typeof zRuleSet>;

/** A rule set that cannot be used; the message is one sentence that names it. */
export class RulesWrong extends Error {
  override name = 'RulesWrong';
}

/** The sets that ship, as they were written, the oldest first. */
export const shippedRuleSets: readonly unknown[] = [reviewRules202611];

/**
 * Reads rule sets, the oldest first.
 * @throws RulesWrong where one breaks the shape, or two would be in force on one day.
 */
export function readRuleSets(sets: readonly unknown[]): readonly RuleSet[] {
  const read = sets.map((set, place) => readRuleSet(set, place));
  read.forEach((set, place) => {
    const before = read[place - 1];
    if (before && before.startsOn >= set.startsOn)
      throw new RulesWrong(
        `Review rules ${set.version} start on ${set.startsOn}, not after ${before.version} of ${before.startsOn}.`,
      );
    if (read.findIndex((one) => one.version === set.version) !== place)
      throw new RulesWrong(`There are two sets of review rules of the version ${set.version}.`);
  });
  return read;
}

function readRuleSet(set: unknown, place: number): RuleSet {
  const found = v.safeParse(zRuleSet, set);
  if (found.success) return found.output;
  const [issue] = found.issues;
  const named = v.safeParse(v.object({ version: v.string() }), set);
  const name = named.success ? named.output.version : `number ${place + 1}`;
  const where = v.getDotPath(issue);
  throw new RulesWrong(
    `Review rules ${name} cannot be used: ${where ? `${where}: ` : ''}${issue.message}.`,
  );
}

/**
 * What is wrong with the rules that ship, or those given, on a day, in one sentence; null where
 * they can be used.
 */
export function whyRulesFail(day: string, sets = shippedRuleSets): string | null {
  try {
    const [first] = readRuleSets(sets);
    return first && first.startsOn <= day ? null : `There are no review rules for ${day}.`;
  } catch (error) {
    if (error instanceof RulesWrong) return error.message;
    throw error;
  }
}
