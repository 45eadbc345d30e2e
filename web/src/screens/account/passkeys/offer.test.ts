import { expect, test } from 'vitest';
import {
  dueHome,
  freshHome,
  lineAndBillHome,
  lineHome,
  overdueHome,
} from '#stories/home/home.fixtures.ts';
import { mayInterrupt } from './PasskeyOffer.tsx';

test('a passkey is offered only if no bill is due and the account is not new', () => {
  expect([freshHome, overdueHome, dueHome, lineHome, lineAndBillHome].map(mayInterrupt)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});
