import { visibleLine } from '@sandali/contract/text.ts';
import { useRef } from 'react';
import { Button, Input, Label, Text, TextField } from 'react-aria-components';

type Props = {
  value: string;
  onChange: (reason: string) => void;
  /** Usual reasons, which the person can change. */
  presets: readonly string[];
  about?: string;
  autoFocus?: boolean;
};

/** Says what a reason lacks; null if it is complete. */
export function faultOfReason(reason: string): string | null {
  return visibleLine(reason).length < 3 ? 'Give a reason of at least 3 characters.' : null;
}

/** A reason, typed or picked. Enter sends the form. */
export function ReasonField({ value, onChange, presets, about, autoFocus = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="rv-reason">
      <TextField className="field" value={value} onChange={onChange} autoFocus={autoFocus}>
        <Label>Reason</Label>
        <Input
          ref={input}
          maxLength={500}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Text slot="description" className="field-about">
          {about ?? 'The borrower may read it.'}
        </Text>
      </TextField>
      <div className="rv-presets">
        {presets.map((preset) => (
          <Button
            key={preset}
            className="rv-preset"
            onPress={() => {
              onChange(preset);
              input.current?.focus();
            }}
          >
            {preset}
          </Button>
        ))}
      </div>
    </div>
  );
}
