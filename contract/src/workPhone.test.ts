import * as v from 'valibot';
import { expect, test } from 'vitest';
import { zWorkPhone } from './mobile.ts';

test.each([
  ['(02) 8123 4567', '(02) 8123 4567'],
  ['028888888', '028888888'],
  ['+63 2 8123-4567', '+63 2 8123-4567'],
  ['tel:+63-2-8123-4567', '+63-2-8123-4567'],
  ['8123.4567', '8123 4567'],
  ['(02) 8123 4567 local 12', '(02) 8123 4567 local 12'],
  ['(02) 8123-4567 loc. 12', '(02) 8123-4567 local 12'],
  ['8123 4567, ext. 104', '8123 4567 local 104'],
  ['8123-4567 EXT:7', '8123-4567 local 7'],
  ['8123 4567 extension 12', '8123 4567 local 12'],
  ['81234567 x12', '81234567 local 12'],
  ['81234567#12', '81234567 local 12'],
  ['８１２３\u00a04567 loc１２', '8123 4567 local 12'],
])('reads %s as the work phone %s', (typed, phone) => {
  expect(v.parse(zWorkPhone, typed)).toBe(phone);
  expect(v.parse(zWorkPhone, phone)).toBe(phone);
});

test.each([
  '',
  '----------',
  '() () ()',
  '12345',
  'local 12',
  '8123 4567 local',
  '8123 4567 local 1234567',
  '8123 4567 / 0917 123 4567 ask for Ana',
  'x'.repeat(300),
])('refuses the work phone %s', (typed) => {
  expect(v.is(zWorkPhone, typed)).toBe(false);
});
