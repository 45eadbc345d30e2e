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
 * With `repaymentId` the form begins with what that code says; where it does not come, or there is
 * none, with what is known of the bill: of the one that is named, else of the only one that is
 * open, or of the one that is chosen.
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
  // Asked again after it could not be had, it is loading again: the form stays.
  const isCodeSettled = useRef(false);
  if (!code.isLoading) isCodeSettled.current = true;
  const isAsked = isPayment && bill !== '' && isCodeSettled.current && code.data === undefined;
  const { data: detail } = useServerQuery(
    billDetail,
    { loanId: bill as LoanId },
    { isOff: !isAsked },
  );
  const known = useMemo(
    () => (detail && isAsked ? knownOfBill(detail) : undefined),
    [detail, isAsked],
  );
  if (!isCodeSettled.current) return <ComplaintsLoading />;
  return (
    <Query read={bills} skeleton={<ComplaintsLoading />}>
      {({ open, settled, today }) => (
        <ComplaintForm
          kind={kind}
          loanId={loanId ?? (isPayment ? onlyOf(open) : null)}
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

/** Null where there are several, to choose from, or none. */
function onlyOf(open: readonly { loanId: string }[]): string | null {
  return open.length === 1 ? (open[0]?.loanId ?? null) : null;
}
