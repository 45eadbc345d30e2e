// A command's form beside a record. `input` holds the arguments that the record knows; the form
// asks for the others, shows the confirmation and the refusal, and then calls `onDone`.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Answer } from '#/api.ts';
import { CommandForm } from './CommandForm.tsx';
import { Confirm } from './Confirm.tsx';
import { Refusal } from './Refusal.tsx';
import type { Typed } from './typed.ts';
import { useAct } from './useAct.ts';

type Props = {
  command: DeclaredCommand;
  /** Arguments by key, as they are sent. */
  input: Readonly<Record<string, unknown>>;
  /** Texts that fields begin with, by argument key. */
  texts?: Readonly<Record<string, string>> | undefined;
  /** The name of the form, if the command's label does not fit. */
  title?: string | undefined;
  /** The id of the proposal that the act decides on. It never makes a new proposal. */
  proposal?: string | undefined;
  /** Usual reasons. */
  reasons?: readonly string[] | undefined;
  /** `words` says what has happened. */
  onDone: (words: string, answer: Answer) => void;
  onCancel?: () => void;
  /** Says where this page shows what must be looked at first; links to forms by default. */
  lookHere?: string | undefined;
  /** Shows what the typed texts will do, above the buttons. */
  preview?: (typed: Typed) => ReactNode;
};

/** Returns the first control of a form that is not of an optional field. */
function firstNeeded(form: HTMLElement | null): HTMLElement | undefined {
  const controls = [...(form?.querySelectorAll<HTMLElement>('input, textarea, button') ?? [])];
  return controls.find((control) => !control.closest('.field')?.querySelector('.field-optional'));
}

export function ActForm({ command, input, texts, title, proposal, ...props }: Props) {
  const { reasons, onDone, onCancel, lookHere, preview } = props;
  const frame = useRef<HTMLElement>(null);
  const act = useAct(command, {
    proposal,
    onDone: (answer) => onDone(answer.shown.lines?.join(' ') || 'Done.', answer),
  });
  useEffect(() => {
    // The focus returns to the record that the form stands in, or to the button that opened it.
    const record = frame.current?.closest('article')?.querySelector('h2');
    const back = record ?? document.activeElement;
    firstNeeded(frame.current)?.focus();
    // While the dialog leaves, nothing outside of it can have the focus.
    return () => {
      requestAnimationFrame(() => back instanceof HTMLElement && back.focus());
    };
  }, []);
  return (
    <section ref={frame} className="act-form" aria-label={title ?? command.label}>
      <CommandForm
        command={command}
        input={input}
        texts={texts}
        reasons={reasons}
        isBusy={act.isChecking}
        onSend={act.check}
        onCancel={onCancel}
        preview={preview}
      >
        <Refusal error={act.error} lookHere={lookHere} />
      </CommandForm>
      {act.confirm && <Confirm {...act.confirm} />}
    </section>
  );
}
