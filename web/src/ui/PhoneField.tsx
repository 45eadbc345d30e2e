import { Box, Field, type FieldWords, inputClass } from './Field.tsx';
import { groupDigits, nationalDigits, useCaret } from './grouping.ts';
import css from './PhoneField.module.css';
import type { InputRest } from './TextField.tsx';

const digit = /\d/;

export type PhoneFieldProps = FieldWords &
  InputRest & {
    /** Up to ten national digits without the leading 0, '9175550142'. */
    value: string;
    onChange: (nationalDigits: string) => void;
    isBig?: boolean | undefined;
  };

/** A Philippine mobile number: with the prefix +63, digits are grouped while typing, and any common format may be pasted or autofilled. */
export function PhoneField({ label, aside, hint, error, value, onChange, isBig = true, id, ...rest }: PhoneFieldProps) {
  const keepCaret = useCaret(digit);
  return (
    <Field label={label} aside={aside} hint={hint} error={error} id={id}>
      {(wiring) => (
        <Box isWrong={wiring['aria-invalid']} isBig={isBig} isLocked={rest.readOnly} before={<span className={css.prefix}>+63</span>}>
          <input
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            {...rest}
            {...wiring}
            className={inputClass}
            value={groupDigits(value, [3, 3, 4])}
            onChange={(event) => {
              keepCaret(event.target);
              onChange(nationalDigits(event.target.value));
            }}
          />
        </Box>
      )}
    </Field>
  );
}
