// Forms behind the login: react-hook-form stores the values, a valibot schema validates them, and
// the first invalid field gets the focus. The prerendered /login and /register use neither.
import { valibotResolver } from '@hookform/resolvers/valibot';
import { undrawnLetters } from '@sandali/contract/paperLetters.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm as useHookForm } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { getText } from '#/i18n/text.ts';
import type { LettersTextId } from './formRules.ts';
import { fieldId, focusField } from './write.ts';

export type Values<F extends string> = Record<F, string>;
type Texts = Values<string>;

/**
 * The server's refusals by field, as `useWrite` returns them. Each is shown until its field is
 * edited.
 */
export type Refused = { fieldError(field: string): string | undefined; clear(): void };

type FormOptions<F extends string, I> = {
  /** The validation rules. The message of each rule is a text id, unless `say` replaces it. */
  schema: GenericSchema<unknown, I>;
  start: Values<F>;
  refused?: Refused | undefined;
  /** Returns the text to show for a rule that a value breaks. */
  say?(message: string, field: F): string;
  /** Receives the parsed values once every field is valid. */
  onInput(input: I): void;
  /** Called if a field is invalid, before the first such field gets the focus. */
  onOpen?(): void;
};

export type Form<F extends string> = {
  hook: ReturnType<typeof useHookForm<Texts, unknown, unknown>>;
  error(field: F): string | undefined;
  /** Sets fields as if they were typed in; the first field is set last. */
  change(values: Partial<Values<F>>): void;
  /**
   * Returns the current values. To re-render when they change, a component must also call
   * `hook.watch()`.
   */
  values(): Values<F>;
  /** Validates all fields, then passes their values to `onInput` or shows the errors. */
  submit(): void;
  /**
   * Validates only these fields, for example the fields of one step, and focuses the first invalid
   * one.
   */
  holds(fields: readonly F[]): Promise<boolean>;
};

/** Creates a form. Errors appear on submit, and each disappears once its field is edited. */
export function useForm<F extends string, I>({
  schema,
  start,
  refused,
  say,
  onInput,
  onOpen,
}: FormOptions<F, I>): Form<F> {
  const hook = useHookForm<Texts, unknown, unknown>({
    defaultValues: start,
    // Without `all`, rules that involve two fields would be checked only after all other rules
    // pass.
    criteriaMode: 'all',
    resolver: valibotResolver(schema as GenericSchema<Texts, unknown>),
    reValidateMode: 'onSubmit',
  });
  const { errors } = hook.formState;
  const latest = useRef({ refused, onInput, onOpen });
  latest.current = { refused, onInput, onOpen };
  return {
    hook,
    error: (field) => {
      const message = errors[field]?.message;
      if (message === undefined) return refused?.fieldError(field);
      if (say) return say(message, field);
      // Of all rule texts, only those in LettersTextId have a placeholder.
      return getText(message as LettersTextId, {
        letters: undrawnLetters(hook.getValues(field)).join(' '),
      });
    },
    change: (values) => {
      for (const [field, value] of Object.entries<string | undefined>(values).reverse())
        hook.setValue(field, value ?? '');
      hook.clearErrors(Object.keys(values));
      latest.current.refused?.clear();
    },
    values: () => hook.getValues() as Values<F>,
    submit: () =>
      void hook.handleSubmit(
        (input) => latest.current.onInput(input as I),
        () => latest.current.onOpen?.(),
      )(),
    holds: (fields) => hook.trigger(fields, { shouldFocus: true }),
  };
}

/** Props for a field component of ui/, to be spread over its control. */
export type Bound = {
  id: string;
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur(): void;
  error: string | undefined;
};

/**
 * Binds a control to a field. Registers an object as the control, because one field may have
 * several controls.
 */
export function useField<F extends string>({ hook, error, change }: Form<F>, name: F): Bound {
  const [control] = useState(() => ({
    name,
    type: 'text',
    value: undefined,
    focus: () => focusField(name),
  }));
  const { ref, onBlur } = hook.register(name as string);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ref` is new at each render
  useEffect(() => ref(control), [control]);
  const value = hook.watch(name as string);
  return {
    id: fieldId(name),
    name,
    value,
    onChange: (typed) => change({ [name]: typed } as Partial<Values<F>>),
    onBlur: () => void onBlur({ target: { name, value }, type: 'blur' }),
    error: error(name),
  };
}

type PartProps<F extends string, P> = Omit<P, keyof Bound> & {
  of: Form<F>;
  name: F;
  /** The component of ui/ that renders the field. */
  as(props: P): ReactNode;
  /** Cleans up typed text, for example by removing everything but digits. */
  tidy?(typed: string): string;
};

export function FormField<F extends string, P>({
  of: form,
  name,
  as: Part,
  tidy = (typed) => typed,
  ...rest
}: PartProps<F, P>) {
  const bound = useField(form, name);
  return (
    <Part
      {...(rest as unknown as P)}
      {...bound}
      onChange={(typed: string) => bound.onChange(tidy(typed))}
    />
  );
}
