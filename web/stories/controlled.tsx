import { type ReactNode, useEffect, useRef, useState } from 'react';
import { any } from 'valibot';
import { type Form, useForm, type Values } from '#/client/useForm.tsx';
import { nothing, refusedWith } from './fixtures.ts';

function Controlled<V>({
  start,
  children,
}: {
  start: V;
  children: (value: V, change: (value: V) => void) => ReactNode;
}) {
  const [value, change] = useState(start);
  return children(value, change);
}

/** Renders a control that works in the gallery: it stores what is typed, starting with `start`. */
export function controlled<V>(
  start: V,
  draw: (value: V, change: (value: V) => void) => ReactNode,
): ReactNode {
  return <Controlled start={start}>{draw}</Controlled>;
}

function Focused({ control, children }: { control: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(
    () => frame.current?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true }),
    [control],
  );
  return <div ref={frame}>{children}</div>;
}

/** Renders content whose control has the focus, as if the borrower had reached it with Tab. */
export function focused(
  drawn: ReactNode,
  control = 'button, input, select, textarea, a',
): ReactNode {
  return <Focused control={control}>{drawn}</Focused>;
}

/** Returns a filled-in form whose fields show errors, as if the server had refused the form. */
export function useFilledForm<F extends string>(
  start: Values<F>,
  errors: Partial<Values<F>>,
): Form<F> {
  return useForm<F, unknown>({
    schema: any(),
    start,
    refused: refusedWith(errors),
    onInput: nothing,
  });
}

type FormProps<F extends string> = {
  start: Values<F>;
  errors: Partial<Values<F>>;
  children(form: Form<F>): ReactNode;
};

function InForm<F extends string>({ start, errors, children }: FormProps<F>) {
  return children(useFilledForm(start, errors));
}

/** Renders a form with these values and error messages. */
export const withForm = <F extends string>(
  start: Values<F>,
  errors: Partial<Values<F>>,
  draw: FormProps<F>['children'],
) => (
  <InForm start={start} errors={errors}>
    {draw}
  </InForm>
);
