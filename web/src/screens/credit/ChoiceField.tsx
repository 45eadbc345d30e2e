import { useText } from '#/kit/text.ts';
import { SelectField } from '#/ui/SelectField.tsx';
import type { Bound } from './useFields.ts';

type Props<V extends string> = { bound: Bound; label: string; values: readonly V[]; labelOf(value: V): string; hint?: string };

/** One answer of a short list of the contract. */
export function ChoiceField<V extends string>({ bound, label, values, labelOf, hint }: Props<V>) {
  const text = useText();
  const options = values.map((value) => ({ value, label: labelOf(value) }));
  return <SelectField {...bound} label={label} hint={hint} options={options} placeholder={text('credit.choose')} />;
}
