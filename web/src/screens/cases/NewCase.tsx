import { billDetail } from '@sandali/contract/billDetail.ts';
import { isOfPayment } from '@sandali/contract/cases.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { useMemo, useRef, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { Query } from '#/shell/Query.tsx';
import { ComplaintForm } from './ComplaintForm.tsx';
import { ComplaintsLoading } from './ComplaintsLoading.tsx';
import { kindOf, knownOfBill } from './complaintForm.ts';

export type NewCaseProps = { kind: string; loanId: string | null; repaymentId: string | null };

/**
 * The form of a new case. It is prefilled from the code of `repaymentId`; otherwise from the named
 * bill, the only open bill, or the bill that the borrower chooses.
 */
export function NewCase({ kind, loanId, repaymentId }: NewCaseProps) {
  const isPayment = isOfPayment(kindOf(kind) ?? 'other');
  const bills = useServerQuery(billList, {});
  const code = useServerQuery(
    repaymentStatus,
    { repaymentId: repaymentId ?? '' },
    { isOff: repaymentId === null },
  );
  const [bill, setBill] = useState(loanId ?? '');
  // A code that failed to load is reloaded later; the form stays on the screen meanwhile.
  const isCodeSettled = useRef(false);
  if (!code.isLoading) isCodeSettled.current = true;
  const isBillNeeded = isPayment && bill !== '' && isCodeSettled.current && code.data === undefined;
  const { data: detail } = useServerQuery(
    billDetail,
    { loanId: bill as LoanId },
    { isOff: !isBillNeeded },
  );
  const known = useMemo(
    () => (detail && isBillNeeded ? knownOfBill(detail) : undefined),
    [detail, isBillNeeded],
  );
  if (!isCodeSettled.current) return <ComplaintsLoading />;
  return (
    <Query read={bills} skeleton={<ComplaintsLoading />}>
      {({ open, settled, today }) => (
        <ComplaintForm
          kind={kind}
          loanId={loanId ?? (isPayment ? onlyOpenLoan(open) : null)}
          payment={code.data}
          known={known}
          onBill={setBill}
          bills={[...open, ...settled]}
          today={today}
        />
      )}
    </Query>
  );
}

/** Returns the only open bill's loan; null unless exactly one bill is open. */
function onlyOpenLoan(open: readonly { loanId: string }[]): string | null {
  return open.length === 1 ? (open[0]?.loanId ?? null) : null;
}
