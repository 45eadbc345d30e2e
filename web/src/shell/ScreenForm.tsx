import type { FormEvent, ReactNode, RefObject } from 'react';
import { useHydrated } from '#/kit/hydrated.ts';
import { Button, type ButtonProps } from '#/ui/Button.tsx';
import css from './shell.module.css';

type Props = {
  /** The fields as they stand on the page, whoever filled them in: also what was typed before the program was there. */
  onSubmit(fields: FormData): void;
  formRef?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
};

/** A form that fills a screen: `Page` with the fields, then `Foot` and `Dock` with a `SubmitButton`. It posts, so that nothing typed can land in an address. */
export function ScreenForm({ onSubmit, formRef, children }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form method="post" noValidate ref={formRef} onSubmit={submit} className={css.form}>
      {children}
    </form>
  );
}

/** The button that sends a form. In a prerendered page it cannot send until the program is there. */
export function SubmitButton(props: Omit<ButtonProps, 'type'>) {
  const isReady = useHydrated();
  return <Button {...props} type={isReady ? 'submit' : 'button'} />;
}
