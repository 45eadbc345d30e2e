import { expect, test } from 'vitest';
import { callAddress } from './callAddress.ts';

test('a tel: link keeps only the digits of a telephone number, and a plus sign', () => {
  expect(callAddress('(02) 5550 0100')).toBe('tel:0255500100');
  expect(callAddress('+63 917 555 0100')).toBe('tel:+639175550100');
});
