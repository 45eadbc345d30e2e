// The parts of a promise, and the sum that they must reach.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { PromiseTerms } from './answers.ts';
import { equalParts, faultOfParts, leftOf, rest, type TypedPart } from './parts.ts';

type Props = {
  terms: PromiseTerms;
  parts: readonly TypedPart[];
  onChange: (parts: readonly TypedPart[]) => void;
};

export function PromiseEditor({ terms, parts, onChange }: Props) {
  const { totalCentavos, owedOn, firstDay, lastDay, mostParts } = terms;
  const left = leftOf(parts, terms);
  const fault = faultOfParts(parts, terms);
  const change = (nth: number, of: Partial<TypedPart>) =>
    onChange(parts.map((part, at) => (at === nth ? { ...part, ...of } : part)));
  return (
    <fieldset className="co-promise">
      <legend>
        Promise of <b>{formatPesos(totalCentavos)}</b>, owed on {owedOn}
      </legend>
      <div className="presets">
        {Array.from({ length: mostParts }, (_, nth) => nth + 1).map((count) => (
          <Button key={count} className="preset" onPress={() => onChange(equalParts(count, terms))}>
            {count === 1 ? 'In one part' : `In ${count} parts`}
          </Button>
        ))}
      </div>
      <ol>
        {parts.map((part, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <li key={nth}>
            <TextField
              className="field"
              value={part.on}
              onChange={(on) => change(nth, { on })}
              type="date"
            >
              <Label>Part {nth + 1}, by the end of</Label>
              <Input min={firstDay} max={lastDay} />
            </TextField>
            <TextField
              className="field"
              value={part.amount}
              onChange={(amount) => change(nth, { amount })}
            >
              <Label>Pesos{nth === parts.length - 1 && `, or ${rest}`}</Label>
              <Input inputMode="decimal" autoComplete="off" />
            </TextField>
          </li>
        ))}
      </ol>
      <p className="co-sum" role="status" data-tone={fault ? 'warning' : 'positive'}>
        {fault ?? sumWords(parts, left)}
      </p>
    </fieldset>
  );
}

function sumWords(parts: readonly TypedPart[], left: number): string {
  const isRest = parts.at(-1)?.amount.trim() === rest;
  return isRest
    ? `The last part is the rest: ${formatPesos(centavos(left))}.`
    : 'The parts reach the sum.';
}
