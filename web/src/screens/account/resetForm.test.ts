import { expect, test } from 'vitest';
import { readIdLast4, readNumber, resetStepFrom } from './resetForm.ts';

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

test('a mobile number is read in local format, and an incomplete one is rejected', () => {
  expect(readNumber(form({ phone: '0917 555 0142' }))).toBe('+639175550142');
  expect(readNumber(form({ phone: '917 555' }))).toBeNull();
});

test('the last four characters of an ID number are read without separators', () => {
  expect(readIdLast4(form({ idLast4: ' ab-90 ' }))).toBe('AB90');
  for (const wrong of ['', 'AB9', 'AB901', 'AB9ñ'])
    expect(readIdLast4(form({ idLast4: wrong }))).toBeNull();
});

test('a reset shows the ID step only after the server has asked for ID digits', () => {
  const known = { hasChallenge: true, hasCode: true, isIdAsked: true };
  expect(resetStepFrom('id', known)).toBe('id');
  expect(resetStepFrom('id', { ...known, isIdAsked: false })).toBe('password');
  expect(resetStepFrom('id', { hasChallenge: false, hasCode: false, isIdAsked: false })).toBe(
    'phone',
  );
  expect(resetStepFrom('code', known)).toBe('code');
});
