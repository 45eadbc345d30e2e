import { typedValue } from '@sandali/contract/typedValues.ts';
import { useState } from 'react';
import { Input, Label, Text, TextField } from 'react-aria-components';
import type { Outcome } from '#/review/Decided.tsx';
import { wordsOf } from '#/review/words.ts';
import { ReasonField } from '#/ui/ReasonField.tsx';
import { faultOfReason } from '#/ui/reason.ts';
import { timeOf } from '#/ui/words.ts';
import { ActDialog } from './ActDialog.tsx';
import type { ActProps } from './Approve.tsx';
import { ChoiceGroup } from './ChoiceGroup.tsx';

const results = ['reached', 'noAnswer', 'wrongNumber', 'refused', 'callBack'];

type Props = Omit<ActProps, 'onDone'> & {
  /** Called with what happened if the call has released the case, or else with null. */
  onNoted: (released: Outcome | null) => void;
};

/** Notes a call that was just made. */
export function NoteCall({ application, review, onNoted, onClose }: Props) {
  const [result, setResult] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [at, setAt] = useState('');
  const [reason, setReason] = useState('questions about work');
  const isCallBack = result === 'callBack';
  const time = typedValue({ as: 'minute' }, at);
  const send = async () => {
    const { callBackAt } = await review.run('review call-log', {
      input: {
        application: application.application,
        result,
        ...(note.trim() !== '' && { note: note.trim() }),
        ...(isCallBack && 'value' in time && { callBackAt: time.value }),
      },
      reason,
    });
    onNoted(
      callBackAt && {
        headline: `Call back at ${timeOf(callBackAt)}`,
        detail: 'The call is noted, and the case is free until then.',
      },
    );
  };
  const faultOfTime = isCallBack && 'wrong' in time ? `The time ${time.wrong}.` : null;
  return (
    <ActDialog
      title="Note a call"
      about="Note each call as you make it. The borrower may read the note."
      act="Note the call"
      fault={result === null ? 'Choose the result.' : (faultOfTime ?? faultOfReason(reason))}
      send={send}
      onClose={onClose}
    >
      <ChoiceGroup
        label="Result"
        choices={results.map((value) => ({ value, label: wordsOf(value) }))}
        value={result}
        onChange={setResult}
        autoFocus
      />
      {isCallBack && (
        <TextField className="field" value={at} onChange={setAt}>
          <Label>Call back at</Label>
          <Input autoComplete="off" placeholder="2026-11-23 14:00" />
          <Text slot="description" className="field-about">
            In Manila time, on a working day, within a week. The case becomes free.
          </Text>
        </TextField>
      )}
      <TextField className="field" value={note} onChange={setNote}>
        <Label>
          Note <span className="field-optional">(optional)</span>
        </Label>
        <Input autoComplete="off" maxLength={500} />
      </TextField>
      <ReasonField
        value={reason}
        onChange={setReason}
        presets={['questions about work', 'questions about the ID']}
      />
    </ActDialog>
  );
}
