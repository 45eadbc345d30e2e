import type { ComponentProps } from 'react';
import { Box, Field, type FieldWords, inputClass } from './Field.tsx';
import css from './TextArea.module.css';

export type TextAreaProps = FieldWords &
  Omit<
    ComponentProps<'textarea'>,
    'value' | 'defaultValue' | 'onChange' | 'children' | 'className' | 'style'
  > & {
    value: string;
    onChange: (value: string) => void;
    /** The number of characters used ("22 of 120"), shown below at the end of the line. */
    count?: string | undefined;
  };

export function TextArea({
  label,
  aside,
  hint,
  error,
  value,
  onChange,
  count,
  id,
  ...rest
}: TextAreaProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error} id={id}>
      {(wiring) => (
        <>
          <Box isWrong={wiring['aria-invalid']}>
            <textarea
              rows={3}
              {...rest}
              {...wiring}
              className={`${inputClass} ${css.area}`}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          </Box>
          {count && <p className={css.count}>{count}</p>}
        </>
      )}
    </Field>
  );
}
