import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import type { RepaymentOptions } from './answers.ts';
import { fullAmount, type PartProblem, readPart } from './channelRules.ts';

/** The kinds of amount to pay: the return, the promised part, the whole amount, or a part. */
export type AmountKind = 'return' | 'promised' | 'full' | 'part';

/**
 * Returns the amount to pay for the chosen kind of payment. `check` returns whether the amount is
 * valid, and shows what is wrong with a typed partial amount.
 */
export function useAmount(ways: RepaymentOptions, how: AmountKind) {
  const isPart = how === 'part';
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<PartProblem>();
  const part = readPart(typed, ways);
  const named = {
    return: ways.coolingOff?.amountCentavos,
    promised: ways.promisedCentavos,
    full: null,
    part: null,
  }[how];
  const whole = named ?? fullAmount(ways);
  const amount: Centavos | null = !isPart ? whole : 'problem' in part ? null : part.amountCentavos;
  const check = () => {
    if (isPart && 'problem' in part) setProblem(part.problem);
    return amount !== null;
  };
  return {
    typed,
    problem,
    amount,
    check,
    type(next: string) {
      setTyped(next);
      setProblem(undefined);
    },
    /** On blur, formats a valid amount or shows what is wrong with an invalid one. */
    leave() {
      if (!('problem' in part))
        setTyped(formatPesos(part.amountCentavos, { drop00: true }).slice(1));
      else if (typed) check();
    },
  };
}
