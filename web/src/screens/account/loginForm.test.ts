import { agreementVersion } from '@sandali/contract/agreements.ts';
import { expect, test } from 'vitest';
import { readLogin } from './loginForm.ts';

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

test('a complete login form is accepted with a password or with a code', () => {
  const filled = form({
    phone: '0917 555 0142',
    password: ' mangga 24',
    code: '123456',
    agree: 'on',
  });
  const common = { phone: '+639175550142', agreementVersion };
  expect(readLogin(filled, 'password')).toEqual({
    input: { ...common, by: 'password', password: ' mangga 24' },
    errors: {},
  });
  filled.set('challengeId', 'c1');
  expect(readLogin(filled, 'code')).toEqual({
    input: { ...common, by: 'code', code: '123456', challengeId: 'c1' },
    errors: {},
  });
});

test('the login form reports each missing field in page order', () => {
  expect(Object.entries(readLogin(form({}), 'password').errors)).toEqual([
    ['phone', 'account.phoneWrong'],
    ['password', 'account.passwordMissing'],
    ['agree', 'account.agree.missing'],
  ]);
  expect(readLogin(form({ phone: '917 555 0142', agree: 'on' }), 'code')).toEqual({
    input: null,
    errors: { code: 'account.codeFirst' },
  });
  expect(
    readLogin(form({ phone: '917 555 0142', challengeId: 'c1', code: '12', agree: 'on' }), 'code')
      .errors,
  ).toEqual({
    code: 'account.codeMissing',
  });
  expect(
    readLogin(form({ phone: '(02) 8123 4567', password: 'x', agree: 'on' }), 'password').errors,
  ).toEqual({
    phone: 'account.phoneOther',
  });
});
