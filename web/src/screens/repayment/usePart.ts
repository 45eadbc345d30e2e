import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import type { Ways } from './answers.ts';
import { type PartProblem, readPart } from './wayRules.ts';

/** The amount to pay: all of it, or the part that is typed. `check` says what is wrong with what is typed, and whether there is an amount. */
export function usePart(ways: Ways, isPart: boolean) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<PartProblem>();
  const part = readPart(typed, ways);
  const amount: Centavos | null = !isPart ? ways.fullCentavos : 'problem' in part ? null : part.amountCentavos;
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
    /** Leaving the field writes a readable amount, or says what is wrong with it. */
    leave() {
      if (!('problem' in part)) setTyped(formatPesos(part.amountCentavos, { drop00: true }).slice(1));
      else if (typed) check();
    },
  };
}
