// What a borrower may do on the way to a credit line, and the state of their application. Pure.
import {
  type Contacts,
  type CreditState,
  type CreditStep,
  creditSteps,
  familyRelationships,
  type ReasonGroup,
} from '@sandali/contract/credit.ts';
import { waitsForMorning } from './review/hours.ts';

/** What is stored about the latest application, as far as its state depends on it. */
export type Application = {
  given: Readonly<Record<CreditStep, boolean>>;
  submitted: {
    at: Temporal.Instant;
    reviewFrom: Temporal.Instant;
    answerBy: Temporal.Instant;
  } | null;
  /** The latest decision; 'manual' passes the application to staff. */
  decision: {
    outcome: 'approved' | 'rejected' | 'manual';
    at: Temporal.Instant;
    reasonGroup: ReasonGroup | null;
    resubmitOn: Temporal.PlainDate | null;
  } | null;
};

/** The credit state of a borrower, from their latest application. */
export function stateOf(application: Application | null, now: Temporal.Instant): CreditState {
  if (!application) return 'none';
  const { submitted, decision } = application;
  if (!submitted) return 'filling';
  if (!decision) return waitsForMorning(submitted.reviewFrom, now) ? 'submitted' : 'autoReview';
  return decision.outcome === 'manual' ? 'manualReview' : decision.outcome;
}

/**
 * So long after the promised time an answer counts as late: a worker that catches up in the morning
 * needs a moment.
 */
export const answerLateAfterMs = 10 * 60_000;

/**
 * Whether the engine should have answered a while ago. Once a person looks at it, no hour is
 * promised.
 */
export function isAnswerLate(application: Application | null, now: Temporal.Instant): boolean {
  if (!application?.submitted || application.decision) return false;
  return now.since(application.submitted.answerBy).total('milliseconds') >= answerLateAfterMs;
}

/**
 * Whether a new application may begin today: there is none, or the last was refused and its day has
 * come.
 */
export function mayBegin(application: Application | null, today: Temporal.PlainDate): boolean {
  if (!application) return true;
  const resubmitOn = application.decision?.resubmitOn;
  return resubmitOn != null && Temporal.PlainDate.compare(today, resubmitOn) >= 0;
}

/**
 * The step to go on with, or null where nothing may be changed now. The last step stays next until
 * it submits the application.
 */
export function nextStepOf(
  application: Application | null,
  today: Temporal.PlainDate,
): CreditStep | null {
  if (mayBegin(application, today)) return 'personal';
  if (!application || application.submitted) return null;
  return creditSteps.find((step) => !application.given[step]) ?? 'identity';
}

/** Whether all steps before this one are given. */
export function isStepOpen(given: Application['given'], step: CreditStep): boolean {
  return creditSteps.slice(0, creditSteps.indexOf(step)).every((before) => given[before]);
}

/**
 * What is wrong with three references, in the order in which it is reported; null where nothing is.
 */
export function contactsFault(
  contacts: Contacts,
  ownPhone: string,
): 'contactsNotDistinct' | 'contactIsOwnNumber' | 'contactFamilyMissing' | null {
  if (new Set(contacts.map((contact) => contact.phone)).size < contacts.length)
    return 'contactsNotDistinct';
  if (contacts.some((contact) => contact.phone === ownPhone)) return 'contactIsOwnNumber';
  // "Oneself" is the borrower's own second number; two of them leave one reference.
  if (contacts.filter((contact) => contact.relationship === 'oneself').length > 1)
    return 'contactIsOwnNumber';
  return contacts.some((contact) => familyRelationships.includes(contact.relationship))
    ? null
    : 'contactFamilyMissing';
}

/**
 * Whole years of age on a day. Somebody born on 29 February turns a year older on 1 March of other
 * years, never a day too early.
 */
export function ageOn(bornOn: string, day: Temporal.PlainDate): number {
  const born = Temporal.PlainDate.from(bornOn);
  const hadBirthday = day.month > born.month || (day.month === born.month && day.day >= born.day);
  return day.year - born.year - (hadBirthday ? 0 : 1);
}
