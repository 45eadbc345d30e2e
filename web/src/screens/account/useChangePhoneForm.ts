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
  /** Called if the server refuses because the last change is too recent. */
  onLater(): void;
};

export type ChangePhoneForm = ReturnType<typeof useChangePhoneForm>;

/**
 * The state of all steps, each with its own history entry. Typed values are kept while the page is
 * open.
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

  // `last` contains the completed code, because the form is submitted before the next render.
  const send = (last: Partial<Typed> = {}) => {
    const whole = { ...typed, ...last };
    const input = isProofGiven({ ...known, ...last }) && inputOf(whole, oldSms.sent, newSms.sent);
    if (input) void change.write.send(input);
  };
  const afterWay = async () => {
    if (typed.way !== 'code') return await navigate(stepTo('id'));
    // A code recently sent to the old number is still valid.
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
    // If everything else is complete, only the proof had to be corrected, so submit at once.
    const isRestComplete =
      change.hasFailed && newSms.sent !== null && typed.code.length === codeLength;
    if (isRestComplete) send(last);
    else void navigate(stepTo('number'));
  };
  const afterNumber = async () => {
    const number = parsePhilippineMobile(typed.phone);
    if (!number) return await form.holds(['phone']);
    const isSent = newSms.sent?.phone === number && newSms.secondsLeft > 0;
    if (!isSent) form.change({ code: '' });
    if (isSent || (await newSms.send(number))) await navigate(stepTo('code'));
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

/**
 * Returns the call's input, or null if no code was requested (the order of the steps prevents
 * this).
 */
function inputOf(
  typed: Typed,
  old: Sent<null>,
  sent: Sent<MobileNumber>,
): RequestInputOf<typeof changePhone> | null {
  if (!sent) return null;
  const newNumber = { ...sent, code: typed.code };
  if (typed.way !== 'code')
    return {
      by: 'idNumber',
      idNumber: readIdNumber(typed.idNumber) ?? '',
      password: typed.password,
      ...newNumber,
    };
  return (
    old && { by: 'code', oldChallengeId: old.challengeId, oldCode: typed.oldCode, ...newNumber }
  );
}

type Options = {
  way: string;
  onDone(done: DataOf<typeof changePhone>): void;
  onLater(): void;
  forget(field: 'oldCode' | 'code'): void;
};

/**
 * The write that changes the number. A refusal leads back to its step and is shown at its field.
 */
function useChangePhone({ way, onDone, onLater, forget }: Options) {
  const [hasFailed, setFailed] = useState(false);
  const fixAt = (step: string, field: string) => {
    void navigate(addressOf('changePhone', { step }), { replace: true, move: 'back' }).then(() =>
      focusField(field),
    );
    return true;
  };
  const write = useWrite(changePhone, {
    key: way,
    onDone,
    onFailed: ({ name }) => {
      setFailed(true);
      switch (name) {
        case 'codeWrong':
          forget('code');
          return fixAt('code', 'code');
        case 'oldCodeWrong':
          forget('oldCode');
          return fixAt('old', 'code');
        case 'passwordWrong':
          return fixAt('id', 'password');
        case 'idNumberWrong':
        case 'idNumberSpent':
        case 'idNumberUnknown':
          return fixAt('id', 'idNumber');
        case 'phoneTaken':
        case 'phoneSame':
          return fixAt('number', 'phone');
        case 'phoneChangedLately':
          onLater();
          return undefined;
        default:
          return undefined;
      }
    },
  });
  const messageOf = (...names: readonly string[]) =>
    write.failure && names.includes(write.failure.name) ? write.failure.message : undefined;
  const refusals: Partial<Record<ChangePhoneField, string | undefined>> = {
    oldCode: messageOf('oldCodeWrong'),
    idNumber: messageOf('idNumberWrong', 'idNumberSpent', 'idNumberUnknown'),
    password: messageOf('passwordWrong'),
    phone: messageOf('phoneTaken', 'phoneSame'),
    code: messageOf('codeWrong'),
  };
  return { write, refusals, hasFailed, isIdSpent: messageOf('idNumberSpent') !== undefined };
}
