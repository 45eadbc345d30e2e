import { expect, test } from 'vitest';
import { isOlder } from './version.ts';

test.each([
  ['1.0.0', '0', false],
  ['1.0.0', '1', false],
  ['1.0', '1.0.1', true],
  ['1.9.3', '1.10', true],
  ['2', '1.99.99', false],
  ['0.5', '0.9', true],
  ['1.2-beta', '1.2', false],
  ['dev', '9', false],
])('compares version %s with the required %s', (version, least, isTooOld) => {
  expect(isOlder(version, least)).toBe(isTooOld);
});
