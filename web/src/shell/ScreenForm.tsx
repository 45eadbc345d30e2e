import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '#/client/hydrated.ts';
import { replayFormInput } from '#/client/replayFormInput.ts';
import { Button, type ButtonProps } from '#/ui/Button.tsx';
import css from './shell.module.css';

type Props = {
  /** The fields as they stand on the page, whoever filled them in. */
  onSubmit(fields: FormData): void;
  formRef?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
};

/** A form that fills a screen: `Page` with the fields, then `Footer` and `Dock` with a `SubmitButton`. It posts, so that nothing typed can land in an address. */
export function ScreenForm({ onSubmit, formRef, children }: Props) {
  const ownRef = useRef<HTMLFormElement>(null);
  const form = formRef ?? ownRef;
  const isReady = useHydrated();
  const [wasPainted] = useState(!isReady);
  useLayoutEffect(() => {
    if (wasPainted && form.current) replayFormInput(form.current);
  }, [wasPainted, form]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form method="post" noValidate ref={form} onSubmit={submit} className={css.form}>
      {children}
    </form>
  );
}

/** The button that sends a form. In a prerendered page it is disabled until the program is there: neither a press nor Enter can post the form by itself. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'isPainted'>) {
  const isReady = useHydrated();
  return <Button {...props} type="submit" isPainted={!isReady} />;
}
