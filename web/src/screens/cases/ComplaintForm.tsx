import { complaintCreate, complaintPicture } from '@sandali/contract/cases.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { ComplaintId } from '@sandali/contract/id.ts';
import { useEffect, useState } from 'react';
import { useWrite } from '#/client/write.ts';
import { ComplaintCreated, type CreatedComplaint, type ReceiptState } from './ComplaintCreated.tsx';
import { type BillChoice, ComplaintFormView } from './ComplaintFormView.tsx';
import { initialComplaint } from './complaintForm.ts';
import { useReceipt } from './useReceipt.ts';

type Props = { kind: string; loanId: string | null; bills: readonly BillChoice[]; today: Day };

/** A new case: the form, then its number, while the picture of the receipt follows. */
export function ComplaintForm({ kind, loanId, bills, today }: Props) {
  const [made, setMade] = useState<(CreatedComplaint & { complaintId: ComplaintId }) | null>(null);
  const [receiptState, setReceiptState] = useState<ReceiptState>('none');
  const [percent, setPercent] = useState(0);
  const receipt = useReceipt();
  const picture = useWrite(complaintPicture, {
    key: made?.complaintId ?? '',
    onProgress: (share) => setPercent(Math.floor(share * 100)),
    onDone: () => setReceiptState('sent'),
    onFailed: () => {
      setReceiptState('failed');
      return true;
    },
  });
  const create = useWrite(complaintCreate, { fields: { complaintDayWrong: 'paidOn' }, onDone: setMade });
  const sendPicture = () => {
    if (!made || !receipt.bytes) return;
    setReceiptState('sending');
    setPercent(0);
    void picture.send({ complaintId: made.complaintId, bytes: receipt.bytes });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture follows its case once; again only when it is asked for
  useEffect(sendPicture, [made?.complaintId]);
  if (made)
    return (
      <ComplaintCreated
        made={made}
        receipt={receiptState}
        percent={percent}
        failure={picture.failure?.message ?? null}
        onRetry={sendPicture}
      />
    );
  return (
    <ComplaintFormView
      start={initialComplaint(kind, loanId)}
      refused={create}
      bills={bills}
      today={today}
      receipt={receipt}
      isBusy={create.isBusy}
      onSend={(input) => void create.send(input)}
    />
  );
}
