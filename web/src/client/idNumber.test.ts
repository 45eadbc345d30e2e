import { zIdNumber } from '@sandali/contract/id.ts';
import { is } from 'valibot';
import { expect, test } from 'vitest';
import { idNumberFault, normalizeIdNumber } from './idNumber.ts';

test.each([
  ['', null],
  ['n01-23–456 789', null],
  ['12 34', 'short'],
  ['1234-5678-9012-3456-7890-123456', 'long'],
  ['12/34567', 'sign'],
  ['Ñ123456', 'sign'],
  ['1234!', 'sign'],
  ['12345', null],
  ['1'.repeat(25), null],
])('finds the fault in the ID number %j: %s', (typed, fault) => {
  expect(idNumberFault(typed)).toBe(fault);
  if (typed !== '') expect(is(zIdNumber, normalizeIdNumber(typed))).toBe(fault === null);
});
