import { expect, test } from 'vitest';
import { code128 } from './code128.ts';

/**
 * Returns a barcode's modules as ones and zeros: eleven per symbol, thirteen for the stop symbol.
 */
function modulesOf(text: string): string {
  const { bars, width } = code128(text);
  const row = Array(width).fill('0');
  for (const bar of bars) row.fill('1', bar.x, bar.x + bar.width);
  return row.join('');
}

test('Code 128 encodes twelve digits as start C, six pairs, check symbol and stop', () => {
  const modules = modulesOf('731409286605');
  expect(modules).toHaveLength(11 * 8 + 13);
  expect(modules.startsWith('11010011100')).toBe(true);
  expect(modules.endsWith('1100011101011')).toBe(true);
});

test('Code 128 encodes PJJ123C in set B with check symbol 55', () => {
  // The example on https://en.wikipedia.org/wiki/Code_128 uses set A and has check symbol 54. The
  // start symbol of set B is one higher, so the check symbol is too.
  expect(modulesOf('PJJ123C').slice(11 * 8, 11 * 9)).toBe('11101000110');
});

test('Code 128 encodes letters in set B, and switches sets after digits', () => {
  expect(modulesOf('AB').startsWith('11010010000')).toBe(true);
  expect(modulesOf('123456AB')).toHaveLength(11 * (1 + 3 + 1 + 2 + 1) + 13);
  expect(() => code128('')).toThrow(RangeError);
  expect(() => code128('ñ')).toThrow(RangeError);
});
