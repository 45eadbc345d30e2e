import { useState } from 'react';
import { Box, Field, type FieldWords, inputClass } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import css from './PasswordField.module.css';
import type { InputRest } from './TextField.tsx';

export type PasswordFieldProps = FieldWords &
  InputRest & {
    value: string;
    onChange: (value: string) => void;
    /** Labels for the eye button ("Show password", "Hide password"). */
    showLabel: string;
    hideLabel: string;
    /**
     * Tells password managers what the field is for: `current-password` to log in, `new-password`
     * to set a password.
     */
    autoComplete: 'current-password' | 'new-password';
  };

/** A password field with a button that shows the password. */
export function PasswordField({
  label,
  aside,
  hint,
  error,
  value,
  onChange,
  showLabel,
  hideLabel,
  id,
  ...rest
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const eye = (
    <IconButton
      className={css.eye}
      icon={isShown ? 'eyeOff' : 'eye'}
      label={isShown ? hideLabel : showLabel}
      onClick={() => setShown((was) => !was)}
    />
  );
  return (
    <Field label={label} aside={aside} hint={hint} error={error} id={id}>
      {(wiring) => (
        <Box isWrong={wiring['aria-invalid']} after={eye}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className={inputClass}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </Box>
      )}
    </Field>
  );
}
