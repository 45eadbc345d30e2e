import { Box, Field, type FieldWords, inputClass } from './Field.tsx';
import { groupDigits, isNational, phoneText, useCaret } from './grouping.ts';
import css from './PhoneField.module.css';
import type { InputRest } from './TextField.tsx';

const digit = /\d/;

export type PhoneFieldProps = FieldWords &
  InputRest & {
    /** The national digits without the leading 0 ('9175550142'), or else the text as typed. */
    value: string;
    onChange: (phone: string) => void;
    isBig?: boolean | undefined;
  };

/**
 * A Philippine mobile number, prefixed with +63 and grouped during typing. The borrower can paste
 * or autofill any common format. A foreign number stays as typed.
 */
export function PhoneField({
  label,
  aside,
  hint,
  error,
  value,
  onChange,
  isBig = true,
  id,
  ...rest
}: PhoneFieldProps) {
  const keepCaret = useCaret(digit);
  const isOwn = isNational(value);
  return (
    <Field label={label} aside={aside} hint={hint} error={error} id={id}>
      {(wiring) => (
        <Box
          isWrong={wiring['aria-invalid']}
          isBig={isBig}
          isLocked={rest.readOnly}
          before={isOwn && <span className={css.prefix}>+63</span>}
        >
          <input
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            {...rest}
            {...wiring}
            className={inputClass}
            value={isOwn ? groupDigits(value, [3, 3, 4]) : value}
            onChange={(event) => {
              keepCaret(event.target);
              onChange(phoneText(event.target.value));
            }}
          />
        </Box>
      )}
    </Field>
  );
}
