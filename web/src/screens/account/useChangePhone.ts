import type { DataOf } from '@sandali/contract/call.ts';
import { changePhone } from '@sandali/contract/phoneChange.ts';
import { useState } from 'react';
import { focusField, useWrite } from '#/client/write.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import type { ChangePhoneField } from './changePhoneForm.ts';

type Options = {
  way: string;
  onDone(done: DataOf<typeof changePhone>): void;
  onLater(): void;
  /** Empties a code that turned out wrong. */
  forget(field: 'oldCode' | 'code'): void;
};

/** The write that changes the number. What it refuses leads back to the step that can mend it, with the refusal beside its field. */
export function useChangePhone({ way, onDone, onLater, forget }: Options) {
  const [hasTried, setTried] = useState(false);
  const mendAt = (step: string, field: string) => {
    void navigate(addressOf('changePhone', { step }), { replace: true, move: 'back' }).then(() => focusField(field));
    return true;
  };
  const write = useWrite(changePhone, {
    key: way,
    onDone,
    onFailed: ({ name }) => {
      setTried(true);
      switch (name) {
        case 'codeWrong':
          forget('code');
          return mendAt('code', 'code');
        case 'oldCodeWrong':
          forget('oldCode');
          return mendAt('old', 'code');
        case 'passwordWrong':
          return mendAt('id', 'password');
        case 'idNumberWrong':
        case 'idNumberSpent':
        case 'idNumberUnknown':
          return mendAt('id', 'idNumber');
        case 'phoneTaken':
        case 'phoneSame':
          return mendAt('number', 'phone');
        case 'phoneChangedLately':
          onLater();
          return undefined;
        default:
          return undefined;
      }
    },
  });
  const said = (...names: readonly string[]) => (write.failure && names.includes(write.failure.name) ? write.failure.message : undefined);
  const refusals: Partial<Record<ChangePhoneField, string | undefined>> = {
    oldCode: said('oldCodeWrong'),
    idNumber: said('idNumberWrong', 'idNumberSpent', 'idNumberUnknown'),
    password: said('passwordWrong'),
    phone: said('phoneTaken', 'phoneSame'),
    code: said('codeWrong'),
  };
  return { write, refusals, hasTried, isIdSpent: said('idNumberSpent') !== undefined };
}
