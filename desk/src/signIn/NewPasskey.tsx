import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import { makePasskey } from '#/passkey.ts';
import { ActionButton } from '#/ui/ActionButton.tsx';
import { FieldLabel } from '#/ui/FieldLabel.tsx';
import { Wrong } from '#/ui/Wrong.tsx';

type Props = {
  /** The name of a person who has a key already, and makes another passkey. */
  own?: string;
  onBack: () => void;
};

/** Makes a passkey, and shows the fingerprint by which two engineers add it. */
export function NewPasskey({ own, onBack }: Props) {
  const [name, setName] = useState(own ?? '');
  const make = useMutation({ mutationFn: makePasskey });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== '') make.mutate(name);
  };
  if (make.data)
    return (
      <div className="made" role="status">
        <h1>Your passkey is made</h1>
        <p>
          Read this fingerprint to two engineers, one after the other. Do not send it in writing.
        </p>
        <output className="fingerprint">{make.data.fingerprint}</output>
        <p>
          The first proposes it and the second confirms it, each with{' '}
          <code>{own ? 'staff passkey' : 'staff add'}</code>, your name <b>{make.data.name}</b>
          {own ? '' : ', your roles'} and this fingerprint.{' '}
          {own ? 'It signs in 24 hours later.' : 'Then you can sign in.'}
        </p>
        <Button className="button soft" onPress={onBack}>
          {own ? 'Close' : 'Back to sign-in'}
        </Button>
      </div>
    );
  return (
    <form className="new-passkey" onSubmit={submit}>
      <h1>Make a passkey</h1>
      <p>It stays on this device or on your security key. Nobody else can use it.</p>
      {!own && (
        <TextField className="field" value={name} onChange={setName} isRequired>
          <FieldLabel
            label="Name"
            about="As your engineers know you: lowercase letters, such as ana or ben.cruz."
            isOptional={false}
          />
          <Input autoComplete="off" spellCheck={false} />
        </TextField>
      )}
      <div className="form-end">
        <ActionButton look="primary" isBusy={make.isPending} busyText="Waiting for your device…">
          Make a passkey
        </ActionButton>
        <Button className="button quiet" onPress={onBack}>
          Back
        </Button>
      </div>
      <Wrong error={make.error} />
    </form>
  );
}
