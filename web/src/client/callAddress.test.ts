import { expect, test } from 'vitest';
import { callAddress } from './callAddress.ts';

test('a link dials a telephone number by its digits', () => {
  expect(callAddress('(02) 5550 0100')).toBe('tel:0255500100');
  expect(callAddress('+63 917 555 0100')).toBe('tel:+639175550100');
});
