import { passkeyAdd, passkeyBegin } from '@sandali/contract/passkey.ts';
import { createPasskey, type PasskeyFailure } from '#/client/passkeyCalls.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { type PlainTextId, useText } from '#/i18n/text.ts';

const failures: Record<PasskeyFailure, PlainTextId> = {
  cancelled: 'account.passkey.cancelled',
  known: 'passkeys.known',
  unable: 'account.passkey.unable',
};

type Options = {
  onPasswordNeeded(): void;
  /** The password, where one was asked for, was right. */
  onBegun(): void;
};

/** Adds a passkey: the server's challenge, the device's key, the server's word. */
export function useAddPasskey({ onPasswordNeeded, onBegun }: Options) {
  const text = useText();
  const add = useWrite(passkeyAdd, { onDone: () => toast(text('passkeys.added')) });
  const begin = useWrite(passkeyBegin, {
    fields: { passwordWrong: 'password' },
    onFailed: ({ name }) => {
      if (name !== 'passwordNeeded') return false;
      onPasswordNeeded();
      return true;
    },
    onDone: async (begun) => {
      onBegun();
      const made = await createPasskey(begun);
      if (made.ok) await add.send(made.input);
      else toast(text(failures[made.why]), { tone: 'bad' });
    },
  });
  return {
    isBusy: begin.isBusy,
    passwordError: begin.fieldError('password'),
    clear: begin.clear,
    send: (password?: string) => void begin.send(password === undefined ? {} : { password }),
  };
}
