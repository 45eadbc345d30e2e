import { expect, test } from 'vitest';
import { type ChangePhoneKnown, changePhoneStepFrom, isProofGiven, readIdNumber } from './changePhoneForm.ts';

const nothing: ChangePhoneKnown = { way: '', hasOldChallenge: false, oldCode: '', idNumber: '', password: '', hasNewChallenge: false };
const byCode: ChangePhoneKnown = { ...nothing, way: 'code', hasOldChallenge: true, oldCode: '123456' };
const byId: ChangePhoneKnown = { ...nothing, way: 'idNumber', idNumber: 'N01-23', password: 'x' };

test('an ID number is read however it is typed, and only whole', () => {
  expect(readIdNumber(' n01-23–456 789 ')).toBe('N0123456789');
  for (const typed of ['', '1234', 'x'.repeat(26), '12345!']) expect(readIdNumber(typed)).toBeNull();
});

test('the proof of a way is its own', () => {
  expect([nothing, byCode, byId].map(isProofGiven)).toEqual([false, true, true]);
  expect(isProofGiven({ ...byCode, oldCode: '12345' })).toBe(false);
  expect(isProofGiven({ ...byId, password: '' })).toBe(false);
  expect(isProofGiven({ ...byId, way: 'code' })).toBe(false);
});

test('no step can be drawn before what it builds on', () => {
  const steps = ['old', 'id', 'number', 'code', null, 'else'];
  expect(steps.map((wished) => changePhoneStepFrom(wished, nothing))).toEqual(steps.map(() => 'way'));
  expect(steps.map((wished) => changePhoneStepFrom(wished, byCode))).toEqual(['old', 'old', 'number', 'number', 'way', 'old']);
  expect(steps.map((wished) => changePhoneStepFrom(wished, byId))).toEqual(['id', 'id', 'number', 'number', 'way', 'id']);
  expect(changePhoneStepFrom('code', { ...byId, hasNewChallenge: true })).toBe('code');
  expect(changePhoneStepFrom('code', { ...byCode, hasNewChallenge: true, oldCode: '' })).toBe('old');
  expect(changePhoneStepFrom('old', { ...byCode, hasOldChallenge: false })).toBe('way');
});
