import { formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { type AmountProblem, type Given, type Refundable, readAmount, spanOf } from './form.ts';

const written = (amount: Parameters<typeof formatPesos>[0]) => formatPesos(amount, { drop00: true }).slice(1);

/** The account and the amount of the form: all that is kept, to the first account that can be paid, until something else is chosen. */
export function useGiven(refundable: Refundable) {
  const [picked, setPicked] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<AmountProblem>();
  const payable = refundable.accounts.filter((one) => one.canBePaid);
  const account = payable.find((one) => one.accountId === picked) ?? payable[0];
  const span = spanOf(refundable, account);
  const amount = typed ?? written(span.most);
  const read = readAmount(amount, span);
  const given: Given | null =
    account && !('problem' in read) ? { accountId: account.accountId, amountCentavos: read.amountCentavos } : null;
  const check = () => {
    if ('problem' in read) setProblem(read.problem);
    return given;
  };
  return {
    account,
    span,
    amount,
    problem,
    given,
    check,
    pick: setPicked,
    type(next: string) {
      setTyped(next);
      setProblem(undefined);
    },
    /** Leaving the field writes a readable amount, or says what is wrong with it. */
    leave() {
      if ('problem' in read) check();
      else setTyped(written(read.amountCentavos));
    },
  };
}
export type GivenForm = ReturnType<typeof useGiven>;
