import { useState } from 'react';
import css from './AmountField.module.css';
import { Box, Field, type FieldWords, inputClass } from './Field.tsx';
import { useCaret } from './grouping.ts';
import { groupThousands, parsePesos, splitPesos } from './pesos.ts';
import type { InputRest } from './TextField.tsx';

const kept = /[\d.]/;

export type AmountFieldProps = FieldWords &
  InputRest & {
    /** Whole centavos, or undefined while nothing is typed. */
    valueCentavos: number | undefined;
    onChange: (valueCentavos: number | undefined) => void;
    /** Allows centavos after a point; otherwise whole pesos only. */
    hasDecimals?: boolean;
    isBig?: boolean | undefined;
  };

/** A sum of pesos, grouped by thousands while typing. */
export function AmountField(props: AmountFieldProps) {
  const { label, aside, hint, error, valueCentavos, onChange, hasDecimals = false, isBig, id, ...rest } = props;
  const [typed, setTyped] = useState<string>();
  const keepCaret = useCaret(kept);
  const change = (input: HTMLInputElement) => {
    keepCaret(input);
    const text = tidy(input.value, hasDecimals);
    setTyped(text);
    onChange(parsePesos(text));
  };
  // While the words on the screen mean the value, they stay as typed ("1,234."); a value set from outside is written anew.
  const text = typed !== undefined && parsePesos(typed) === valueCentavos ? typed : write(valueCentavos);
  return (
    <Field label={label} aside={aside} hint={hint} error={error} id={id}>
      {(wiring) => (
        <Box isWrong={wiring['aria-invalid']} isBig={isBig} before={<span className={css.peso}>₱</span>}>
          <input
            type="text"
            inputMode={hasDecimals ? 'decimal' : 'numeric'}
            autoComplete="off"
            {...rest}
            {...wiring}
            className={inputClass}
            value={text}
            onChange={(event) => change(event.target)}
          />
        </Box>
      )}
    </Field>
  );
}

function tidy(text: string, hasDecimals: boolean): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  const pesos = groupThousands(whole.replace(/^0+(?=\d)/, '').slice(0, 9));
  return hasDecimals && rest.length > 0 ? `${pesos || '0'}.${rest.join('').slice(0, 2)}` : pesos;
}

function write(valueCentavos: number | undefined): string {
  if (valueCentavos === undefined) return '';
  const sum = splitPesos(valueCentavos);
  return sum.centavos === '00' ? sum.pesos : `${sum.pesos}.${sum.centavos}`;
}
