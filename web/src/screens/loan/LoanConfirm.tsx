import { loanStatement } from '@sandali/contract/loanText.ts';
import { useEffect, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useText } from '#/i18n/text.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import { ConfirmView } from './ConfirmView.tsx';
import { choiceQuery, type Quote, readChoice, savedQuote } from './draft.ts';
import { FinishSigning } from './FinishSigning.tsx';
import { pendingSigning } from './signing.ts';
import { useSign } from './useSign.ts';

/** /loanConfirm (spec §2; RA 3765): disclosure, agreement and signature. */
export default function LoanConfirm() {
  const search = useSearch();
  // Read both only once, because a price renewed later belongs to the same visit.
  const [signing] = useState(pendingSigning);
  const [quote] = useState(() => savedQuote(search.get('quoteId')));
  if (signing) return <FinishSigning signing={signing} />;
  if (quote) return <Signing start={quote} />;
  return <BackToLoan />;
}

function Signing({ start }: { start: Quote }) {
  const search = useSearch();
  const sign = useSign(start);
  const { data, failure, isRefreshing, refresh } = useServerQuery(loanStatement, {
    quoteId: sign.quote.quoteId,
  });
  // If the statement no longer matches the price, renew the price together with it.
  const isOver = failure?.name === 'disclosureChanged' || failure?.name === 'quoteExpired';
  const onRetry = () => void (isOver ? sign.renew() : refresh());
  return (
    <>
      <ConfirmView
        // A renewed price has another statement, which the borrower must read and tick again.
        key={sign.quote.quoteId}
        quote={sign.quote}
        papers={data ?? null}
        missing={
          failure && { message: failure.message, isRetrying: isRefreshing || sign.isBusy, onRetry }
        }
        changes={sign.changes}
        failure={sign.failure}
        isBusy={sign.isBusy}
        loanAddress={addressOf('loan', choiceQuery(readChoice(search)))}
        onSign={sign.send}
      />
      {sign.passwordSheet}
    </>
  );
}

/**
 * Goes back to /loan. After a reload the quote is lost, but the address still contains the choice,
 * and /loan requests a new quote.
 */
function BackToLoan() {
  const text = useText();
  const search = useSearch();
  useEffect(() => {
    toast(text('loan.confirm.priceAgain'), { tone: 'info' });
    void navigate(addressOf('loan', choiceQuery(readChoice(search))), {
      replace: true,
      move: 'back',
    });
  }, [search, text]);
  return (
    <Page>
      <SkeletonCard label={text('loan.loading')} lines={4} />
    </Page>
  );
}
