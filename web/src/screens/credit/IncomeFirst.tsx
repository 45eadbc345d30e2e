import type { IncomeBand } from '@sandali/contract/credit.ts';
import { type ReactNode, useState } from 'react';
import { BelowShare } from './BelowShare.tsx';
import { initialForm } from './drafts.ts';
import { type IncomeAnswer, IncomeForm } from './IncomeForm.tsx';
import { answeredIncome, keepIncome } from './income.ts';
import type { Credit } from './StepFrame.tsx';
import { initialWork, type WorkValues } from './stepForms.ts';
import { isTooLow } from './steps.ts';

/**
 * Asks for the income before the first step, so that a borrower with too low an income does not
 * fill in the other steps for nothing.
 */
export default function IncomeFirst({
  credit: { income, work },
  children,
}: {
  credit: Credit;
  children: ReactNode;
}) {
  const [answer, setAnswer] = useState(() => answeredIncome(work));
  const keep = (next: WorkValues) => {
    keepIncome(work, next);
    setAnswer(next);
    scrollTo(0, 0);
  };
  if (!answer) {
    const start = initialWork(work);
    const answerIncome = (newAnswer: IncomeAnswer) =>
      keep({ ...initialForm('work', start).values, ...newAnswer, asksPerson: '' });
    return <IncomeForm start={start} onAnswer={answerIncome} />;
  }
  if (
    !isTooLow(income, {
      incomeBand: answer.incomeBand as IncomeBand,
      asksPerson: answer.asksPerson === 'yes',
    })
  )
    return children;
  return (
    <BelowShare
      income={income}
      isFirst
      onAskPerson={() => keep({ ...answer, asksPerson: 'yes' })}
      onCorrect={() => setAnswer(null)}
    />
  );
}
