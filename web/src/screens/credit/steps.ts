// The way through the four steps: their addresses, what comes after each, and who may be at which.
import type { DataOf } from '@sandali/contract/call.ts';
import {
  type CreditState,
  type CreditStep,
  type creditQuery,
  creditSteps,
  type Work,
} from '@sandali/contract/credit.ts';
import { addressOf, paths } from '#/routes/paths.ts';

/** The address of each step. */
export const stepPaths: Readonly<Record<CreditStep, string>> = {
  personal: paths.creditPersonal,
  contacts: paths.creditContact,
  work: paths.creditWork,
  identity: paths.creditFile,
};

/** The step's number, from 1. */
export function stepNumber(step: CreditStep): number {
  return creditSteps.indexOf(step) + 1;
}

/** The step that comes before, if there is one. */
export function stepBefore(step: CreditStep): CreditStep | undefined {
  return creditSteps[creditSteps.indexOf(step) - 1];
}

/**
 * Where a saved step leads: the next one, and after the last to the word that the application is
 * sent, which follows it to the answer.
 */
export function pathAfter(step: CreditStep): string {
  const next = creditSteps[creditSteps.indexOf(step) + 1];
  return next ? stepPaths[next] : addressOf('status', { showType: 'submitted' });
}

/**
 * Where somebody who may not be at a step belongs, or null: nothing may be changed now, or a step
 * before it is not given yet. The ID may come first.
 */
export function stepRedirect(step: CreditStep, nextStep: CreditStep | null): string | null {
  if (nextStep === null) return paths.creditStatus;
  if (step === 'identity') return null;
  return stepNumber(nextStep) < stepNumber(step) ? stepPaths[nextStep] : null;
}

/** Whether the lender's share leaves an income no loan, unless a person is asked who may decide. */
export function isTooLow(
  { below, mayAskPerson }: DataOf<typeof creditQuery>['income'],
  { incomeBand, asksPerson }: Pick<Work, 'incomeBand' | 'asksPerson'>,
): boolean {
  return below.includes(incomeBand) && !(mayAskPerson && asksPerson);
}

/** Where somebody without an application to wait for belongs, or null. */
export function statusRedirect(state: CreditState, nextStep: CreditStep | null): string | null {
  return state === 'none' || state === 'filling' ? stepPaths[nextStep ?? 'personal'] : null;
}
