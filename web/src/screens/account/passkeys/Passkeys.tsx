import { type Passkey, passkeyList, passkeyRemove } from '@sandali/contract/passkey.ts';
import { useState } from 'react';
import { supportsPasskeys } from '#/client/passkeys.ts';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { PasswordSheet } from '#/screens/account/PasswordSheet.tsx';
import { PasskeysView } from './PasskeysView.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { useAddPasskey } from './useAddPasskey.ts';

/** What the password is asked for. */
type Asking = { to: 'add' } | { to: 'remove'; passkey: Passkey };

/** My passkeys: what they are, those that I have, adding and removing one. */
export default function Passkeys() {
  const text = useText();
  const list = useServerQuery(passkeyList, {});
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const add = useAddPasskey({ onPasswordNeeded: () => setAsking({ to: 'add' }), onBegun: () => setAsking(null) });
  const remove = useWrite(passkeyRemove, {
    fields: { passwordWrong: 'password' },
    onFailed: ({ name }) => {
      if (name === 'passwordNeeded' && removing) setAsking({ to: 'remove', passkey: removing });
      setRemoving(null);
      return name === 'passwordNeeded';
    },
    onDone: () => {
      setAsking(null);
      setRemoving(null);
      toast(text('passkeys.removed'));
    },
  });
  const isOfAdding = asking?.to === 'add';
  const sendWith = (password: string) => {
    if (asking?.to === 'add') add.send(password);
    if (asking?.to === 'remove') void remove.send({ passkeyId: asking.passkey.passkeyId, password });
  };
  return (
    <>
      <PasskeysView list={list} canUse={supportsPasskeys()} isBusy={add.isBusy} onAdd={() => add.send()} onRemove={setRemoving} />
      {removing && !asking && (
        <RemoveDialog
          passkey={removing}
          isBusy={remove.isBusy}
          onStay={() => setRemoving(null)}
          onRemove={() => void remove.send({ passkeyId: removing.passkeyId })}
        />
      )}
      {asking && (
        <PasswordSheet
          isBusy={isOfAdding ? add.isBusy : remove.isBusy}
          refusal={isOfAdding ? add.passwordError : remove.fieldError('password')}
          onEdit={isOfAdding ? add.clear : remove.clear}
          onClose={() => setAsking(null)}
          onPassword={sendWith}
        />
      )}
    </>
  );
}
