// The checks of the review rules. A decision outlives the account, so a check returns only counts
// and booleans, which do not identify anyone.

import {
  type Contacts,
  type EmploymentType,
  familyRelationships,
  type Identity,
  type Personal,
  type PictureQuality,
  type Work,
} from '@sandali/contract/credit.ts';
import { type Centavos, sumCentavos } from '@sandali/contract/money.ts';
import { ageOn } from '#/credit/rules.ts';
import type { Screened, ScreeningHit } from '#/credit/screening/screening.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { idShapeWarning } from '#/data/identity.ts';
import type { Rule, RuleId, RuleOf, ScreeningList } from '#/data/review-rules.ts';

/** The contents of an application and the stored data about the applicant. */
export type ApplicationFacts = {
  /** The review's Manila day. */
  today: Temporal.PlainDate;
  personal: Pick<Personal, 'bornOn' | 'birthPlace' | 'address' | 'facebookLink'>;
  contacts: Contacts;
  work: Pick<
    Work,
    | 'employmentType'
    | 'fundSource'
    | 'incomeBand'
    | 'employer'
    | 'position'
    | 'address'
    | 'asksPerson'
  >;
  identity: Pick<Identity, 'idType' | 'idNumber' | 'idExpiresOn'>;
  /** The account's own number, E.164. */
  ownPhone: string;
  /** Applications of other people with the same ID number, one per person. */
  sameIdNumber: readonly string[];
  /** The number of other people who uploaded a byte-identical picture, and their applications. */
  samePicture: { people: number; applicationIds: readonly string[] };
  /** Whether the ID and the selfie are the same picture. */
  isOnePicture: boolean;
  /**
   * Quality measured on the phone, from 0 (good) to 1 (bad); null if not measured. A client can
   * send any value, so no decision rests on it alone.
   */
  pictureQuality: { idFront: PictureQuality | null; selfie: PictureQuality | null };
  /** Days since each rejection of an earlier application. */
  rejectedDaysAgo: readonly number[];
};

/** All facts of a review: the application, and data of other slices. */
export type ReviewFacts = ApplicationFacts & {
  /** Applications of other people on the same device, one per person, and how many days ago. */
  sameDevice: readonly { applicationId: string; daysAgo: number }[];
  screened: Screened;
  loans: LoanRecord;
};

/** Counts of earlier loans by outcome. */
type LoanRecord = { repaidOnTime: number; repaidLate: number; overdueNow: number };

/** The part of a catalogue that determines limits. */
export type LineTerms = Pick<
  Catalogue['line'],
  'firstLimitByIncome' | 'facebookBonusCentavos' | 'growthCentavos' | 'twoPeopleAboveCentavos'
>;

/** The facts behind a finding, in a form that may be stored permanently. */
export type SafeFacts = Readonly<Record<string, number | boolean>>;

export type Hit = {
  facts: SafeFacts;
  /** Other people's applications to compare with this one; never shown to the borrower. */
  others?: readonly string[];
  /** Matches with a screening list; never shown to the borrower or to support. */
  listed?: readonly ScreeningHit[];
  /** The amount that a bonus adds to the limit. */
  bonusCentavos?: Centavos;
};

type Check<Id extends RuleId> = (
  facts: ReviewFacts,
  rule: RuleOf<Id>,
  line: LineTerms,
) => Hit | null;

/** Returns a rule's finding, or null if it does not fire. */
export function hitOf(rule: Rule, facts: ReviewFacts, line: LineTerms): Hit | null {
  const check = checks[rule.id] as (facts: ReviewFacts, rule: Rule, line: LineTerms) => Hit | null;
  return check(facts, rule, line);
}

const when = (isSo: boolean, facts: SafeFacts = {}, more: Omit<Hit, 'facts'> = {}): Hit | null =>
  isSo ? { facts, ...more } : null;

