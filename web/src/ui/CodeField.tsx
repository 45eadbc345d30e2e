import { plainDigits } from '@sandali/contract/plainDigits.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import css from './CodeField.module.css';
import { classes } from './classes.ts';
import { Field, type FieldWords } from './Field.tsx';
import { digitsOf } from './grouping.ts';
import type { InputRest } from './TextField.tsx';

export type CodeFieldProps = FieldWords &
  InputRest & {
    value: string;
    onChange: (digits: string) => void;
    /** Called once the last digit has been typed, pasted or autofilled. */
    onFull?: ((digits: string) => void) | undefined;
  };

const codeLength = 6;
const mostBoxes = 8;

declare global {
  interface CredentialRequestOptions {
    otp?: { transport: ['sms'] };
  }
}

/**
 * Returns the browser's API for reading codes from text messages, or null. Some web views support
 * only half of this API.
 */
export function smsCredentials(): CredentialsContainer | null {
  const credentials = navigator.credentials as CredentialsContainer | undefined;
  return 'OTPCredential' in globalThis && credentials ? credentials : null;
}

/**
 * Reads the code from the next text message bound to this origin (WebOTP), with the borrower's
 * consent. Phones without WebOTP suggest the code on the keyboard.
 */
function useCodeFromSms(onCode: (text: string) => void): void {
  const onMessage = useEffectEvent(onCode);
  useEffect(() => {
    const credentials = smsCredentials();
    if (!credentials) return;
    const waiting = new AbortController();
    credentials.get({ otp: { transport: ['sms'] }, signal: waiting.signal }).then(
      (credential) => credential && 'code' in credential && onMessage(String(credential.code)),
      () => {}, // if refused or after leaving the screen, the borrower types the code
    );
    return () => waiting.abort();
  }, []);
}
/**
 * Returns the code in typed or pasted text. In a whole message, the code is the only six-digit
 * number, or else the only number written in groups ('123 456'). If neither is unique, returns all
 * digits, which the field shows as an error.
 */
export function codeIn(text: string): string {
  const digits = digitsOf(text);
  if (digits.length <= codeLength) return digits;
  const plain = plainDigits(text);
  for (const numbers of [/\d+/g, /\d+(?:[ -]\d+)*/g]) {
    const codes = new Set(
      (plain.match(numbers) ?? []).map(digitsOf).filter((number) => number.length === codeLength),
    );
    const [code] = codes;
    if (code !== undefined) return codes.size === 1 ? code : digits;
  }
  return digits;
}

/**
 * A field for a code from a text message: a single real input, for paste and autofill, under drawn
 * boxes.
 */
export function CodeField({
  label,
  aside,
  hint,
  error,
  value,
  onChange,
  onFull,
  id,
  ...rest
}: CodeFieldProps) {
  const [hasFocus, setFocus] = useState(false);
  const read = (text: string) => {
    const digits = codeIn(text);
    onChange(digits);
    if (digits.length === codeLength && digits !== value) onFull?.(digits);
  };
  useCodeFromSms(read);
  const boxes: ReactNode[] = [];
  // Show surplus digits too, so that the borrower can correct them.
  const count = Math.min(Math.max(value.length, codeLength), mostBoxes);
  for (let at = 0; at < count; at++) {
    const isNext = hasFocus && at === Math.min(value.length, count - 1);
    boxes.push(
      <span key={at} className={classes(css.box, isNext && css.next, Boolean(error) && css.wrong)}>
        {value.charAt(at) || (isNext && <span className={css.caret} />)}
      </span>,
    );
  }
  return (
    <Field label={label} aside={aside} hint={hint} error={error} id={id}>
      {(wiring) => (
        <div className={css.code}>
          <div className={css.boxes} aria-hidden="true">
            {boxes}
          </div>
          <input
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d*"
            {...rest}
            {...wiring}
            className={css.input}
            value={value}
            onChange={(event) => read(event.target.value)}
            onFocus={(event) => {
              setFocus(true);
              rest.onFocus?.(event);
            }}
            onBlur={(event) => {
              setFocus(false);
              rest.onBlur?.(event);
            }}
          />
        </div>
      )}
    </Field>
  );
}
