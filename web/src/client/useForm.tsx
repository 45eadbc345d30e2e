// Forms behind the login: react-hook-form holds the values of the fields, a valibot schema
// validates them, and the first invalid field gets the focus. The prerendered forms of /login and
// /register do without: their values are read from the page.
import { valibotResolver } from '@hookform/resolvers/valibot';
import { undrawnLetters } from '@sandali/contract/paperLetters.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm as useHookForm } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { getText } from '#/i18n/text.ts';
import type { LettersTextId } from './formRules.ts';
import { fieldId, focusField } from './write.ts';

/** The value of each field, as text. */
export type Values<F extends string> = Record<F, string>;
type Texts = Values<string>;

/**
 * What the server said against a field, until it is edited: of a write (`useWrite`) whose refusals
 * belong to fields.
 */
export type Refused = { fieldError(field: string): string | undefined; clear(): void };

type FormOptions<F extends string, I> = {
  /** The rules. The message of each is the id of a text, unless `say` has other words for it. */
  schema: GenericSchema<unknown, I>;
  start: Values<F>;
  refused?: Refused | undefined;
  /** The words for a broken rule. */
  say?(message: string, field: F): string;
  /** Gets what the form says once every rule is kept. */
  onInput(input: I): void;
  /** Where a rule is broken, before the first such field takes the focus. */
  onOpen?(): void;
};

/** A form: hand it to its fields. */
export type Form<F extends string> = {
  hook: ReturnType<typeof useHookForm<Texts, unknown, unknown>>;
  /** What is to be said beside the field. */
  error(field: F): string | undefined;
  /** Sets some fields as if they had been typed into, the first of them last. */
  change(values: Partial<Values<F>>): void;
  /** The present values. A form that renders them must call `hook.watch()` too. */
  values(): Values<F>;
  /** Validates all fields; passes on their values, or shows what is wrong. */
  submit(): void;
  /** Judges these alone, as at a step of several; points at what is wrong, or is true. */
  holds(fields: readonly F[]): Promise<boolean>;
};

/**
 * Holds a form. A wrong answer is said when the form is sent, and no more once its field is edited.
 */
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
    // Without `all`, a rule about two fields would wait until every other one is kept.
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
      // Only the text about letters has a value.
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

/** What a field of ui/ takes: spread it over the control. */
export type Bound = {
  id: string;
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur(): void;
  error: string | undefined;
};

/**
 * Ties a control to a field of a form. What the library gets as its control is an object, as ours
 * may be several, and write numbers in groups.
 */
export function useField<F extends string>({ hook, error, change }: Form<F>, name: F): Bound {
  const [control] = useState(() => ({
    name,
    type: 'text',
    value: undefined,
    focus: () => focusField(name),
  }));
  const { ref, onBlur } = hook.register(name as string);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the library makes the same tie anew at each render
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
  /** The part of ui/ that draws it. */
  as(props: P): ReactNode;
  /** What becomes of what is typed, such as its digits alone. */
  tidy?(typed: string): string;
};

/** A field of a form, drawn by a part of ui/. */
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
