import { zIdNumber } from '@sandali/contract/id.ts';
import * as v from 'valibot';
import { messageId, mobileField, required, withMessage } from '#/client/formRules.ts';
import { idNumberFault, normalizeIdNumber } from '#/client/idNumber.ts';
import { phoneFault } from './phoneFault.ts';

export type ChangePhoneMethod = 'code' | 'idNumber';
type ChangePhoneStep = 'way' | 'old' | 'id' | 'number' | 'code';

const codeLength = 6;

/** What the borrower has typed and requested so far. */
export type ChangePhoneKnown = {
  way: string;
  hasOldChallenge: boolean;
  oldCode: string;
  idNumber: string;
  password: string;
  hasNewChallenge: boolean;
};

/** Returns the normalised ID number, or null if the text cannot be an ID number. */
export function readIdNumber(typed: string): string | null {
  return idNumberFault(typed) ? null : normalizeIdNumber(typed) || null;
}

const typedIdNumber = withMessage(
  v.pipe(v.string(), v.transform(normalizeIdNumber), zIdNumber),
  (typed) => {
    const fault = idNumberFault(typed);
    return fault ? `idNumber.${fault}` : 'account.newPhone.idMissing';
  },
);

export type ChangePhoneField = 'way' | 'oldCode' | 'idNumber' | 'password' | 'phone' | 'code';

/** All fields of the form that changes a number; each step validates its own fields. */
export const changePhoneForm = v.object({
  idNumber: typedIdNumber,
  password: required('account.passwordMissing'),
  phone: mobileField(phoneFault),
});

/** The fields that identify the account of a lost phone, and its new number. */
export const lostForm = v.pipe(
  v.object({
    phone: mobileField(phoneFault),
    idNumber: typedIdNumber,
    newPhone: mobileField(phoneFault),
  }),
  v.forward(
    v.partialCheck(
      [['phone'], ['newPhone']],
      ({ phone, newPhone }) => phone !== newPhone,
      messageId('recovery.same'),
    ),
    ['newPhone'],
  ),
);

/** Whether the proof is complete: the old number's code, or the ID number and the password. */
export function isProofGiven({
  way,
  hasOldChallenge,
  oldCode,
  idNumber,
  password,
}: ChangePhoneKnown): boolean {
  if (way === 'code') return hasOldChallenge && oldCode.length === codeLength;
  return way === 'idNumber' && readIdNumber(idNumber) !== null && password !== '';
}

/**
 * Returns the requested step, or the earliest incomplete step before it. A reload loses the values,
 * so the steps start over.
 */
export function changePhoneStepFrom(
  requested: string | null,
  known: ChangePhoneKnown,
): ChangePhoneStep {
  if (known.way === '' || !requested) return 'way';
  if (known.way === 'code' && !known.hasOldChallenge) return 'way';
  const proof = known.way === 'code' ? 'old' : 'id';
  if (!isProofGiven(known) || !['number', 'code'].includes(requested)) return proof;
  return requested === 'code' && known.hasNewChallenge ? 'code' : 'number';
}
