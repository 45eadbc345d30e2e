import { useId, useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import type { LabelProps } from './FieldLabel.tsx';

export type ChosenFile = { name: string; text: string };
type Props = LabelProps & {
  accepted: string | undefined;
  value: ChosenFile | null;
  onChange: (value: ChosenFile | null) => void;
  fault: string | undefined;
};

/** The text of a file from this machine. Refuses what is not UTF-8, as the command line does. */
export function FileField({ label, about, isOptional, accepted, value, onChange, fault }: Props) {
  const id = useId();
  const [unreadable, setUnreadable] = useState('');
  const choose = async (file: File | undefined) => {
    if (!file) return;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      setUnreadable('');
      onChange({ name: file.name, text });
    } catch {
      setUnreadable(`${file.name} is not UTF-8 text.`);
      onChange(null);
    }
  };
  return (
    <fieldset className="field" aria-labelledby={id}>
      <span id={id} className="field-name">
        {label}
        {isOptional && <span className="field-optional"> (optional)</span>}
      </span>
      <span className="field-about">{about}</span>
      <FileTrigger
        {...(accepted && { acceptedFileTypes: [accepted] })}
        onSelect={(files) => void choose(files?.[0])}
      >
        <Button className="button soft">{value ? value.name : 'Choose a file'}</Button>
      </FileTrigger>
      {(unreadable || fault) && (
        <span className="field-fault" role="alert">
          {unreadable || fault}
        </span>
      )}
    </fieldset>
  );
}
