import { loanDetail } from '@sandali/contract/loan.ts';
import { useConfig } from '#/kit/config.ts';
import { useSearch } from '#/kit/location.ts';
import { useService } from '#/screens/my/useService.tsx';
import { useAskWhile } from '#/screens/repayment/useAskWhile.ts';
import { isOnItsWay } from './moments.ts';
import { ResultView } from './ResultView.tsx';
import { ResultWaiting } from './ResultWaiting.tsx';

/** What becomes of a loan after it was signed (spec §2, /loanResult); it looks again by itself until the money has arrived or the loan has ended. */
export default function LoanResult() {
  const loanId = useSearch().get('loanId') ?? '';
  const loan = useAskWhile(loanDetail, { loanId }, { everyMs: 2000, isMoving: ({ state }) => isOnItsWay(state), isOff: loanId === '' });
  const help = useService(useConfig());
  return (
    <>
      {loan.data ? (
        <ResultView loan={loan.data} onHelp={help.open} staleMessage={loan.failure?.message ?? null} />
      ) : (
        <ResultWaiting
          isUnknown={loanId === '' || loan.failure?.name === 'loanUnknown'}
          failure={loan.failure?.message ?? null}
          isRetrying={loan.isRefreshing}
          onRetry={() => void loan.refresh()}
        />
      )}
      {help.sheet}
    </>
  );
}
