// The first question asks for income and payday. Both belong to the work step, but are asked first
// and stored in that step's draft.
import { hasDraft, initialForm, saveDraft } from './drafts.ts';
import type { Credit } from './StepFrame.tsx';
import { initialWork, type WorkValues } from './stepForms.ts';

/** Returns the work values with the income answer; null if the question must still be asked. */
export function answeredIncome(work: Credit['work']): WorkValues | null {
  const { values } = initialForm('work', initialWork(work));
  return values.incomeBand && values.payday && hasDraft('work') ? values : null;
}

/** Stores the answer as a draft of the work step. */
export function keepIncome(work: Credit['work'], values: WorkValues): void {
  saveDraft('work', initialWork(work), values, null);
}
