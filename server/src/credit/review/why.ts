// The findings of a review in words, for staff and the sandbox's page. Borrowers see only the
// reason group.
import type { RuleId } from '#/data/review-rules.ts';
import type { Hit, SafeFacts } from './checks.ts';
import type { BuiltInRule } from './review.ts';

type Words = (facts: SafeFacts) => string;
type Rule = RuleId | BuiltInRule;

const people = (count: unknown) => (count === 1 ? 'one other person' : `${count} other people`);
const times = (count: unknown) => (count === 1 ? 'once' : `${count} times`);

const words: Readonly<Record<Rule, Words>> = {
  ageOutOfRange: ({ isBelow, least, most }) =>
    isBelow ? `younger than ${least}` : `older than ${most}`,
  noIncome: () => 'no work, and no other income that a loan could be repaid from',
  idExpired: () => 'the last day of the ID is over',
  contactsNotEnough: ({ phones, phonesLeast, hasFamily }) =>
    [
      ...(Number(phones) < Number(phonesLeast)
        ? [`${phones} different numbers with the borrower's own, where ${phonesLeast} are needed`]
        : []),
      ...(hasFamily ? [] : ['no family among the contacts']),
    ].join(', '),
  informationMissing: ({ fields }) => `${fields} of five fields say nothing`,
  informationThin: ({ fields }) =>
    `${fields} of five fields ${fields === 1 ? 'says' : 'say'} nothing`,
  incomeWithoutWork: () => 'no work, but another income',
  idExpiryMissing: () => 'an ID that ends some day, without its last day',
  sameIdNumber: (facts) => `the ID number of ${people(facts.people)}`,
  samePicture: (facts) => `a picture that ${people(facts.people)} sent, byte for byte`,
  onePicture: () => 'one picture for the ID and for the selfie',
  sameDevice: (facts) =>
    `a device that ${people(facts.people)} used within ${facts.withinDays} days`,
  sharedDevice: (facts) =>
    `a device that ${people(facts.people)} used within ${facts.withinDays} days, as families do`,
  blocklisted: () => 'on the blocklist',
  sanctioned: () => 'a name on the sanctions list',
  incomeTooLow: () => 'an income that carries no loan of this product',
  firstLineNeedsPerson: () => 'a first line, which a person gives',
  notScreened: () => 'no list was there to screen against',
  pictureQuality: ({ isFrontBad, isSelfieBad }) =>
    `${[isFrontBad ? 'the picture of the ID' : '', isSelfieBad ? 'the selfie' : ''].filter(Boolean).join(' and ')} measured as blurred or blown out`,
  earlierRejections: (facts) => `refused ${times(facts.count)} within ${facts.withinDays} days`,
  loanOverdue: (facts) => `${facts.count} loans overdue now`,
  loansRepaidLate: (facts) => `${facts.count} loans repaid late`,
  idNumberUnusual: () => 'an ID number of another shape than its kind usually has',
  facebookLink: () => 'gave the address of a Facebook page',
  loansRepaidOnTime: (facts) => `${facts.loansCounted} loans repaid on time`,
  reviewFailed: () => 'the engine failed at it again and again',
  disputeUpheld: () => 'a refusal of the same materials was disputed, and staff agreed',
};

/** A stored finding. An older one may lack its facts, or name a removed rule. */
type Stored = { rule: string; says: string } & Partial<Hit>;

const isKnown = (rule: string): rule is Rule => Object.hasOwn(words, rule);

/** Puts a finding in words: 'asks a person: the ID number of one other person'. */
export function wordsOf({ rule, says, facts }: Stored): string {
  const verb =
    {
      rejected: 'refuses',
      manual: 'asks a person',
      bonus: 'adds to the limit',
      note: 'to be seen',
    }[says] ?? says;
  const what = isKnown(rule)
    ? facts || words[rule].length === 0
      ? words[rule](facts ?? {})
      : rule
    : rule;
  return `${verb}: ${what}`;
}

/** Returns the matching lines of screening lists, for reviewers only. */
export function whereListed({ listed = [] }: Stored): string[] {
  return listed.map(wordsOfMatch);
}

/** Puts a match in words: 'sanctions version 3, line 12, by nameAndDay'. */
export function wordsOfMatch({
  list,
  version,
  line,
  by,
}: {
  list: string;
  version: number;
  line: number;
  by: string;
}): string {
  return `${list} version ${version}, line ${line}, by ${by}`;
}

/** Returns the findings stored with a decision. */
export function findingsOf(rulesFired: unknown): Stored[] {
  return Array.isArray(rulesFired) ? (rulesFired as Stored[]) : [];
}

/** Puts stored findings in words, unmasked, for the sandbox. */
export function explainRules(rulesFired: unknown): string[] {
  return findingsOf(rulesFired).map(wordsOf);
}
