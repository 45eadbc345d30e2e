import { expect, test } from 'vitest';
import { accountDigits, readBank, readWallet } from './forms.ts';

const full = {
  ownerName: 'Ligaya Peña Halimbawa',
  bankId: 'bdo',
  accountNumber: '001234567890',
  phone: '9175550142',
  code: '123456',
  password: 'mangga 24',
};

test('a full bank form by code and by password', () => {
  const { ownerName, bankId, accountNumber } = full;
  const account = { ownerName, bankId, accountNumber, phone: '+639175550142' };
  expect(readBank(full, 'code', 'c1').input).toEqual({ ...account, proof: { by: 'code', challengeId: 'c1', code: '123456' } });
  expect(readBank(full, 'password', null).input).toEqual({ ...account, proof: { by: 'password', password: 'mangga 24' } });
});

test('what is missing in a bank form is named in the order of the page', () => {
  const empty = { ownerName: '', bankId: '', accountNumber: '', phone: '', code: '', password: '' };
  expect(Object.entries(readBank(empty, 'code', null).errors)).toEqual([
    ['ownerName', 'payee.ownerMissing'],
    ['bankId', 'payee.bankMissing'],
    ['accountNumber', 'payee.numberMissing'],
    ['phone', 'payee.phoneMissing'],
    ['code', 'account.codeFirst'],
  ]);
  expect(readBank({ ...full, code: '12' }, 'code', 'c1')).toEqual({ input: null, errors: { code: 'account.codeMissing' } });
  expect(readBank({ ...full, password: '' }, 'password', null).errors).toEqual({ password: 'account.passwordMissing' });
  expect(readBank({ ...full, accountNumber: '12345' }, 'code', 'c1').errors).toEqual({ accountNumber: 'payee.numberMissing' });
});

test('a wallet form, full and empty', () => {
  expect(readWallet({ walletId: 'gcash', accountName: 'Ligaya Halimbawa', phone: '0917 555 0142' }).input).toEqual({
    walletId: 'gcash',
    accountName: 'Ligaya Halimbawa',
    phone: '+639175550142',
  });
  expect(Object.keys(readWallet({ walletId: '', accountName: ' ', phone: '2' }).errors)).toEqual(['walletId', 'accountName', 'phone']);
});

test('account numbers keep their digits alone, at most twenty', () => {
  expect(accountDigits('0012-3456 7890')).toBe('001234567890');
  expect(accountDigits('₱1２x3'.padEnd(60, '9'))).toHaveLength(20);
});
