// A command's form, derived from its declaration.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button, FieldError, Input, Switch, TextField } from 'react-aria-components';
import { Controller, useForm } from 'react-hook-form';
import type { CommandRequest } from '#/api.ts';
import { ActionButton } from '#/ui/ActionButton.tsx';
import { FieldLabel } from '#/ui/FieldLabel.tsx';
import { ArgumentField } from './ArgumentField.tsx';
import { opsLine } from './opsLine.ts';
import { askedArguments, emptyForm, requestOf, type Typed } from './typed.ts';

type Props = {
  command: DeclaredCommand;
  /** Texts that another page has handed over. */
  texts: Readonly<Record<string, string>>;
  mayReveal: boolean;
  isBusy: boolean;
  onSend: (request: CommandRequest, typed: Typed) => void;
  /** What is said beside the button. */
  children?: ReactNode;
};

export function CommandForm({ command, texts, mayReveal, isBusy, onSend, children }: Props) {
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
  const send = handleSubmit((request) => onSend(request, getValues()));
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
              <TextField
                className="field field-wide"
                value={value}
                onChange={onChange}
                isInvalid={error !== undefined}
                validationBehavior="aria"
              >
                <FieldLabel label="Reason" about={aboutReason(command)} isOptional={false} />
                <Input autoComplete="off" maxLength={500} />
                <FieldError>{error?.message}</FieldError>
              </TextField>
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
      <div className="form-end">
        <ActionButton look={hasFields ? 'primary' : 'soft'} isBusy={isBusy} busyText="Waiting…">
          {verbOf(command, hasFields)}
        </ActionButton>
        {children}
      </div>
      <OpsLine line={opsLine(command, watch())} />
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
