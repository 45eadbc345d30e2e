import { expect, test } from 'vitest';
import { fullNameOf } from './personName.ts';

test.each([
  ['Ligaya', 'Reyes', 'Cruz', 'Ligaya Reyes Cruz'],
  ['Ligaya', null, 'Cruz', 'Ligaya Cruz'],
  ['Suharto', null, 'Suharto', 'Suharto'],
  ['Suharto', null, 'SUHARTO', 'Suharto'],
])('joins %s, %s and %s to %s', (firstName, middleName, lastName, full) => {
  expect(fullNameOf({ firstName, middleName, lastName })).toBe(full);
});
