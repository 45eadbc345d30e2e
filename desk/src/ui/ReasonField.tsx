import { useEffect, useRef } from 'react';
import { Button, FieldError, Input, TextField } from 'react-aria-components';
import { FieldLabel } from './FieldLabel.tsx';
import { mostReason } from './reason.ts';

type Props = {
  value: string;
  onChange: (reason: string) => void;
  /** Usual reasons, which the person can change. */
  presets?: readonly string[] | undefined;
  about?: string;
  /** What the reason lacks, if the field itself says it. */
  fault?: string | undefined;
  autoFocus?: boolean;
};

/** A reason, typed or picked. Enter sends the form. */
export function ReasonField({ value, onChange, presets = [], about, fault, autoFocus }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // After Enter on a link, React Aria's own autoFocus waits, and then finds the focus elsewhere.
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  return (
    <div className="reason field-wide">
      <TextField
        className="field"
        value={value}
        onChange={onChange}
        isInvalid={fault !== undefined}
        validationBehavior="aria"
      >
        <FieldLabel
          label="Reason"
          about={about ?? 'The borrower may read it.'}
          isOptional={false}
        />
        <Input
          ref={input}
          maxLength={mostReason}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        <FieldError>{fault}</FieldError>
      </TextField>
      {presets.length > 0 && (
        <div className="presets">
          {presets.map((preset) => (
            <Button
              key={preset}
              className="preset"
              onPress={() => {
                onChange(preset);
                input.current?.focus();
              }}
            >
              {preset}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
