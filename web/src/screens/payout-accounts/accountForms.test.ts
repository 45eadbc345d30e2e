import * as v from 'valibot';
import { expect, test } from 'vitest';
import { accountDigits, bankForm, walletForm } from './accountForms.ts';

const full = {
  ownerName: 'Ligaya Peña Halimbawa',
  bankId: 'bdo',
  accountNumber: '001234567890',
  phone: '9175550142',
  code: '123456',
  password: 'mangga 24',
};
/** Returns the first error of each invalid field. */
const errorsOf = (form: v.GenericSchema, values: object) =>
  Object.fromEntries(
    Object.entries(v.flatten(v.safeParse(form, values).issues ?? ([] as never)).nested ?? {}).map(
      ([field, words]) => [field, words?.[0]],
    ),
  );

test('a complete bank account form is accepted with a code or a password', () => {
  const { ownerName, bankId, accountNumber } = full;
  const account = { ownerName, bankId, accountNumber, phone: '+639175550142' };
  expect(v.parse(bankForm('code', 'c1'), full)).toEqual({
    ...account,
    proof: { by: 'code', challengeId: 'c1', code: '123456' },
  });
  expect(v.parse(bankForm('password', null), full)).toEqual({
    ...account,
    proof: { by: 'password', password: 'mangga 24' },
  });
});

test('a bank account form reports each missing or invalid field', () => {
  const empty = { ownerName: '', bankId: '', accountNumber: '', phone: '', code: '', password: '' };
  expect(errorsOf(bankForm('code', null), empty)).toEqual({
    ownerName: 'payoutAccounts.ownerMissing',
    bankId: 'payoutAccounts.bankMissing',
    accountNumber: 'payoutAccounts.numberMissing',
    phone: 'payoutAccounts.phoneMissing',
    code: 'account.codeFirst',
  });
  expect(errorsOf(bankForm('code', 'c1'), { ...full, code: '12' })).toEqual({
    code: 'account.codeMissing',
  });
  expect(errorsOf(bankForm('password', null), { ...full, password: '' })).toEqual({
    password: 'account.passwordMissing',
  });
  expect(errorsOf(bankForm('code', 'c1'), { ...full, accountNumber: '12345' })).toEqual({
    accountNumber: 'payoutAccounts.numberShort',
  });
  expect(errorsOf(bankForm('code', 'c1'), { ...full, accountNumber: '1'.repeat(21) })).toEqual({
    accountNumber: 'payoutAccounts.numberLong',
  });
});

test('an e-wallet form is accepted if complete, and reports each missing field', () => {
  expect(
    v.parse(walletForm, {
      walletId: 'gcash',
      accountName: 'Ligaya Halimbawa',
      phone: '0917 555 0142',
    }),
  ).toEqual({
    walletId: 'gcash',
    accountName: 'Ligaya Halimbawa',
    phone: '+639175550142',
  });
  expect(errorsOf(walletForm, { walletId: '', accountName: ' ', phone: '2' })).toEqual({
    walletId: 'payoutAccounts.walletMissing',
    accountName: 'payoutAccounts.ownerMissing',
    phone: 'payoutAccounts.phoneMissing',
  });
});

test('accountDigits strips separators and keeps other characters', () => {
  expect(accountDigits('0012-3456 7890')).toBe('001234567890');
  expect(accountDigits('0012\u200b3456.7890')).toBe('001234567890');
  expect(accountDigits('１２x3'.padEnd(60, '9'))).toBe('12x3'.padEnd(60, '9'));
});
