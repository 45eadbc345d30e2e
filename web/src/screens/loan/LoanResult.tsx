import type { DataOf } from '@sandali/contract/call.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { useServerQuery } from '#/client/query.ts';
import { useSearch } from '#/routes/navigation.ts';
import { openService } from '#/shell/customerService.ts';
import { isInTransit } from './moments.ts';
import { ResultView } from './ResultView.tsx';
import { ResultWaiting } from './ResultWaiting.tsx';

/** What becomes of a loan after it was signed (spec §2, /loanResult); it looks again by itself until the money has arrived or the loan has ended. */
export default function LoanResult() {
  const loanId = useSearch().get('loanId') ?? '';
  const loan = useServerQuery(loanDetail, { loanId }, { everyMs: lookEveryMs, isOff: loanId === '' });
  if (loan.data) return <ResultView loan={loan.data} onHelp={openService} staleMessage={loan.failure?.message ?? null} />;
  return <ResultWaiting isUnknown={loanId === '' || loan.failure?.name === 'loanUnknown'} read={loan} />;
}

/** Money at a counter may lie there for days. */
const lookEveryMs = ({ state, pickup }: DataOf<typeof loanDetail>) => isInTransit(state) && (pickup?.isAskedBack === false ? 15_000 : 2000);
