// The second person's form: what they must type themselves, the reason, and then the confirmation.
import { commandLine } from '@sandali/contract/commandLine.ts';
import { type Confirmation, deskPaths } from '@sandali/contract/desk.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, FieldError, Input, TextField } from 'react-aria-components';
import { type CommandRequest, post, run, Wrong, wrongOf } from '#/api.ts';
import { ArgumentField } from '#/command/ArgumentField.tsx';
import { Confirm } from '#/command/Confirm.tsx';
import { handOver } from '#/command/handoff.ts';
import { slugOf } from '#/command/slug.ts';
import { emptyForm, type Faults, requestOf, summaryOf } from '#/command/typed.ts';
import { signChallenge } from '#/passkey.ts';
import { useSession } from '#/session.ts';
import { FieldLabel } from '#/ui/FieldLabel.tsx';
import { Wrong as WrongText } from '#/ui/Wrong.tsx';
import { type Act, looksFirst } from './acts.ts';

type Props = {
  /** The proposal's id. */
  id: string;
  act: Act;
  verb: 'Confirm' | 'Decline';
  onDone: (words: string) => void;
  onCancel: () => void;
};
type Checked = { request: CommandRequest; confirmation: Confirmation | null };

export function ActForm({ id, act: { command, input, asked }, verb, onDone, onCancel }: Props) {
  const [typed, setTyped] = useState(() => emptyForm(asked));
  const [faults, setFaults] = useState<Faults>({});
  const [checked, setChecked] = useState<Checked | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus(), []);
  const checking = useMutation({
    mutationFn: async (request: CommandRequest): Promise<Checked> => {
      if (!command.twoPeople) return { request, confirmation: null };
      const confirmation = await post<Confirmation>(deskPaths.confirmation, {
        command: command.name,
        input: request.input,
      });
      // Without a proposal, the command would propose instead of confirm.
      if (confirmation.proposal?.id !== id)
        throw new Wrong('This proposal no longer waits, or has changed. Read the list again.', 0);
      return { request, confirmation };
    },
    onSuccess: setChecked,
  });
  const deciding = useMutation({
    mutationFn: async ({ request, confirmation }: Checked) => {
      const challenge = confirmation?.proposal ? confirmation.challenge : null;
      const signed = challenge && { confirmation: await signChallenge(challenge) };
      return await run(command, { ...request, ...signed });
    },
    onSuccess: ({ shown }) => onDone(shown.lines?.join(' ') || 'Done.'),
    // The refusal stands beside the form, with links to what must be looked at first.
    onError: () => setChecked(null),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const made = requestOf(asked, typed);
    setFaults('faults' in made ? made.faults : {});
    deciding.reset();
    if ('request' in made)
      checking.mutate({ ...made.request, input: { ...input, ...made.request.input } });
  };
  return (
    <form ref={form} className="ap-form" onSubmit={submit} aria-label={verb} noValidate>
      {asked.arguments.length > 0 && (
        <div className="fields">
          {asked.arguments.map((argument) => (
            <ArgumentField
              key={argument.key}
              argument={argument}
              value={typed.texts[argument.key] ?? ''}
              onChange={(text) =>
                setTyped((old) => ({ ...old, texts: { ...old.texts, [argument.key]: text } }))
              }
              fault={faults[argument.key]}
            />
          ))}
        </div>
      )}
      {command.needsReason && (
        <TextField
          className="field"
          value={typed.reason}
          onChange={(reason) => setTyped((old) => ({ ...old, reason }))}
          isInvalid={faults.reason !== undefined}
          validationBehavior="aria"
        >
          <FieldLabel label="Reason" about="The trail keeps it." isOptional={false} />
          <Input autoComplete="off" maxLength={500} />
          <FieldError>{faults.reason}</FieldError>
        </TextField>
      )}
      <div className="form-end">
        <Button type="submit" className="button primary" isPending={checking.isPending}>
          {checking.isPending ? 'Waiting…' : 'Continue'}
        </Button>
        <Button className="button quiet" onPress={onCancel}>
          Cancel
        </Button>
      </div>
      <Refusal error={checking.error ?? deciding.error} />
      <p className="ap-line">
        <code>sandali-ops {commandLine(command, input)}</code>
      </p>
      {checked && (
        <Confirm
          command={command}
          reason={checked.request.reason}
          summary={summaryOf(asked, typed)}
          proposal={checked.confirmation?.proposal ?? null}
          needsPasskey={checked.confirmation?.challenge != null}
          isBusy={deciding.isPending}
          error={null}
          onConfirm={() => deciding.mutate(checked)}
          onCancel={() => setChecked(null)}
        />
      )}
    </form>
  );
}

/** A refusal, and the commands that must be run first, as links to their filled forms. */
function Refusal({ error }: { error: Error | null }) {
  const { commands } = useSession();
  const navigate = useNavigate();
  const looks = error ? looksFirst(wrongOf(error), commands) : [];
  if (looks.length === 0) return <WrongText error={error} />;
  return (
    <div className="wrong ap-first" role="alert">
      <p>Look at its current state first, then confirm:</p>
      <ul>
        {looks.map(({ command, texts }) => (
          <li key={`${command.name} ${Object.values(texts).join(' ')}`}>
            <Button
              className="button soft"
              onPress={() => {
                handOver(command.name, texts);
                void navigate({ to: '/c/$command', params: { command: slugOf(command) } });
              }}
            >
              {command.label}
              {texts.which && ` (${texts.which})`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
