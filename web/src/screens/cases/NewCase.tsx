import { billDetail } from '@sandali/contract/billDetail.ts';
import { isOfPayment } from '@sandali/contract/cases.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { useServerQuery } from '#/client/query.ts';
import { Query } from '#/shell/Query.tsx';
import { ComplaintForm } from './ComplaintForm.tsx';
import { ComplaintsLoading } from './ComplaintsLoading.tsx';
import { kindOf } from './complaintForm.ts';

export type NewCaseProps = { kind: string; loanId: string | null; repaymentId: string | null };

/**
 * With `repaymentId` the form begins with what that code says; where it does not come, or there is none, with what is known of the bill: of the only one that is
 * open, else of the one that is chosen.
 */
export function NewCase({ kind, loanId, repaymentId }: NewCaseProps) {
  const bills = useServerQuery(billList, {});
  const code = useServerQuery(repaymentStatus, { repaymentId: repaymentId ?? '' }, { isOff: repaymentId === null });
  // Asked for beside the others, for the form: what is known of a bill that is named already.
  const isKnown = loanId !== null && repaymentId === null && isOfPayment(kindOf(kind) ?? 'other');
  useServerQuery(billDetail, { loanId: loanId as LoanId }, { isOff: !isKnown });
  if (code.isLoading) return <ComplaintsLoading />;
  return (
    <Query read={bills} skeleton={<ComplaintsLoading />}>
      {({ open, settled, today }) => (
        <ComplaintForm
          kind={kind}
          loanId={loanId ?? onlyBill(kind, open)}
          payment={code.data}
          bills={[...open, ...settled]}
          today={today}
        />
      )}
    </Query>
  );
}

/** A payment is of the only bill that is open; null where there are several, to choose from, or none. */
function onlyBill(kind: string, open: readonly { loanId: string }[]): string | null {
  return isOfPayment(kindOf(kind) ?? 'other') && open.length === 1 ? (open[0]?.loanId ?? null) : null;
}
