// Explains the findings of a review, for staff and the sandbox's page. Borrowers see only the
// reason group.
import type { Mask } from '#/commands/mask.ts';
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
  idExpired: () => 'the ID has expired',
  contactsNotEnough: ({ phones, phonesLeast, hasFamily }) =>
    [
      ...(Number(phones) < Number(phonesLeast)
        ? [`${phones} different numbers with the borrower's own, of ${phonesLeast} required`]
        : []),
      ...(hasFamily ? [] : ['no family among the contacts']),
    ].join(', '),
  informationMissing: ({ fields }) => `${fields} of five fields say nothing`,
  informationThin: ({ fields }) =>
    `${fields} of five fields ${fields === 1 ? 'says' : 'say'} nothing`,
  incomeWithoutWork: () => 'no work, but another income',
  idExpiryMissing: () => 'an ID that expires, without its expiry date',
  sameIdNumber: (facts) => `the ID number of ${people(facts.people)}`,
  samePicture: (facts) => `a picture that ${people(facts.people)} sent, byte for byte`,
  onePicture: () => 'one picture for the ID and for the selfie',
  sameDevice: (facts) =>
    `a device that ${people(facts.people)} used within ${facts.withinDays} days`,
  sharedDevice: (facts) =>
    `a device that ${people(facts.people)} used within ${facts.withinDays} days, as families do`,
  blocklisted: () => 'on the blocklist',
  sanctioned: () => 'a name on the sanctions list',
  incomeTooLow: () => 'an income too low for any loan of this product',
  firstLineNeedsPerson: () => 'a first line, which only a person approves',
  notScreened: () => 'a required screening list is missing',
  pictureQuality: ({ isFrontBad, isSelfieBad }) =>
    `${[isFrontBad ? 'the picture of the ID' : '', isSelfieBad ? 'the selfie' : ''].filter(Boolean).join(' and ')} measured as blurred or blown out`,
  earlierRejections: (facts) => `refused ${times(facts.count)} within ${facts.withinDays} days`,
  loanOverdue: (facts) => `${facts.count} loans overdue now`,
  loansRepaidLate: (facts) => `${facts.count} loans repaid late`,
  idNumberUnusual: () => 'an ID number with an unusual format for its type',
  facebookLink: () => 'gave the address of a Facebook page',
  loansRepaidOnTime: (facts) => `${facts.loansCounted} loans repaid on time`,
  reviewFailed: () => 'the engine failed repeatedly',
  disputeUpheld: () => 'a dispute of the earlier rejection was upheld',
};

/** A stored finding. An old finding may lack its facts or name a removed rule. */
type Stored = { rule: string; says: string } & Partial<Hit>;

const isKnown = (rule: string): rule is Rule => Object.hasOwn(words, rule);

/** Describes a finding, such as 'needs a reviewer: the ID number of one other person'. */
export function wordsOf({ rule, says, facts }: Stored): string {
  const verb =
    {
      rejected: 'refuses',
      manual: 'needs a reviewer',
      bonus: 'adds to the limit',
      note: 'for information',
    }[says] ?? says;
  const sentence = isKnown(rule)
    ? facts || words[rule].length === 0
      ? words[rule](facts ?? {})
      : rule
    : rule;
  return `${verb}: ${sentence}`;
}

/**
 * Returns a finding for staff. RA 9160 forbids telling borrowers about a report, so a match with a
 * screening list is masked for staff who talk to borrowers.
 */
export function findingShown(mask: Mask, finding: Stored) {
  const listed = whereListed(finding);
  const shown = (text: string) =>
    listed.length > 0
      ? mask.over('screening', text, () => 'shown to reviewers with --reveal')
      : text;
  return {
    rule: shown(finding.rule),
    says: finding.says,
    words: shown(wordsOf(finding)),
    listed: listed.map(shown),
    others: finding.others ?? [],
  };
}

/** Returns the matching lines of screening lists, for reviewers only. */
export function whereListed({ listed = [] }: Stored): string[] {
  return listed.map(wordsOfMatch);
}

/** Describes a match: 'sanctions version 3, line 12, by nameAndDay'. */
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

export function findingsOf(rulesFired: unknown): Stored[] {
  return Array.isArray(rulesFired) ? (rulesFired as Stored[]) : [];
}

/** Describes stored findings, unmasked, for the sandbox. */
export function explainRules(rulesFired: unknown): string[] {
  return findingsOf(rulesFired).map(wordsOf);
}
