import { billCancel } from '@sandali/contract/cancel.ts';
import { useState } from 'react';
import { invalidate } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dialog, DialogPanel } from '#/ui/Dialog.tsx';
import { List, Row } from '#/ui/List.tsx';

/**
 * Cancels a loan after confirmation, if its payout has not been sent or its cash has not been
 * collected.
 */
export function CancelLoan({ loanId, isPickup }: { loanId: string; isPickup: boolean }) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  // Always refetch the loan, since the payout may have been sent meanwhile.
  const finish = async () => {
    setAsking(false);
    await invalidate();
  };
  const cancel = useWrite(billCancel, {
    key: loanId,
    onDone: finish,
    onFailed: ({ plainMessage }) => void (plainMessage === undefined && finish()),
  });
  return (
    <>
      <List>
        <Row
          isLow
          icon="close"
          title={text('loan.cancel.open')}
          detail={text(isPickup ? 'loan.cancel.pickupFree' : 'loan.cancel.free')}
          onClick={() => setAsking(true)}
        />
      </List>
      {isAsking && (
        <CancelDialog
          isPickup={isPickup}
          isBusy={cancel.isBusy}
          onStay={() => setAsking(false)}
          onCancel={() => void cancel.send({ loanId })}
        />
      )}
    </>
  );
}

type CancelDialogProps = {
  /** Whether the payout is cash waiting at a counter, so no account received it. */
  isPickup?: boolean;
  isBusy: boolean;
  onStay(): void;
  onCancel(): void;
};

function CancelDialog(props: CancelDialogProps) {
  return <Dialog {...usePanel(props)} onClose={props.onStay} />;
}

/** The confirmation without its dialog (for stories). */
export function CancelPanel(props: CancelDialogProps) {
  return <DialogPanel {...usePanel(props)} />;
}

function usePanel({ isPickup, isBusy, onStay, onCancel }: CancelDialogProps) {
  const text = useText();
  return {
    title: text('loan.cancel.title'),
    children: text(isPickup ? 'loan.cancel.pickupWhy' : 'loan.cancel.why'),
    actions: (
      <>
        <Button look="quiet" onClick={onStay}>
          {text('loan.cancel.stay')}
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={onCancel}>
          {text(isBusy ? 'loan.cancel.busy' : 'loan.cancel.go')}
        </Button>
      </>
    ),
  };
}
