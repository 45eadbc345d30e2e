// The review: facts in, decision out. Pure, so that the same facts under the same rules always give the same answer, which can be explained.
import {
  type Contacts,
  familyRelationships,
  type Identity,
  type Personal,
  type PictureQuality,
  type ReasonGroup,
  type Work,
} from '@sandali/contract/credit.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { ageOn } from './age.ts';
import type { ReviewRules } from './review-rules.ts';

export type ReviewFacts = {
  /** The review's Manila day. */
  today: Temporal.PlainDate;
  personal: Pick<Personal, 'bornOn'>;
  contacts: Contacts;
  work: Pick<Work, 'employmentType' | 'fundSource' | 'incomeBand'>;
  identity: Pick<Identity, 'idExpiresOn'>;
  /** The account's own number, E.164. */
  ownPhone: string;
  /** How many other people have submitted the same ID number. */
  othersWithSameId: number;
  /** How many other people have uploaded a picture of the same bytes. */
  othersWithSamePicture: number;
  /** Whether both pictures are one. */
  isOnePicture: boolean;
  /** What the phone measured on each picture, as far as it did. It may be told anything, so it never decides alone. */
  pictureQuality: { idFront: PictureQuality | null; selfie: PictureQuality | null };
};

/** What one rule says where it says anything; 'rejected' outweighs 'manual'. */
export type Finding = { rule: string } & ({ says: 'rejected'; reasonGroup: ReasonGroup } | { says: 'manual' });

export type Outcome =
  | { outcome: 'approved'; limitCentavos: Centavos }
  | { outcome: 'rejected'; reasonGroup: ReasonGroup; resubmitOn: Temporal.PlainDate }
  | { outcome: 'manual' };

export type Decision = Outcome & { rulesVersion: string; rulesFired: readonly Finding[] };

/** Decides by the rules. The limit of an approval is the catalogue's first limit for the income band. */
export function review(facts: ReviewFacts, rules: ReviewRules, firstLimits: Record<Work['incomeBand'], Centavos>): Decision {
  const rulesFired = checks.flatMap((check) => check(facts, rules) ?? []);
  const stamp = { rulesVersion: rules.version, rulesFired };
  const refused = rulesFired.find((finding) => finding.says === 'rejected');
  if (refused) return { ...rejection(facts.today, rules, refused.reasonGroup), ...stamp };
  if (rulesFired.length > 0) return { outcome: 'manual', ...stamp };
  return { outcome: 'approved', limitCentavos: firstLimits[facts.work.incomeBand], ...stamp };
}

/** A refusal, with the day from which materials may be sent again. */
export function rejection(today: Temporal.PlainDate, rules: ReviewRules, reasonGroup: ReasonGroup): Outcome & { outcome: 'rejected' } {
  return { outcome: 'rejected', reasonGroup, resubmitOn: today.add({ days: rules.resubmitAfterDays }) };
}

type Check = (facts: ReviewFacts, rules: ReviewRules) => Finding | null;

const rejects = (rule: string, reasonGroup: ReasonGroup): Finding => ({ rule, says: 'rejected', reasonGroup });
const asks = (rule: string): Finding => ({ rule, says: 'manual' });

/** In the order in which their reasons are told: what the borrower cannot change first. */
const checks: readonly Check[] = [
  ({ personal, today }, rules) => {
    const age = ageOn(personal.bornOn, today);
    return age < rules.ageLeast || age > rules.ageMost ? rejects('ageOutOfRange', 'age') : null;
  },
  ({ work }, rules) => {
    if (!rules.withoutWork.includes(work.employmentType)) return null;
    return rules.incomeWithoutWork.includes(work.fundSource) ? asks('incomeWithoutWork') : rejects('noIncome', 'income');
  },
  ({ identity, today }) =>
    identity.idExpiresOn !== null && identity.idExpiresOn < today.toString() ? rejects('idExpired', 'identity') : null,
  ({ contacts, ownPhone }) => {
    const phones = new Set<string>([...contacts.map((contact) => contact.phone), ownPhone]);
    const hasFamily = contacts.some((contact) => familyRelationships.includes(contact.relationship));
    return phones.size < 4 || !hasFamily ? rejects('contactsNotEnough', 'contacts') : null;
  },
  ({ othersWithSameId }) => (othersWithSameId > 0 ? asks('sameIdNumber') : null),
  ({ othersWithSamePicture }) => (othersWithSamePicture > 0 ? asks('samePicture') : null),
  ({ isOnePicture }) => (isOnePicture ? asks('onePicture') : null),
];
