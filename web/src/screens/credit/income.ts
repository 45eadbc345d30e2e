// The first question: which income, paid when. It is a part of the work step, asked before the others and kept as that step's draft until its turn comes.
import type { IncomeBand, Work } from '@sandali/contract/credit.ts';
import { hasDraft, initialForm, saveDraft } from './drafts.ts';
import type { Credit } from './StepFrame.tsx';
import { initialWork, type WorkValues } from './stepForms.ts';

type Answer = Pick<WorkValues, 'incomeBand' | 'asksPerson'>;

/** Whether the lender's share leaves this income no loan, and the borrower has not asked for a person yet. */
export function isTooLow({ below, mayAskPerson }: Credit['income'], { incomeBand, asksPerson }: Answer): boolean {
  return below.includes(incomeBand as IncomeBand) && !(mayAskPerson && asksPerson === 'yes');
}

/** The same of an answer that is saved. */
export function isSavedTooLow(income: Credit['income'], { incomeBand, asksPerson }: Pick<Work, 'incomeBand' | 'asksPerson'>): boolean {
  return isTooLow(income, { incomeBand, asksPerson: asksPerson ? 'yes' : '' });
}

/** What was answered for this application, saved or kept; null if it is to be asked. An application that has begun is not asked again. */
export function answeredIncome({ state, work }: Pick<Credit, 'state' | 'work'>): WorkValues | null {
  const { values } = initialForm('work', initialWork(work));
  if (state === 'filling') return values;
  return values.incomeBand && values.payday && hasDraft('work') ? values : null;
}

/** Keeps the answer for the work step. */
export function keepIncome(work: Credit['work'], values: WorkValues): void {
  saveDraft('work', initialWork(work), values, null);
}
