import * as v from 'valibot';
import { expect, test } from 'vitest';
import { changePasswordForm } from './ChangePassword.tsx';

const wrong = (form: v.GenericSchema, values: object) =>
  v.safeParse(form, values).issues?.map(({ path, message }) => [path?.[0]?.key, message]);

test('a password change requires the current password, and the new password twice', () => {
  const whole = {
    oldPassword: 'tagong-salita-7',
    password: 'man\u0303anas 24',
    confirm: 'ma\u00f1anas 24',
  };
  expect(v.parse(changePasswordForm, whole)).toEqual({
    oldPassword: 'tagong-salita-7',
    password: 'ma\u00f1anas 24',
  });
  expect(wrong(changePasswordForm, { ...whole, confirm: 'iba' })).toEqual([
    ['confirm', 'account.newPassword.differs'],
  ]);
  expect(wrong(changePasswordForm, { ...whole, password: '1234567' })).toEqual([
    ['password', 'account.newPassword.short'],
  ]);
  expect(wrong(changePasswordForm, { oldPassword: '', password: '', confirm: '' })).toEqual([
    ['oldPassword', 'account.passwordMissing'],
    ['password', 'account.newPassword.missing'],
  ]);
});