const checks: { readonly [Id in RuleId]: Check<Id> } = {
  ageOutOfRange({ personal, today }, { least, most }) {
    const age = ageOn(personal.bornOn, today);
    return when(age < least || age > most, { isBelow: age < least, least, most });
  },
  noIncome: ({ work }, rule) =>
    when(isWithoutWork(work, rule) && !rule.incomeWithoutWork.includes(work.fundSource)),
  idExpired: ({ identity, today }) =>
    when(identity.idExpiresOn !== null && identity.idExpiresOn < today.toString()),
  contactsNotEnough({ contacts, ownPhone }, { phonesLeast }) {
    const phones = new Set<string>([...contacts.map((contact) => contact.phone), ownPhone]).size;
    const hasFamily = contacts.some((contact) =>
      familyRelationships.includes(contact.relationship),
    );
    return when(phones < phonesLeast || !hasFamily, { phones, phonesLeast, hasFamily });
  },
  informationMissing: (facts, { fieldsFrom }) => whenEmpty(facts, fieldsFrom),
  informationThin: (facts, { fieldsFrom }) => whenEmpty(facts, fieldsFrom),
  incomeWithoutWork: ({ work }, rule) =>
    when(isWithoutWork(work, rule) && rule.incomeWithoutWork.includes(work.fundSource)),
  idExpiryMissing: ({ identity }, { idTypes }) =>
    when(identity.idExpiresOn === null && idTypes.includes(identity.idType)),
  sameIdNumber: ({ sameIdNumber: others }) =>
    when(others.length > 0, { people: others.length }, { others }),
  samePicture: ({ samePicture: { people, applicationIds } }) =>
    when(people > 0, { people }, { others: applicationIds }),
  onePicture: ({ isOnePicture }) => when(isOnePicture),
  sameDevice: (facts, rule) => whenShared(facts, rule),
  sharedDevice: (facts, rule) => whenShared(facts, rule, rule.peopleMost),
  blocklisted: ({ screened }) => whenListed(screened.hits, 'blocklist'),
  sanctioned: ({ screened }, { birthYearsApartMost }) =>
    whenListed(
      screened.hits.filter((hit) => hit.birthYearsApart <= birthYearsApartMost),
      'sanctions',
    ),
  notScreened({ screened }, { lists }) {
    const missing = lists.filter((list) => screened.versions[list] === null).length;
    return when(screened.isNeeded && missing > 0, { missing });
  },
  pictureQuality({ pictureQuality }, most) {
    const isBad = (of: 'idFront' | 'selfie') => {
      const measured = pictureQuality[of];
      return (
        measured !== null &&
        (measured.blur > most[of].blurMost || measured.glare > most[of].glareMost)
      );
    };
    return when(isBad('idFront') || isBad('selfie'), {
      isFrontBad: isBad('idFront'),
      isSelfieBad: isBad('selfie'),
    });
  },
  earlierRejections({ rejectedDaysAgo }, { countFrom, withinDays }) {
    const count = rejectedDaysAgo.filter((days) => days <= withinDays).length;
    return when(count >= countFrom, { count, withinDays });
  },
  loanOverdue: ({ loans }) => when(loans.overdueNow > 0, { count: loans.overdueNow }),
  loansRepaidLate: ({ loans }, { countFrom }) =>
    when(loans.repaidLate >= countFrom, { count: loans.repaidLate }),
  idNumberUnusual: ({ identity }) =>
    when(idShapeWarning(identity.idType, identity.idNumber) !== null),
  facebookLink: ({ personal }, _rule, line) =>
    when(personal.facebookLink !== null, {}, { bonusCentavos: line.facebookBonusCentavos }),
  loansRepaidOnTime({ loans }, { loansMost }, line) {
    const loansCounted = Math.min(loans.repaidOnTime, loansMost);
    return when(
      loansCounted > 0,
      { loansCounted },
      { bonusCentavos: sumCentavos(Array(loansCounted).fill(line.growthCentavos)) },
    );
  },
};

function isWithoutWork(
  { employmentType }: ReviewFacts['work'],
  { withoutWork }: RuleOf<'noIncome' | 'incomeWithoutWork'>,
): boolean {
  return withoutWork.includes(employmentType);
}

function whenEmpty({ personal, work }: ReviewFacts, fieldsFrom: number): Hit | null {
  const fields = emptyFields(personal, work);
  return when(fields >= fieldsFrom, { fields });
}

function whenShared(
  { sameDevice }: ReviewFacts,
  rule: RuleOf<'sameDevice' | 'sharedDevice'>,
  peopleMost = Number.POSITIVE_INFINITY,
): Hit | null {
  const { peopleFrom, withinDays } = rule;
  const others = sameDevice
    .filter(({ daysAgo }) => daysAgo <= withinDays)
    .map(({ applicationId }) => applicationId);
  return when(
    others.length >= peopleFrom && others.length <= peopleMost,
    { people: others.length, withinDays },
    { others },
  );
}

function whenListed(hits: readonly ScreeningHit[], list: ScreeningList): Hit | null {
  const listed = hits.filter((hit) => hit.list === list);
  return when(listed.length > 0, { lines: listed.length }, { listed });
}

/** Filler answers in lowercase, without spaces and punctuation. */
const fillers = new Set(
  'none nothing na nil null no not notapplicable wala walanaman walapa secret private same test testing asdf qwerty abc xyz unknown anywhere here'.split(
    ' ',
  ),
);
/** Employment types with an employer, whose fields must be filled in. */
const withEmployer: readonly EmploymentType[] = ['private', 'government', 'overseas'];

type FreeText = Pick<Personal, 'birthPlace' | 'address'>;
type WorkText = Pick<Work, 'employmentType' | 'employer' | 'position' | 'address'>;

/** Counts the uninformative fields, 0 to 5. */
export function emptyFields(personal: FreeText, work: WorkText): number {
  const ofPerson = [personal.birthPlace, personal.address];
  const ofWork = withEmployer.includes(work.employmentType)
    ? [work.employer, work.position, work.address]
    : [];
  return [...ofPerson, ...ofWork].filter(saysNothing).length;
}

/** Whether an answer has fewer than two letters, is a filler, or repeats one letter. */
export function saysNothing(text: string | null): boolean {
  const letters = (text ?? '').toLowerCase().replace(/[^\p{L}]/gu, '');
  return [...letters].length < 2 || fillers.has(letters) || new Set(letters).size === 1;
}
