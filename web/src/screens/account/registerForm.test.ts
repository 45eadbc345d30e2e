import { expect, test } from 'vitest';
import { readNewPassword, readPhoneStep, stepFrom } from './registerForm.ts';

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

test('the first sign-up step requires a mobile number and consent to the agreements', () => {
  expect(readPhoneStep(form({ phone: '0917 555 0142', agree: 'on' }))).toEqual({
    phone: '+639175550142',
    errors: {},
  });
  expect(readPhoneStep(form({}))).toEqual({
    phone: null,
    errors: { phone: 'account.phoneWrong', agree: 'account.agree.missing' },
  });
  expect(readPhoneStep(form({ phone: '0917 555 0142' }))).toEqual({
    phone: null,
    errors: { agree: 'account.agree.missing' },
  });
});

test('a new password must have 8 to 128 characters of any kind and be entered twice', () => {
  const errorsOf = (password: string, confirm = password) =>
    readNewPassword(form({ password, confirm })).errors;
  expect(readNewPassword(form({ password: ' mangga ', confirm: ' mangga ' }))).toEqual({
    password: ' mangga ',
    errors: {},
  });
  expect(errorsOf('')).toEqual({ password: 'account.newPassword.missing' });
  expect(errorsOf('1234567')).toEqual({ password: 'account.newPassword.short' });
  expect(errorsOf('🥭'.repeat(8))).toEqual({});
  expect(errorsOf('🥭'.repeat(128))).toEqual({});
  expect(errorsOf('a'.repeat(129))).toEqual({ password: 'account.newPassword.long' });
  expect(errorsOf('mangga at bagoong', 'mangga at bagoon')).toEqual({
    confirm: 'account.newPassword.differs',
  });
});

test('a password and its repetition match if they differ only in Unicode normalization', () => {
  expect(
    readNewPassword(form({ password: 'ma\u00f1anas 24', confirm: 'man\u0303anas 24' })),
  ).toEqual({
    password: 'ma\u00f1anas 24',
    errors: {},
  });
});

test('a sign-up shows a step only after the steps before it are complete', () => {
  const nothing = { hasChallenge: false, isChecked: false };
  const sent = { hasChallenge: true, isChecked: false };
  const checked = { hasChallenge: true, isChecked: true };
  expect([null, 'code', 'password'].map((requested) => stepFrom(requested, nothing))).toEqual([
    'phone',
    'phone',
    'phone',
  ]);
  expect([null, 'code', 'password'].map((requested) => stepFrom(requested, sent))).toEqual([
    'phone',
    'code',
    'code',
  ]);
  expect([null, 'code', 'password', 'x'].map((requested) => stepFrom(requested, checked))).toEqual([
    'phone',
    'code',
    'password',
    'phone',
  ]);
});
