// A command's form, derived from its declaration.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button, Switch } from 'react-aria-components';
import { Controller, useForm } from 'react-hook-form';
import type { CommandRequest } from '#/api.ts';
import { useSession } from '#/session.ts';
import { ActionButton } from '#/ui/ActionButton.tsx';
import { ReasonField } from '#/ui/ReasonField.tsx';
import { ArgumentField } from './ArgumentField.tsx';
import { opsLine } from './opsLine.ts';
import {
  askedArguments,
  emptyForm,
  requestOf,
  type Summary,
  summaryOf,
  type Typed,
  withoutSet,
} from './typed.ts';

type Props = {
  command: DeclaredCommand;
  /** Arguments that are set, by key, as they are sent. The form asks for the others. */
  input?: Readonly<Record<string, unknown>>;
  /** Texts that the fields begin with. */
  texts?: Readonly<Record<string, string>> | undefined;
  /** Usual reasons. */
  reasons?: readonly string[] | undefined;
  isBusy: boolean;
  onSend: (request: CommandRequest, summary: Summary) => void;
  onCancel?: (() => void) | undefined;
  /** Shows what the typed texts will do. */
  preview?: ((typed: Typed) => ReactNode) | undefined;
  /** What is said beside the button. */
  children?: ReactNode;
};

const nothing = {};

export function CommandForm({ command: whole, input = nothing, texts, ...props }: Props) {
  const { reasons, isBusy, onSend, onCancel, preview, children } = props;
  const { roles } = useSession();
  const command = withoutSet(whole, input);
  const mayReveal = command.mayReveal.some((role) => roles.includes(role));
  const { control, getValues, handleSubmit, watch } = useForm<Typed, unknown, CommandRequest>({
    defaultValues: emptyForm(command, texts),
    resolver: (typed) => {
      const made = requestOf(command, typed);
      if ('request' in made) return { values: made.request, errors: {} };
      const { reason, ...faults } = made.faults;
      const of = (message: string) => ({ type: 'typed', message });
      return {
        values: {},
        errors: {
          ...(reason && { reason: of(reason) }),
          texts: Object.fromEntries(
            Object.entries(faults).map(([key, message]) => [key, of(message)]),
          ),
        },
      };
    },
  });
  const hasFields = command.kind === 'change' || needsFields(command);
  const send = handleSubmit((request) =>
    onSend({ ...request, input: { ...input, ...request.input } }, summaryOf(command, getValues())),
  );
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isBusy) void send();
  };
  return (
    <form
      className="form"
      onSubmit={isBusy ? (event) => event.preventDefault() : send}
      onKeyDown={sendByKeys}
      noValidate
    >
      <div className="fields">
        {askedArguments(command).map((argument) => (
          <Controller
            key={argument.key}
            control={control}
            name={`texts.${argument.key}`}
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <ArgumentField
                argument={argument}
                value={value ?? ''}
                onChange={onChange}
                fault={error?.message}
              />
            )}
          />
        ))}
        {command.needsReason && (
          <Controller
            control={control}
            name="reason"
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <ReasonField
                value={value}
                onChange={onChange}
                presets={reasons}
                about={aboutReason(command)}
                fault={error?.message}
              />
            )}
          />
        )}
        {mayReveal && (
          <Controller
            control={control}
            name="isRevealing"
            render={({ field: { value, onChange } }) => (
              <Switch className="switch" isSelected={value} onChange={onChange}>
                <span className="switch-track" aria-hidden="true" />
                Show without masks
              </Switch>
            )}
          />
        )}
      </div>
      {preview?.(watch())}
      <div className="form-end">
        <ActionButton look={hasFields ? 'primary' : 'soft'} isBusy={isBusy} busyText="Waiting…">
          {verbOf(command, hasFields)}
        </ActionButton>
        {onCancel && (
          <Button className="button quiet" onPress={onCancel}>
            Cancel
          </Button>
        )}
        {children}
      </div>
      <OpsLine line={opsLine(whole, watch(), input)} />
    </form>
  );
}

const needsFields = (command: DeclaredCommand) =>
  command.needsReason || askedArguments(command).length > 0;

function verbOf({ kind, display }: DeclaredCommand, hasFields: boolean): string {
  if (kind === 'change') return 'Continue';
  if (display.as === 'file') return 'Make the file';
  return hasFields ? 'Show' : 'Read again';
}

function aboutReason({ kind, aboutPerson }: DeclaredCommand): string {
  if (aboutPerson === 'reported') return 'The trail keeps it, and the person can read it.';
  return kind === 'look'
    ? 'The trail keeps it. The person does not see this look.'
    : 'The trail keeps it.';
}

/** The same act as a line for the command line, so that people learn it. */
function OpsLine({ line }: { line: string }) {
  const [state, setState] = useState('Copy');
  const copy = async () => {
    await navigator.clipboard.writeText(line).then(
      () => setState('Copied'),
      () => setState('Select the line to copy it'),
    );
  };
  return (
    <div className="ops-line">
      <code>{line}</code>
      <Button className="button quiet" onPress={copy} onBlur={() => setState('Copy')}>
        <span aria-live="polite">{state}</span>
      </Button>
    </div>
  );
}
