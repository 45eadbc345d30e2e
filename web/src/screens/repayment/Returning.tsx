import { billCancel } from '@sandali/contract/cancel.ts';
import { invalidate } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { type CoolingOff, ReturnSheet } from './ReturnSheet.tsx';

type Props = { loanId: string; coolingOff: CoolingOff; isRepaid: boolean; onClose(): void };

/** The sheet of a return. Where as much was paid already, the loan is returned from here, without a code. */
export function Returning({ loanId, coolingOff, isRepaid, onClose }: Props) {
  const done = async () => {
    onClose();
    await invalidate();
  };
  const back = useWrite(billCancel, { key: loanId, onDone: done, onFailed: () => void done() });
  return (
    <ReturnSheet
      loanId={loanId}
      coolingOff={coolingOff}
      isRepaid={isRepaid}
      isReturning={back.isBusy}
      onReturn={() => void back.send({ loanId })}
      onClose={onClose}
    />
  );
}
