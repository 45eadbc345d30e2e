import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button, type ButtonProps } from '#/ui/Button.tsx';
import css from './shell.module.css';

type Props = {
  /** The values in the DOM, typed or filled in by a password manager. */
  onSubmit(fields: FormData): void;
  formRef?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
};

/**
 * A form that fills a screen: `Page` with the fields, then `Footer` and `Dock` with a
 * `SubmitButton`. Its method is POST, so that no input can end up in an address.
 */
export function ScreenForm({ onSubmit, formRef, children }: Props) {
  const ownRef = useRef<HTMLFormElement>(null);
  const form = formRef ?? ownRef;
  const isReady = useHydrated();
  const [wasPrerendered] = useState(!isReady);
  useLayoutEffect(() => {
    if (wasPrerendered && form.current) replayFormInput(form.current);
  }, [wasPrerendered, form]);
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

/**
 * The submit button. A prerendered page keeps it disabled until the app has started, so that the
 * browser cannot post the form itself.
 */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'isPrerendered'>) {
  const isReady = useHydrated();
  return <Button {...props} type="submit" isPrerendered={!isReady} />;
}

const never = () => () => {};

/**
 * Returns false in a prerendered page until hydration, then true. Buttons of prerendered forms stay
 * disabled until then.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Dispatches input events for values that were typed before hydration. React keeps these values in
 * the DOM but fires no onChange, and the next render would reset them.
 */
function replayFormInput(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.type === 'checkbox' || field.type === 'radio') replayChecked(field);
    else if (field.value !== field.defaultValue) replayText(field);
  }
}

/**
 * React fires onChange only if the value differs from the last value that a script has set.
 * Therefore this first sets the default, and then the typed value with the native setter.
 */
function replayText(field: HTMLInputElement) {
  const typed = field.value;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Replays whether an input is checked; in a radio group, only for the checked input. */
function replayChecked(field: HTMLInputElement) {
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
  field.checked = field.defaultChecked;
  field.click();
}
