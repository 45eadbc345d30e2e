import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { useState } from 'react';
import { callServer } from '#/client/callServer.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { usePasswordSheet } from '#/screens/account/usePasswordSheet.tsx';
import { type Change, changesBetween } from './changes.ts';
import { choiceQuery, type Quote, readChoice, saveQuote } from './draft.ts';
import { clearSigning, isBusyForToday, saveSigning, showLoanResult, signInput } from './signing.ts';

/**
 * Signs a quote. If the quote has expired or its statement has changed, requests a new one for the
 * same choice and returns the differences.
 */
export function useSign(start: Quote) {
  const search = useSearch();
  const [quote, setQuote] = useState(start);
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const [isRenewing, setRenewing] = useState(false);
  const apply = useWrite(loanApply, {
    key: quote.quoteId,
    onDone: (loan) => {
      proof.close();
      return showLoanResult(loan, quote.quoteId);
    },
    fields: { passwordWrong: 'password' },
    onFailed: (failure) => {
      if (failure.isDefinite) clearSigning();
      if (failure.name === 'passwordNeeded') {
        proof.ask();
        return true;
      }
      if (isBusyForToday(failure.name)) {
        void navigate(addressOf('status', { showType: 'busy' }));
        return true;
      }
      if (!['quoteExpired', 'disclosureChanged', 'voucherMissing'].includes(failure.name))
        return false;
      void renew();
      return true;
    },
  });
  const renew = async () => {
    setRenewing(true);
    const { facts, receiver, voucherId } = quote;
    const { principalCentavos: amountCentavos, termDays, channel } = facts;
    const result = await callServer(productCal, {
      amountCentavos,
      termDays,
      channel,
      accountId: receiver?.accountId ?? null,
      voucherId,
    });
    setRenewing(false);
    const choice = readChoice(search);
    if (!result.ok) {
      toast(result.message, { tone: 'bad' });
      return navigate(addressOf('loan', choiceQuery(choice)), { replace: true, move: 'back' });
    }
    saveQuote(result.data);
    setChanges(changesBetween(quote, result.data));
    setQuote(result.data);
    await navigate(
      addressOf('loanConfirm', { quoteId: result.data.quoteId, ...choiceQuery(choice) }),
      { replace: true },
    );
    scrollTo(0, 0);
  };
  const send = (proofFields: { password?: string } = {}) => {
    saveSigning(quote);
    void apply.send({ ...signInput(quote), ...proofFields });
  };
  const proof = usePasswordSheet(apply, { onPassword: (password) => send({ password }) });
  const { failure } = apply;
  const isSaid =
    failure?.isDefinite &&
    !isRenewing &&
    failure.name !== 'passwordNeeded' &&
    failure.name !== 'passwordWrong';
  return {
    quote,
    changes,
    isBusy: apply.isBusy || isRenewing,
    failure: isSaid ? failure.message : null,
    passwordSheet: proof.sheet,
    send: () => send(),
    renew,
  };
}
