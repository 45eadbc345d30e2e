import { expect, test } from 'vitest';
import { Declined } from '#/platform/refuse.ts';
import { mobileFault, mobileOf } from './mobile.ts';

test('parses typed mobile numbers, and says what is wrong with invalid ones', () => {
  expect(mobileOf('0917.123.4567')).toBe('+639171234567');
  expect(mobileFault('+63 (917) 123-4567')).toBeNull();
  expect(mobileFault('+966 50 123 4567')).toMatch(/another country/);
  expect(mobileFault('966501234567')).toMatch(/another country/);
  expect(mobileFault('0917 123 456')).toMatch(/too short/);
  expect(mobileFault('0917 123 45678')).toMatch(/too long/);
  expect(mobileFault('(02) 8123 4567')).toMatch(/not a Philippine mobile number\. Use one/);
  expect(mobileFault('0917 123 4567 Ana')).toMatch(/digits only/);
  expect(mobileFault(' ')).toMatch(/Give a mobile number/);
  expect(() => mobileOf('00966501234567')).toThrow(Declined);
});
