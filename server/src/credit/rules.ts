// Pure rules for an application: its state, the next step, and the checks of references and age.
import {
  type Contacts,
  type CreditState,
  type CreditStep,
  creditSteps,
  familyRelationships,
  type ReasonGroup,
} from '@sandali/contract/credit.ts';
import { waitsForMorning } from './review/hours.ts';

/** The facts of the latest application that determine its state. */
export type Application = {
  completed: Readonly<Record<CreditStep, boolean>>;
  submitted: {
    at: Temporal.Instant;
    reviewFrom: Temporal.Instant;
    answerBy: Temporal.Instant;
  } | null;
  /** The latest decision; 'manual' refers the application to staff. */
  decision: {
    outcome: 'approved' | 'rejected' | 'manual';
    at: Temporal.Instant;
    reasonGroup: ReasonGroup | null;
    resubmitOn: Temporal.PlainDate | null;
  } | null;
};

/** Returns the borrower's credit state at the given instant, from the latest application. */
export function stateOf(application: Application | null, now: Temporal.Instant): CreditState {
  if (!application) return 'none';
  const { submitted, decision } = application;
  if (!submitted) return 'filling';
  if (!decision) return waitsForMorning(submitted.reviewFrom, now) ? 'submitted' : 'autoReview';
  return decision.outcome === 'manual' ? 'manualReview' : decision.outcome;
}

/**
 * The grace period in ms after the promised time; the worker needs it to catch up in the morning.
 */
export const answerLateAfterMs = 10 * 60_000;

/**
 * Whether the engine's decision is late. A manual review does not promise a time, so it is never
 * late.
 */
export function isAnswerLate(application: Application | null, now: Temporal.Instant): boolean {
  if (!application?.submitted || application.decision) return false;
  return now.since(application.submitted.answerBy).total('milliseconds') >= answerLateAfterMs;
}

/**
 * Whether a new application may begin: it is the first, or the rejection's resubmission date has
 * been reached.
 */
export function mayBegin(application: Application | null, today: Temporal.PlainDate): boolean {
  if (!application) return true;
  const resubmitOn = application.decision?.resubmitOn;
  return resubmitOn != null && Temporal.PlainDate.compare(today, resubmitOn) >= 0;
}

/**
 * Returns the next step; null if the application is locked. The last step remains next until the
 * application is submitted.
 */
export function nextStepOf(
  application: Application | null,
  today: Temporal.PlainDate,
): CreditStep | null {
  if (mayBegin(application, today)) return 'personal';
  if (!application || application.submitted) return null;
  return creditSteps.find((step) => !application.completed[step]) ?? 'identity';
}

/** Whether all steps before this one are complete. */
export function isStepOpen(completed: Application['completed'], step: CreditStep): boolean {
  return creditSteps.slice(0, creditSteps.indexOf(step)).every((before) => completed[before]);
}

/** Returns the first fault in the three references, or null if they are valid. */
export function contactsFault(
  contacts: Contacts,
  ownPhone: string,
): 'contactsNotDistinct' | 'contactIsOwnNumber' | 'contactFamilyMissing' | null {
  if (new Set(contacts.map((contact) => contact.phone)).size < contacts.length)
    return 'contactsNotDistinct';
  if (contacts.some((contact) => contact.phone === ownPhone)) return 'contactIsOwnNumber';
  // A contact marked "Oneself" is the borrower's own second number. Two such contacts would leave
  // only one real reference.
  if (contacts.filter((contact) => contact.relationship === 'oneself').length > 1)
    return 'contactIsOwnNumber';
  return contacts.some((contact) => familyRelationships.includes(contact.relationship))
    ? null
    : 'contactFamilyMissing';
}

/**
 * Returns the age in whole years on the given day. Someone born on 29 February turns a year older
 * on 1 March in common years.
 */
export function ageOn(bornOn: string, day: Temporal.PlainDate): number {
  const born = Temporal.PlainDate.from(bornOn);
  const hadBirthday = day.month > born.month || (day.month === born.month && day.day >= born.day);
  return day.year - born.year - (hadBirthday ? 0 : 1);
}
