import type { ComponentProps, ReactNode } from 'react';
import { Box, Field, type FieldWords, inputClass } from './Field.tsx';

/** Attributes that are passed on to the input (name, autoComplete, inputMode, maxLength, ref …). */
export type InputRest = Omit<
  ComponentProps<'input'>,
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'children'
  | 'className'
  | 'aria-describedby'
  | 'aria-invalid'
  | 'style'
>;

export type TextFieldProps = FieldWords &
  InputRest & {
    value: string;
    onChange: (value: string) => void;
    before?: ReactNode;
    isBig?: boolean | undefined;
  };

export function TextField({
  label,
  aside,
  hint,
  error,
  value,
  onChange,
  before,
  isBig,
  id,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error} id={id}>
      {(wiring) => (
        <Box
          before={before}
          isWrong={wiring['aria-invalid']}
          isBig={isBig}
          isLocked={rest.readOnly}
        >
          <input
            type="text"
            {...rest}
            {...wiring}
            className={inputClass}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </Box>
      )}
    </Field>
  );
}
