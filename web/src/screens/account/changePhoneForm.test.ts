import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  type ChangePhoneKnown,
  changePhoneForm,
  changePhoneStepFrom,
  isProofGiven,
  lostForm,
  readIdNumber,
} from './changePhoneForm.ts';

const nothing: ChangePhoneKnown = {
  way: '',
  hasOldChallenge: false,
  oldCode: '',
  idNumber: '',
  password: '',
  hasNewChallenge: false,
};
const byCode: ChangePhoneKnown = {
  ...nothing,
  way: 'code',
  hasOldChallenge: true,
  oldCode: '123456',
};
const byId: ChangePhoneKnown = { ...nothing, way: 'idNumber', idNumber: 'N01-23', password: 'x' };

test('accepts an ID number in any format, and rejects an incomplete one', () => {
  expect(readIdNumber(' n01-23–456 789 ')).toBe('N0123456789');
  for (const typed of ['', '1234', 'x'.repeat(26), '12345!'])
    expect(readIdNumber(typed)).toBeNull();
});

test('a number change requires a code, or the ID number and the password', () => {
  expect([nothing, byCode, byId].map(isProofGiven)).toEqual([false, true, true]);
  expect(isProofGiven({ ...byCode, oldCode: '12345' })).toBe(false);
  expect(isProofGiven({ ...byId, password: '' })).toBe(false);
  expect(isProofGiven({ ...byId, way: 'code' })).toBe(false);
});

test('a number change shows a step only after the steps that it depends on', () => {
  const steps = ['old', 'id', 'number', 'code', null, 'else'];
  expect(steps.map((requested) => changePhoneStepFrom(requested, nothing))).toEqual(
    steps.map(() => 'way'),
  );
  expect(steps.map((requested) => changePhoneStepFrom(requested, byCode))).toEqual([
    'old',
    'old',
    'number',
    'number',
    'way',
    'old',
  ]);
  expect(steps.map((requested) => changePhoneStepFrom(requested, byId))).toEqual([
    'id',
    'id',
    'number',
    'number',
    'way',
    'id',
  ]);
  expect(changePhoneStepFrom('code', { ...byId, hasNewChallenge: true })).toBe('code');
  expect(changePhoneStepFrom('code', { ...byCode, hasNewChallenge: true, oldCode: '' })).toBe(
    'old',
  );
  expect(changePhoneStepFrom('old', { ...byCode, hasOldChallenge: false })).toBe('way');
});

const wrong = (form: v.GenericSchema, values: object) =>
  v.safeParse(form, values).issues?.map(({ path, message }) => [path?.[0]?.key, message]);

test('a number change requires a complete ID number, a password and a mobile number', () => {
  const whole = { idNumber: ' n01-23–456 789 ', password: 'x', phone: '0917 555 0142' };
  expect(v.parse(changePhoneForm, whole)).toEqual({
    idNumber: 'N0123456789',
    password: 'x',
    phone: '+639175550142',
  });
  expect(wrong(changePhoneForm, { idNumber: '1234', password: '', phone: '917' })).toEqual([
    ['idNumber', 'idNumber.short'],
    ['password', 'account.passwordMissing'],
    ['phone', 'account.phoneShort'],
  ]);
});

test('recovery requires a new phone number that differs from the lost number', () => {
  const whole = { phone: '9175550142', idNumber: '9999 0001 2345', newPhone: '9175550143' };
  expect(v.parse(lostForm, whole)).toEqual({
    phone: '+639175550142',
    idNumber: '999900012345',
    newPhone: '+639175550143',
  });
  expect(wrong(lostForm, { ...whole, newPhone: '0917 555 0142' })).toEqual([
    ['newPhone', 'recovery.same'],
  ]);
  expect(wrong(lostForm, { ...whole, newPhone: '2', phone: '2' })).toEqual([
    ['phone', 'account.phoneOther'],
    ['newPhone', 'account.phoneOther'],
  ]);
});
