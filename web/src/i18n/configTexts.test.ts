import { afterAll, beforeAll, expect, test } from 'vitest';
import { configTexts } from '#/client/loadConfig.ts';
import { loadAllCatalogs, overrideTexts } from './loadCatalogs.ts';
import { getText } from './text.ts';

const chain = (name: string) => ({
  name,
  sign: `${name} Pawnshop`,
  collectBy: 'Pera Padala',
  payBy: 'Bills Payment',
});
const chains = { pawnshop: chain('Sanglaan ni Aling Nena'), remittance: chain('Padala Ngayon') };

const counters = { cashPickup: ['Padala Ngayon', 'Suki'], cardless: ['Bangko ni Juan'] };

beforeAll(() => loadAllCatalogs('vi'));
afterAll(() => overrideTexts({}));

test('texts use a shop chain’s kind until the configuration loads, then its name', async () => {
  expect(getText('repayment.channel.pawnshop')).toBe('Tiệm cầm đồ');
  await overrideTexts(configTexts({ chains, counters, copyWritingMap: {} }));
  expect(getText('repayment.channel.pawnshop')).toBe('Sanglaan ni Aling Nena');
  expect(getText('loan.channel.remittance')).toBe('Padala Ngayon');
  await loadAllCatalogs('en');
  expect([getText('loan.channel.pawnshop'), getText('repayment.channel.remittance')]).toEqual([
    'Sanglaan ni Aling Nena',
    'Padala Ngayon',
  ]);
  expect(getText('loan.channel.cashPickup')).toBe('Cash pickup');
  expect([getText('loan.chain.cashPickup'), getText('loan.chain.cardless')]).toEqual([
    'Padala Ngayon / Suki',
    'Bangko ni Juan ATM',
  ]);
});

test('the lender’s own text takes precedence over a chain’s name', async () => {
  await overrideTexts(
    configTexts({
      chains,
      counters,
      copyWritingMap: { en: { 'loan.channel.pawnshop': 'Nena’s' } },
    }),
  );
  expect(getText('loan.channel.pawnshop')).toBe('Nena’s');
  expect(getText('repayment.channel.pawnshop')).toBe('Sanglaan ni Aling Nena');
});
