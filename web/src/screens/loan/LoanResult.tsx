import { loanDetail } from '@sandali/contract/loan.ts';
import { useState } from 'react';
import { useSearch } from '#/kit/location.ts';
import { useAskWhile } from '#/screens/repayment/useAskWhile.ts';
import { openService } from '#/shell/customerService.ts';
import { isOnItsWay } from './moments.ts';
import { ResultView } from './ResultView.tsx';
import { ResultWaiting } from './ResultWaiting.tsx';

/** What becomes of a loan after it was signed (spec §2, /loanResult); it looks again by itself until the money has arrived or the loan has ended. */
export default function LoanResult() {
  const loanId = useSearch().get('loanId') ?? '';
  // Money at a counter may lie there for days.
  const [isReady, setReady] = useState(false);
  const everyMs = isReady ? 15_000 : 2000;
  const loan = useAskWhile(loanDetail, { loanId }, { everyMs, isMoving: ({ state }) => isOnItsWay(state), isOff: loanId === '' });
  const isReadyNow = loan.data?.pickup?.isAskedBack === false;
  if (isReadyNow !== isReady) setReady(isReadyNow);
  if (loan.data) return <ResultView loan={loan.data} onHelp={openService} staleMessage={loan.failure?.message ?? null} />;
  return (
    <ResultWaiting
      isUnknown={loanId === '' || loan.failure?.name === 'loanUnknown'}
      failure={loan.failure?.message ?? null}
      isRetrying={loan.isRefreshing}
      onRetry={() => void loan.refresh()}
    />
  );
}
