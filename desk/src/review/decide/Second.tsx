// What a second reviewer does with a proposed limit.
import { useState } from 'react';
import { ReasonField } from '#/ui/ReasonField.tsx';
import { faultOfReason } from '#/ui/reason.ts';
import { pesos } from '#/ui/words.ts';
import { ActDialog } from './ActDialog.tsx';
import { type ActProps, tellsBorrower } from './Approve.tsx';

/** Confirms the proposal, which approves the application. */
export function ConfirmLimit({ application, review, onDone, onClose }: ActProps) {
  const [reason, setReason] = useState('');
  const { proposal } = application;
  if (!proposal) return null;
  const send = async () => {
    const { limitCentavos } = await review.confirm({
      input: { application: application.application },
      reason,
    });
    onDone({ headline: `Approved with ${pesos(limitCentavos)}`, detail: tellsBorrower });
  };
  return (
    <ActDialog
      title={`Confirm ${pesos(proposal.limitCentavos)}`}
      about={`Proposed by ${proposal.by}: “${proposal.reason ?? 'no reason'}”. Your confirmation approves the application.`}
      act={`Confirm ${pesos(proposal.limitCentavos)}`}
      fault={faultOfReason(reason)}
      send={send}
      onClose={onClose}
    >
      <ReasonField
        value={reason}
        onChange={setReason}
        presets={['ID, face and answers agree', 'papers seen, income confirmed']}
        autoFocus
      />
    </ActDialog>
  );
}

type DeclineProps = Omit<ActProps, 'onDone'> & { onDeclined: () => void };

/** Declines the proposal; the case stays with this reviewer. */
export function DeclineLimit({ application, review, onDeclined, onClose }: DeclineProps) {
  const [reason, setReason] = useState('');
  const send = async () => {
    await review.run('review decline', {
      input: { application: application.application },
      reason,
    });
    onDeclined();
  };
  return (
    <ActDialog
      title="Decline the proposed limit"
      about="The case stays yours, undecided."
      act="Decline"
      tone="danger"
      fault={faultOfReason(reason)}
      send={send}
      onClose={onClose}
    >
      <ReasonField
        value={reason}
        onChange={setReason}
        presets={['the income could not be confirmed']}
        about="The first reviewer and the borrower may read it."
        autoFocus
      />
    </ActDialog>
  );
}
