import { useState } from 'react';
import { wordsOf } from '#/review/words.ts';
import { ReasonField } from '#/ui/ReasonField.tsx';
import { faultOfReason } from '#/ui/reason.ts';
import { ActDialog } from './ActDialog.tsx';
import { type ActProps, tellsBorrower } from './Approve.tsx';
import { ChoiceGroup } from './ChoiceGroup.tsx';

const presets: Readonly<Record<string, readonly string[]>> = {
  identity: ['the ID and the selfie show different people', 'the ID differs from the answers'],
  information: ['the answers contradict each other', 'the employer does not know this person'],
  income: ['the income could not be confirmed'],
  contacts: ['the references do not know this person'],
  age: ['the ID shows an age outside of our rules'],
  other: ['does not meet our rules'],
};

/** Rejects with a group of reasons, whose sentence the borrower reads. */
export function Reject({ application, review, onDone, onClose }: ActProps) {
  const [group, setGroup] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const send = async () => {
    await review.run('review reject', {
      input: { application: application.application, group },
      reason,
    });
    onDone({ headline: `Rejected: ${wordsOf(group ?? '').toLowerCase()}`, detail: tellsBorrower });
  };
  return (
    <ActDialog
      title="Reject"
      about="The borrower reads the sentence of your choice, and may dispute the decision."
      act="Reject"
      tone="danger"
      fault={group === null ? 'Choose what the borrower reads.' : faultOfReason(reason)}
      send={send}
      onClose={onClose}
    >
      <ChoiceGroup
        label="What the borrower reads"
        choices={application.borrowerReads.reject.map((choice) => ({
          value: choice.group,
          label: wordsOf(choice.group),
          reads: choice.reads,
        }))}
        value={group}
        onChange={setGroup}
        autoFocus
      />
      <ReasonField value={reason} onChange={setReason} presets={presets[group ?? ''] ?? []} />
    </ActDialog>
  );
}
