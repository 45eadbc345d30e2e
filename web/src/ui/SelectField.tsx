import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Box, Field, type FieldWords, inputClass } from './Field.tsx';
import { Icon } from './Icon.tsx';
import css from './SelectField.module.css';

type Choice = { value: string; label: string; isDisabled?: boolean };

export type SelectFieldProps = FieldWords &
  Omit<
    ComponentProps<'select'>,
    'value' | 'defaultValue' | 'onChange' | 'children' | 'className' | 'style'
  > & {
    /** The selected value, or '' if nothing is selected. */
    value: string;
    onChange: (value: string) => void;
    options: readonly Choice[];
    /** Shown until an option is selected ("Choose"). */
    placeholder: string;
  };

/** A native select. For more than about twelve options use `SearchPicker`. */
export function SelectField({
  label,
  aside,
  hint,
  error,
  value,
  onChange,
  options,
  placeholder,
  id,
  ...rest
}: SelectFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error} id={id}>
      {(wiring) => (
        <Box isWrong={wiring['aria-invalid']} after={<Icon name="down" className={css.arrow} />}>
          <select
            {...rest}
            {...wiring}
            className={classes(inputClass, css.select, !value && css.empty)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="" disabled hidden>
              {placeholder}
            </option>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
        </Box>
      )}
    </Field>
  );
}
