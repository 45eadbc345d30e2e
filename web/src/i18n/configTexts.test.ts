import { afterAll, beforeAll, expect, test } from 'vitest';
import { configTexts } from './configTexts.ts';
import { overrideTexts, speakAll } from './loadCatalogs.ts';
import { textNow } from './text.ts';

const chain = (name: string) => ({ name, sign: `${name} Pawnshop`, collectBy: 'Pera Padala', payBy: 'Bills Payment' });
const chains = { pawnshop: chain('Sanglaan ni Aling Nena'), remittance: chain('Padala Ngayon') };

beforeAll(() => speakAll('vi'));
afterAll(() => overrideTexts({}));

test('until the configuration has come a chain is called what it is; then by its name, in every language', async () => {
  expect(textNow('repayment.channel.pawnshop')).toBe('Tiệm cầm đồ');
  await overrideTexts(configTexts({ chains, copyWritingMap: {} }));
  expect(textNow('repayment.channel.pawnshop')).toBe('Sanglaan ni Aling Nena');
  expect(textNow('loan.channel.remittance')).toBe('Padala Ngayon');
  await speakAll('en');
  expect([textNow('loan.channel.pawnshop'), textNow('repayment.channel.remittance')]).toEqual(['Sanglaan ni Aling Nena', 'Padala Ngayon']);
  expect(textNow('loan.channel.cashPickup')).toBe('Cash pickup');
});

test('an operator’s own text goes before', async () => {
  await overrideTexts(configTexts({ chains, copyWritingMap: { en: { 'loan.channel.pawnshop': 'Nena’s' } } }));
  expect(textNow('loan.channel.pawnshop')).toBe('Nena’s');
  expect(textNow('repayment.channel.pawnshop')).toBe('Sanglaan ni Aling Nena');
});
