import { useState } from 'react';
import { type PictureSide, pictureSides } from '#/review/answers.ts';
import { wordsOf } from '#/review/words.ts';
import { ReasonField } from '#/ui/ReasonField.tsx';
import { faultOfReason } from '#/ui/reason.ts';
import { ActDialog } from './ActDialog.tsx';
import type { ActProps } from './Approve.tsx';
import { ChoiceGroup } from './ChoiceGroup.tsx';

const presets: Readonly<Record<string, readonly string[]>> = {
  blurred: ['the number cannot be read', 'the face cannot be seen'],
  cut: ['an edge of the ID is missing'],
  otherPerson: ['not the face on the ID'],
  expired: ['the ID has expired'],
};

/** Asks the borrower for one picture again, without a rejection. */
export function AskPhoto({
  application,
  review,
  onDone,
  onClose,
  first,
}: ActProps & { first: PictureSide }) {
  const [which, setWhich] = useState<PictureSide>(first);
  const [fault, setFault] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const send = async () => {
    const { until } = await review.run('review ask-photo', {
      input: { application: application.application, which, fault },
      reason,
    });
    onDone({
      headline: `${wordsOf(which)} asked again`,
      detail: `The borrower gets an SMS and has until ${until}. The application keeps its place.`,
    });
  };
  return (
    <ActDialog
      title="Ask for a photo again"
      about="The application waits for the borrower for seven days, and keeps its place."
      act="Ask again"
      fault={fault === null ? 'Choose what is wrong with the picture.' : faultOfReason(reason)}
      send={send}
      onClose={onClose}
    >
      <ChoiceGroup
        label="Picture"
        isRow
        choices={pictureSides.map((side) => ({ value: side, label: wordsOf(side) }))}
        value={which}
        onChange={(side) => {
          setWhich(side as PictureSide);
          if (side === 'selfie' && fault === 'expired') setFault(null);
        }}
      />
      <ChoiceGroup
        label="What the borrower reads"
        choices={application.borrowerReads.askPhoto.map((choice) => ({
          value: choice.fault,
          label: wordsOf(choice.fault),
          reads: choice.reads,
          // Only an ID expires.
          isDisabled: choice.fault === 'expired' && which === 'selfie',
        }))}
        value={fault}
        onChange={setFault}
        autoFocus
      />
      <ReasonField value={reason} onChange={setReason} presets={presets[fault ?? ''] ?? []} />
    </ActDialog>
  );
}
