import { zIdNumber } from '@sandali/contract/id.ts';
import * as v from 'valibot';
import { messageId, mobileField, required, withMessage } from '#/client/formRules.ts';
import { idNumberFault, normalizeIdNumber } from '#/client/idNumber.ts';
import { phoneFault } from './phoneFault.ts';

export type ChangePhoneMethod = 'code' | 'idNumber';
type ChangePhoneStep = 'way' | 'old' | 'id' | 'number' | 'code';

const codeLength = 6;

/** What has been typed and sent so far. */
export type ChangePhoneKnown = {
  way: string;
  hasOldChallenge: boolean;
  oldCode: string;
  idNumber: string;
  password: string;
  hasNewChallenge: boolean;
};

/** The number of an ID as it is sent; null where that cannot be the whole number of one. */
export function readIdNumber(typed: string): string | null {
  return idNumberFault(typed) ? null : normalizeIdNumber(typed) || null;
}

/** The whole number of an ID. */
const typedIdNumber = withMessage(
  v.pipe(v.string(), v.transform(normalizeIdNumber), zIdNumber),
  (typed) => {
    const fault = idNumberFault(typed);
    return fault ? `idNumber.${fault}` : 'account.newPhone.idMissing';
  },
);

export type ChangePhoneField = 'way' | 'oldCode' | 'idNumber' | 'password' | 'phone' | 'code';

/** All that the steps of a change of number ask for; each judges its own. */
export const changePhoneForm = v.object({
  idNumber: typedIdNumber,
  password: required('account.passwordMissing'),
  phone: mobileField(phoneFault),
});

/** What the account of a lost phone is known by, and another number that it is to have. */
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

/**
 * Whether what comes before the new number is given: the code to the old one, or the ID number and
 * the password.
 */
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
 * The step to draw. The address names the one that is wished for; what is known so far says whether
 * it can be: after a reload nothing is, and the change begins again.
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
