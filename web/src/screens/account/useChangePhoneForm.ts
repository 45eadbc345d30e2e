import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import type { MobileNumber } from '@sandali/contract/mobile.ts';
import type { changePhone } from '@sandali/contract/phoneChange.ts';
import { useState } from 'react';
import { go, useSearch } from '#/kit/location.ts';
import { focusField } from '#/kit/write.ts';
import { addressOf } from '#/paths.ts';
import { changePhoneStepFrom, isProofGiven, readIdNumber, type Way } from './changePhoneForm.ts';
import { readNumber } from './resetForm.ts';
import { useChangePhone } from './useChangePhone.ts';
import { useFocusOn } from './useFocusOn.ts';
import { useSmsCode } from './useSmsCode.ts';

const codeLength = 6;
const stepTo = (step: string) => addressOf('changePhone', { step });
const fieldOf = { way: '', old: 'code', id: 'idNumber', number: 'phone', code: 'code' } as const;
const empty = { way: '' as Way | '', oldCode: '', idNumber: '', password: '', phone: '', code: '' };
type Typed = typeof empty;

type Ends = {
  onDone(done: DataOf<typeof changePhone>): void;
  /** Called where the server says that it is too early after all. */
  onLater(): void;
};

export type ChangePhoneForm = ReturnType<typeof useChangePhoneForm>;

/** Everything that the steps share. What was typed lives as long as the page; each step is an entry of the history. */
export function useChangePhoneForm(ends: Ends) {
  const wished = useSearch().get('step');
  const [typed, setTyped] = useState(empty);
  const [isNumberWrong, setNumberWrong] = useState(false);
  const oldSms = useSmsCode<null>('oldPhone');
  const newSms = useSmsCode('newPhone');
  const change = useChangePhone({ ...ends, way: typed.way, forget: (field) => setTyped((before) => ({ ...before, [field]: '' })) });
  const known = { ...typed, hasOldChallenge: oldSms.sent !== null, hasNewChallenge: newSms.sent !== null };
  const step = changePhoneStepFrom(wished, known);
  useFocusOn(fieldOf[step]);

  const set = (over: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...over }));
    setNumberWrong(false);
    change.write.clear();
  };
  // The last digit of a code comes with the press that it is, before the next drawing.
  const send = (last: Partial<Typed> = {}) => {
    const whole = { ...typed, ...last };
    const input = isProofGiven({ ...known, ...last }) && inputOf(whole, oldSms.sent, newSms.sent);
    if (input) void change.write.send(input);
  };
  const afterWay = async () => {
    if (typed.way !== 'code') return await go(stepTo('id'));
    // A code that has just gone to the old number is still good.
    if (oldSms.secondsLeft > 0 || (await oldSms.send(null))) await go(stepTo('old'));
  };
  const byOldNumber = () => {
    set({ way: 'code' });
    void go(addressOf('changePhone'), { replace: true, move: 'back' });
  };
  const afterProof = (last?: Partial<Typed>) => {
    // Once the rest is given too, only the proof had to be mended.
    const isRestGiven = change.hasTried && newSms.sent !== null && typed.code.length === codeLength;
    if (isRestGiven) send(last);
    else void go(stepTo('number'));
  };
  const afterNumber = async (fields: FormData) => {
    const number = readNumber(fields);
    setNumberWrong(number === null);
    if (!number) return focusField('phone');
    const isThere = newSms.sent?.phone === number && newSms.secondsLeft > 0;
    if (!isThere) set({ code: '' });
    if (isThere || (await newSms.send(number))) await go(stepTo('code'));
  };
  return { step, typed, set, isNumberWrong, oldSms, newSms, change, send, afterWay, byOldNumber, afterProof, afterNumber };
}

type Sent<To> = { challengeId: string; phone: To } | null;

/** What is sent; null while a code was not even asked for, which no step lets happen. */
function inputOf(typed: Typed, old: Sent<null>, sent: Sent<MobileNumber>): RequestInputOf<typeof changePhone> | null {
  if (!sent) return null;
  const given = { ...sent, code: typed.code };
  if (typed.way !== 'code') return { by: 'idNumber', idNumber: readIdNumber(typed.idNumber) ?? '', password: typed.password, ...given };
  return old && { by: 'code', oldChallengeId: old.challengeId, oldCode: typed.oldCode, ...given };
}
