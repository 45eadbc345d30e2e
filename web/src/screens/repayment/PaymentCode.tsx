import { billDetail } from '@sandali/contract/billDetail.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { useEffect } from 'react';
import { useConfig } from '#/client/config.ts';
import { invalidate, useServerQuery } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { OfflineFallback } from '#/screens/offline/OfflineFallback.tsx';
import { useSaveCode } from '#/screens/offline/useSave.ts';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { CodeScreen } from './CodeScreen.tsx';
import { mayChange } from './codeScene.ts';
import { CodeSkeleton } from './PaySkeletons.tsx';
import { GoneScreen } from './StaleNote.tsx';

const everyMs = 2000;

/** Loads a payment code, and polls every two seconds while its state may change. */
export function PaymentCode({
  repaymentId,
  loanId,
}: {
  repaymentId: string;
  loanId: string | null;
}) {
  const text = useText();
  const status = useServerQuery(
    repaymentStatus,
    { repaymentId, ...(loanId && { loanId: loanId as LoanId }) },
    { everyMs: (code) => mayChange(code) && everyMs },
  );
  const { data, failure } = status;
  // The bill provides today's date and tomorrow's amount; the code is shown before the bill has
  // loaded. An address without the loan was typed by hand.
  const billOf = loanId ?? data?.loanId;
  const bill = useServerQuery(billDetail, { loanId: billOf ?? '' }, { isOff: !billOf });
  useSaveCode(status);
  const telephone = useConfig()?.telephone ?? '';
  // A new last payment on a permanent code shows that a payment has arrived.
  const isBooked = data?.state === 'booked' || Boolean(data?.paidAt);
  const paidAt = data?.paidAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a permanent code books each payment
  useEffect(() => {
    if (isBooked) void invalidate();
  }, [isBooked, paidAt]);
  const nextId = data?.part?.nextId ?? null;
  const loan = data?.loanId;
  // Once a part is paid, its address leads to the next part, even when the borrower opens the
  // address again.
  useEffect(() => {
    if (nextId && loan)
      void navigate(addressOf('repayment', { loanId: loan, repaymentId: nextId }), {
        replace: true,
      });
  }, [nextId, loan]);
  if (!data && (failure?.name === 'repaymentCodeUnknown' || failure?.name === 'inputInvalid')) {
    return (
      <GoneScreen title={text('repayment.code.unknownTitle')}>
        {text('repayment.missing.words')}
      </GoneScreen>
    );
  }
  if (nextId) return <CodeSkeleton />;
  if (data) return <CodeScreen status={data} bill={bill.data} telephone={telephone} />;
  if (!failure) return <CodeSkeleton />;
  return (
    <OfflineFallback failure={failure} onRetry={status.refresh}>
      <LoadErrorPage read={status} />
    </OfflineFallback>
  );
}
