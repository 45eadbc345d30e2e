import { formatPesos, readPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { Input, Label, Text, TextField } from 'react-aria-components';
import type { Application } from '#/review/answers.ts';
import type { Outcome } from '#/review/Decided.tsx';
import type { Review } from '#/review/useReview.ts';
import { ReasonField } from '#/ui/ReasonField.tsx';
import { faultOfReason } from '#/ui/reason.ts';
import { pesos, timeOf } from '#/ui/words.ts';
import { ActDialog } from './ActDialog.tsx';

export type ActProps = {
  application: Application;
  review: Review;
  /** Called after the act with what happened. */
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
};

export const tellsBorrower = 'The borrower gets an SMS.';
const presets = [
  'ID, face and answers agree',
  'employer confirmed by phone',
  'papers seen, income confirmed',
];

/** Approves with a limit; a large one becomes a proposal. */
export function Approve({ application, review, onDone, onClose }: ActProps) {
  const { firstLimitCentavos: usual, affordableCentavos: most, limits } = application;
  const [limit, setLimit] = useState(usual === null ? '' : formatPesos(usual, { drop00: true }));
  const [reason, setReason] = useState('');
  const read = readPesos(limit.replace('₱', ''));
  const amount = 'fault' in read ? null : read.amountCentavos;
  const isLarge = amount !== null && amount > limits.twoPeopleAboveCentavos;
  const words = amount === null ? '' : ` ${pesos(amount)}`;
  const send = async () => {
    const { limitCentavos, lapsesAt } = await review.run('review approve', {
      input: { application: application.application, limitCentavos: amount },
      reason,
    });
    onDone(
      lapsesAt === null
        ? { headline: `Approved with ${pesos(limitCentavos)}`, detail: tellsBorrower }
        : {
            headline: `${pesos(limitCentavos)} is proposed`,
            detail: `Another reviewer confirms or declines it until ${timeOf(lapsesAt)}.`,
          },
    );
  };
  return (
    <ActDialog
      title="Approve"
      about="You have looked at the answers and at both pictures, as they are now."
      act={isLarge ? `Propose${words}` : `Approve${words}`}
      fault={amount === null ? 'Give the limit in pesos, such as 20,000.' : faultOfReason(reason)}
      send={send}
      onClose={onClose}
    >
      <TextField className="field rv-limit" value={limit} onChange={setLimit}>
        <Label>Limit</Label>
        <Input inputMode="decimal" autoComplete="off" />
        <Text slot="description" className="field-about">
          Usual for this income: {usual === null ? 'none' : pesos(usual)}. At most{' '}
          {most === null ? 'none' : pesos(most)}, in steps of {pesos(limits.stepCentavos)}.
        </Text>
      </TextField>
      {isLarge && (
        <p className="rv-mark" data-tone="warning">
          Above {pesos(limits.twoPeopleAboveCentavos)}: a second reviewer must look at everything
          and confirm it.
        </p>
      )}
      <ReasonField value={reason} onChange={setReason} presets={presets} autoFocus />
    </ActDialog>
  );
}
