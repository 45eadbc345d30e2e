// The schema of the dated review rules, which credit/review/checks.ts implements. Never change a
// set, because it must still explain old decisions.
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

/** A rule that may reject by itself. A set can weaken it to a manual review. */
const refusing = <const Id extends string, More extends v.ObjectEntries>(id: Id, more: More) =>
  v.strictObject({
    id: v.literal(id),
    says: v.picklist(['rejected', 'manual']),
    reasonGroup: v.picklist(reasonGroups),
    ...more,
  });
/** A rule about identity or risk. Only a reviewer may reject because of such a rule. */
const asking = <const Id extends string, More extends v.ObjectEntries>(id: Id, more: More) =>
  v.strictObject({ id: v.literal(id), says: v.picklist(['manual', 'note']), ...more });
/** A rule that only shows a note to the reviewer. */
const noting = <const Id extends string, More extends v.ObjectEntries>(id: Id, more: More) =>
  v.strictObject({ id: v.literal(id), says: v.literal('note'), ...more });
/** A rule that raises the limit. */
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
 * Rules required by law: on the capacity to contract, on one line per person, and against money
 * laundering.
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
    v.regex(/^\d{4}-\d{2}[a-z]?$/, 'a version is a year, a month and optionally a letter'),
  ),
  /** The first Manila day on which the set applies. */
  startsOn: zDay,
  /** Days from a rejection to the next application. */
  resubmitAfterDays: zDays,
  /** The order matters: the borrower reads the reason of the first rule that rejects. */
  rules: v.pipe(
    v.array(zRule),
    v.check(
      (rules) => new Set(rules.map((rule) => rule.id)).size === rules.length,
      'a rule occurs twice',
    ),
    v.check(
      (rules) =>
        neverLeftOut.every((id) => rules.some((rule) => rule.id === id && rule.says !== 'note')),
      `${neverLeftOut.join(', ')} must all be present and not only notes`,
    ),
    v.check(
      (rules) => rules.every((rule) => rule.id !== 'ageOutOfRange' || rule.least <= rule.most),
      'the least age is above the most',
    ),
  ),
});
export type RuleSet = v.InferOutput<typeof zRuleSet>;

/** Thrown for an invalid rule set. The message is one sentence that names the set. */
export class RulesWrong extends Error {
  override name = 'RulesWrong';
}

/** The shipped sets, unvalidated, oldest first. */
export const shippedRuleSets: readonly unknown[] = [reviewRules202611];

/**
 * Parses rule sets, oldest first. @throws RulesWrong if a set has the wrong shape, does not start
 * after the previous one, or repeats a version.
 */
export function readRuleSets(sets: readonly unknown[]): readonly RuleSet[] {
  const read = sets.map((set, place) => readRuleSet(set, place));
  read.forEach((set, place) => {
    const before = read[place - 1];
    if (before && before.startsOn >= set.startsOn)
      throw new RulesWrong(
        `Review rules ${set.version} start on ${set.startsOn}, not after ${before.version} of ${before.startsOn}.`,
      );
    if (read.findIndex(({ version }) => version === set.version) !== place)
      throw new RulesWrong(`There are two sets of review rules with the version ${set.version}.`);
  });
  return read;
}

function readRuleSet(set: unknown, place: number): RuleSet {
  const parsed = v.safeParse(zRuleSet, set);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const named = v.safeParse(v.object({ version: v.string() }), set);
  const name = named.success ? named.output.version : `number ${place + 1}`;
  const where = v.getDotPath(issue);
  throw new RulesWrong(
    `Review rules ${name} cannot be used: ${where ? `${where}: ` : ''}${issue.message}.`,
  );
}

/** Returns a sentence that says why the rule sets cannot be used on a day; null if they can. */
export function whyRulesFail(day: string, sets = shippedRuleSets): string | null {
  try {
    const [first] = readRuleSets(sets);
    return first && first.startsOn <= day ? null : `There are no review rules for ${day}.`;
  } catch (error) {
    if (error instanceof RulesWrong) return error.message;
    throw error;
  }
}
