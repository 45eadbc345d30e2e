import { expect, test } from 'vitest';
import { bankById, banks } from './banks.ts';
import { walletById, wallets } from './wallets.ts';

const all = [...banks, ...wallets];

test('each bank and wallet has a unique id, name and mark', () => {
  for (const key of ['id', 'name', 'mark'] as const)
    expect(new Set(all.map((row) => row[key])).size, key).toBe(all.length);
  expect(all.filter(({ mark, id }) => !/^[A-Z]{2,4}$/.test(mark) || !/^[a-z]+$/.test(id))).toEqual(
    [],
  );
});

test('the InstaPay codes of banks and wallets are unique and have eleven characters', () => {
  const codes = all.map((row) => row.code).filter((code) => code !== null);
  expect(codes.filter((code) => !/^[A-Z]{4}PH[A-Z0-9]{5}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toHaveLength(9);
});

test('no e-wallet is in the list of banks, and no bank in the list of wallets', () => {
  expect(banks.every(({ cardType }) => cardType === 'bank')).toBe(true);
  const isWallet = ({ id, cardType }: (typeof wallets)[number]) =>
    cardType === 'wallet' && bankById(id) === null;
  expect(wallets.every(isWallet)).toBe(true);
});

test('finds banks and wallets by id', () => {
  expect(bankById('bdo')?.code).toBe('BNORPHMMXXX');
  expect(bankById('pnb')).toMatchObject({ code: 'PNBMPHMMTOD', pesonet: 'PNBMPHMMXXX' });
  expect(walletById('gcash')?.code).toBe('GXCHPHM2XXX');
  expect([bankById('none'), walletById('none')]).toEqual([null, null]);
});
