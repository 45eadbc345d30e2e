import { type ReactNode, useEffect, useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import type { BelowShareProps } from './BelowShare.tsx';
import { initialForm } from './drafts.ts';
import type { IncomeAnswer } from './IncomeForm.tsx';
import { answeredIncome, isTooLow, keepIncome } from './income.ts';
import { type Credit, StepLoading } from './StepFrame.tsx';
import { initialWork, type WorkValues } from './stepForms.ts';

/** Loads the first question, which most visits to a step do without. */
export const loadIncomeForm = () => import('./IncomeForm.tsx');
const loadBelowShare = () => import('./BelowShare.tsx');

/** Before the first step: the income, so that nobody fills in the rest in vain. */
export function IncomeFirst({ credit, children }: { credit: Credit; children: ReactNode }) {
  const { income, work } = credit;
  const [answer, setAnswer] = useState(() => answeredIncome(credit));
  const form = useLazy(loadIncomeForm);
  const isAsked = answer === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once it is asked
  useEffect(() => void (isAsked && form.load()), [isAsked]);
  const keep = (next: WorkValues) => {
    keepIncome(work, next);
    setAnswer(next);
    scrollTo(0, 0);
  };
  if (!answer) {
    const start = initialWork(work);
    const take = (given: IncomeAnswer) => keep({ ...initialForm('work', start).values, ...given, asksPerson: '' });
    return form.part ? <form.part.IncomeForm start={start} onAnswer={take} /> : <StepLoading />;
  }
  if (!isTooLow(income, answer)) return children;
  return (
    <IncomeTooLow income={income} isFirst onAskPerson={() => keep({ ...answer, asksPerson: 'yes' })} onCorrect={() => setAnswer(null)} />
  );
}

/** What is said of an income that carries no loan. Most people never see it, so it is loaded when it is needed. */
export function IncomeTooLow(props: BelowShareProps) {
  const { part, load } = useLazy(loadBelowShare);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  return part ? <part.BelowShare {...props} /> : <StepLoading />;
}
