// The four steps of an application: their paths, their order, and which of them may be visited.
import type { DataOf } from '@sandali/contract/call.ts';
import {
  type CreditState,
  type CreditStep,
  type creditQuery,
  creditSteps,
  type Work,
} from '@sandali/contract/credit.ts';
import { addressOf, paths } from '#/routes/paths.ts';

export const stepPaths: Readonly<Record<CreditStep, string>> = {
  personal: paths.creditPersonal,
  contacts: paths.creditContact,
  work: paths.creditWork,
  identity: paths.creditFile,
};

/** Returns the step's number, counted from 1. */
export function stepNumber(step: CreditStep): number {
  return creditSteps.indexOf(step) + 1;
}

export function stepBefore(step: CreditStep): CreditStep | undefined {
  return creditSteps[creditSteps.indexOf(step) - 1];
}

/**
 * Returns the path to open after a step is saved: the next step or, after the last step, the page
 * of the submitted application.
 */
export function pathAfter(step: CreditStep): string {
  const next = creditSteps[creditSteps.indexOf(step) + 1];
  return next ? stepPaths[next] : addressOf('status', { showType: 'submitted' });
}

/**
 * Returns the redirect for a borrower who may not visit a step, because the application is
 * submitted or an earlier step is incomplete; otherwise null. The ID step may be visited before its
 * turn.
 */
export function stepRedirect(step: CreditStep, nextStep: CreditStep | null): string | null {
  if (nextStep === null) return paths.creditStatus;
  if (step === 'identity') return null;
  return stepNumber(nextStep) < stepNumber(step) ? stepPaths[nextStep] : null;
}

/**
 * Whether an income is too low for any loan, given the share of income that a loan may take up.
 * False if the borrower has requested a review by staff and such a review is possible.
 */
export function isTooLow(
  { below, mayAskPerson }: DataOf<typeof creditQuery>['income'],
  { incomeBand, asksPerson }: Pick<Work, 'incomeBand' | 'asksPerson'>,
): boolean {
  return below.includes(incomeBand) && !(mayAskPerson && asksPerson);
}

/** Returns the next step's path if there is no application to wait for; otherwise null. */
export function statusRedirect(state: CreditState, nextStep: CreditStep | null): string | null {
  return state === 'none' || state === 'filling' ? stepPaths[nextStep ?? 'personal'] : null;
}
