import { expect, test } from 'vitest';
import { readLogin } from './loginForm.ts';

const form = (fields: Record<string, string>) => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
};

test('a full form by password and by code', () => {
  const filled = form({ phone: '0917 555 0142', password: ' mangga 24', code: '123456', agree: 'on' });
  expect(readLogin(filled, 'password', false)).toEqual({
    input: { by: 'password', phone: '+639175550142', password: ' mangga 24' },
    errors: {},
  });
  expect(readLogin(filled, 'code', true)).toEqual({ input: { by: 'code', phone: '+639175550142', code: '123456' }, errors: {} });
});

test('what is missing is named field by field, in the order of the page', () => {
  expect(Object.entries(readLogin(form({}), 'password', false).errors)).toEqual([
    ['phone', 'account.phoneWrong'],
    ['password', 'account.passwordMissing'],
    ['agree', 'account.agree.missing'],
  ]);
  expect(readLogin(form({ phone: '917 555 0142', agree: 'on' }), 'code', false)).toEqual({
    input: null,
    errors: { code: 'account.codeFirst' },
  });
  expect(readLogin(form({ phone: '917 555 0142', code: '12', agree: 'on' }), 'code', true).errors).toEqual({ code: 'account.codeMissing' });
  expect(readLogin(form({ phone: '(02) 8123 4567', password: 'x', agree: 'on' }), 'password', false).errors).toEqual({
    phone: 'account.phoneWrong',
  });
});
