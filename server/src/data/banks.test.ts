import { expect, test } from 'vitest';
import { bankById, banks } from './banks.ts';
import { walletById, wallets } from './wallets.ts';

const all = [...banks, ...wallets];

test('ids, names and marks are unique, and marks are two to four letters', () => {
  for (const key of ['id', 'name', 'mark'] as const)
    expect(new Set(all.map((one) => one[key])).size, key).toBe(all.length);
  expect(all.filter((one) => !/^[A-Z]{2,4}$/.test(one.mark) || !/^[a-z]+$/.test(one.id))).toEqual(
    [],
  );
});

test('a code is a whole one of eleven characters, or none', () => {
  const codes = all.map((one) => one.code).filter((code) => code !== null);
  expect(codes.filter((code) => !/^[A-Z]{4}PH[A-Z0-9]{5}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toHaveLength(9);
});

test('no e-wallet stands among the banks', () => {
  expect(banks.every((one) => one.cardType === 'bank')).toBe(true);
  expect(wallets.every((one) => one.cardType === 'wallet' && bankById(one.id) === null)).toBe(true);
});

test('a bank and a wallet are found by id', () => {
  expect(bankById('bdo')?.code).toBe('BNORPHMMXXX');
  expect(bankById('pnb')).toMatchObject({ code: 'PNBMPHMMTOD', pesonet: 'PNBMPHMMXXX' });
  expect(walletById('gcash')?.code).toBe('GXCHPHM2XXX');
  expect([bankById('none'), walletById('none')]).toEqual([null, null]);
});
