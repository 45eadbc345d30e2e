// The first question: which income, paid when. It is a part of the work step, asked before the
// others and kept as that step's draft until its turn comes.
import { hasDraft, initialForm, saveDraft } from './drafts.ts';
import type { Credit } from './StepFrame.tsx';
import { initialWork, type WorkValues } from './stepForms.ts';

/** What was answered for this application; null if it is to be asked. */
export function answeredIncome(work: Credit['work']): WorkValues | null {
  const { values } = initialForm('work', initialWork(work));
  return values.incomeBand && values.payday && hasDraft('work') ? values : null;
}

/** Keeps the answer for the work step. */
export function keepIncome(work: Credit['work'], values: WorkValues): void {
  saveDraft('work', initialWork(work), values, null);
}
