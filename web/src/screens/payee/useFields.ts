import { useState } from 'react';
import { type PlainTextId, useText } from '#/kit/text.ts';

type Refused = { fieldError(name: string): string | undefined; clear(): void };

/** The values of a form with what is wrong with each. `start` may come late (a name from the server): it stands until the field is edited. */
export function useFields<F extends Record<string, string>>(start: F, refused: Refused) {
  const text = useText();
  const [typed, setTyped] = useState<Partial<F>>({});
  const [errors, setErrors] = useState<Partial<Record<keyof F, PlainTextId>>>({});
  const set = (field: keyof F & string) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
    refused.clear();
  };
  const error = (field: keyof F & string) => {
    const own: PlainTextId | undefined = errors[field];
    return own ? text(own) : refused.fieldError(field);
  };
  const fail = (found: Partial<Record<keyof F, PlainTextId>>) => {
    setErrors(found);
    focusFirst(Object.keys(found)[0] ?? '');
  };
  return { values: { ...start, ...typed }, set, error, fail };
}

/** Moves the focus to a field by its name, or into the picker or list that is marked with it. */
function focusFirst(name: string) {
  const found = document.getElementsByName(name)[0] ?? document.querySelector<HTMLElement>(`[data-field="${name}"] :is(button, input)`);
  found?.focus();
  found?.scrollIntoView({ block: 'center' });
}
