import { expect, test } from 'vitest';
import { phoneFault } from './phoneFault.ts';

test.each([
  ['', 'account.phoneWrong'],
  ['917 555', 'account.phoneShort'],
  ['+63 917 555 014', 'account.phoneShort'],
  ['0917 555 01423', 'account.phoneLong'],
  ['+966 50 123 4567', 'account.phoneForeign'],
  ['02 8123 4567', 'account.phoneOther'],
  ['8995550142', 'account.phoneOther'],
])('the phone number %j is refused with the message %s', (typed, id) => {
  expect(phoneFault(typed)).toBe(id);
});
