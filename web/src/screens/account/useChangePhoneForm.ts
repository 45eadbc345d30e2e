import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { changePhone } from '@sandali/contract/phoneChange.ts';
import { useState } from 'react';
import { useForm, type Values } from '#/client/useForm.tsx';
import { focusField, useWrite } from '#/client/write.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import {
  type ChangePhoneField,
  changePhoneForm,
  changePhoneStepFrom,
  isProofGiven,
  readIdNumber,
} from './changePhoneForm.ts';
import { useFocusField } from './useFocusField.ts';
import { useSmsCode } from './useSmsCode.ts';

const codeLength = 6;
const stepTo = (step: string) => addressOf('changePhone', { step });
const fieldOf = { way: '', old: 'code', id: 'idNumber', number: 'phone', code: 'code' } as const;
const empty = { way: '', oldCode: '', idNumber: '', password: '', phone: '', code: '' };
type Typed = Values<ChangePhoneField>;

type Ends = {
  onDone(done: DataOf<typeof changePhone>): void;
  /** Called where the server says that it is too early after all. */
  onLater(): void;
};

export type ChangePhoneForm = ReturnType<typeof useChangePhoneForm>;

/**
 * Everything that the steps share. What was typed is kept while the page is open; each step is an
 * entry of the history.
 */
export function useChangePhoneForm(ends: Ends) {
  const requested = useSearch().get('step');
  const form = useForm<ChangePhoneField, unknown>({
    schema: changePhoneForm,
    start: empty,
    refused: {
      fieldError: (field) =>
        change.refusals[field as ChangePhoneField] ?? change.write.fieldError(field),
      clear: () => change.write.clear(),
    },
    onInput: () => {},
  });
  const typed = form.hook.watch() as Typed;
  const oldSms = useSmsCode<null>('oldPhone');
  const newSms = useSmsCode('newPhone');
  const change = useChangePhone({
    ...ends,
    way: typed.way,
    forget: (field) => form.hook.setValue(field, ''),
  });
  const known = {
    ...typed,
    hasOldChallenge: oldSms.sent !== null,
    hasNewChallenge: newSms.sent !== null,
  };
  const step = changePhoneStepFrom(requested, known);
  useFocusField(fieldOf[step]);

  // The last digit of a code comes with the press that it is, before the next drawing.
  const send = (last: Partial<Typed> = {}) => {
    const whole = { ...typed, ...last };
    const input = isProofGiven({ ...known, ...last }) && inputOf(whole, oldSms.sent, newSms.sent);
    if (input) void change.write.send(input);
  };
  const afterWay = async () => {
    if (typed.way !== 'code') return await navigate(stepTo('id'));
    // A code that has just gone to the old number is still good.
    if (oldSms.secondsLeft > 0 || (await oldSms.send(null))) await navigate(stepTo('old'));
  };
  const byOldNumber = () => {
    form.change({ way: 'code' });
    void navigate(addressOf('changePhone'), { replace: true, move: 'back' });
  };
  const afterId = async () => {
    if (await form.holds(['idNumber', 'password'])) afterProof();
  };
  const afterProof = (last?: Partial<Typed>) => {
    // Once the rest is given too, only the proof had to be mended.
    const isRestGiven = change.hasTried && newSms.sent !== null && typed.code.length === codeLength;
    if (isRestGiven) send(last);
    else void navigate(stepTo('number'));
  };
  const afterNumber = async () => {
    const number = parsePhilippineMobile(typed.phone);
    if (!number) return await form.holds(['phone']);
    const isThere = newSms.sent?.phone === number && newSms.secondsLeft > 0;
    if (!isThere) form.change({ code: '' });
    if (isThere || (await newSms.send(number))) await navigate(stepTo('code'));
  };
  return {
    form,
    step,
    typed,
    oldSms,
    newSms,
    change,
    send,
    afterWay,
    byOldNumber,
    afterId,
    afterProof,
    afterNumber,
  };
}

type Sent<To> = { challengeId: string; phone: To } | null;

/** What is sent; null while a code was not even asked for, which no step lets happen. */
function inputOf(
  typed: Typed,
  old: Sent<null>,
  sent: Sent<MobileNumber>,
): RequestInputOf<typeof changePhone> | null {
  if (!sent) return null;
  const given = { ...sent, code: typed.code };
  if (typed.way !== 'code')
    return {
      by: 'idNumber',
      idNumber: readIdNumber(typed.idNumber) ?? '',
      password: typed.password,
      ...given,
    };
  return old && { by: 'code', oldChallengeId: old.challengeId, oldCode: typed.oldCode, ...given };
}

type Options = {
  way: string;
  onDone(done: DataOf<typeof changePhone>): void;
  onLater(): void;
  /** Empties a code that turned out wrong. */
  forget(field: 'oldCode' | 'code'): void;
};

/**
 * The write that changes the number. What it refuses leads back to the step that can mend it, with
 * the refusal beside its field.
 */
function useChangePhone({ way, onDone, onLater, forget }: Options) {
  const [hasTried, setTried] = useState(false);
  const mendAt = (step: string, field: string) => {
    void navigate(addressOf('changePhone', { step }), { replace: true, move: 'back' }).then(() =>
      focusField(field),
    );
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
  const said = (...names: readonly string[]) =>
    write.failure && names.includes(write.failure.name) ? write.failure.message : undefined;
  const refusals: Partial<Record<ChangePhoneField, string | undefined>> = {
    oldCode: said('oldCodeWrong'),
    idNumber: said('idNumberWrong', 'idNumberSpent', 'idNumberUnknown'),
    password: said('passwordWrong'),
    phone: said('phoneTaken', 'phoneSame'),
    code: said('codeWrong'),
  };
  return { write, refusals, hasTried, isIdSpent: said('idNumberSpent') !== undefined };
}
