import { expect, test } from 'vitest';
import { hoursFor, type ReceivedFacts, whyNotReceived } from './why-not-apply.ts';

const fine: ReceivedFacts = {
  isPickup: false,
  heldHours: 0,
  needsAccount: true,
  account: { whyNotPaid: null },
};

test.each<[string, Partial<ReceivedFacts>, ReturnType<typeof whyNotReceived>]>([
  ['an account that can be paid', {}, null],
  ['one that is gone', { account: null }, 'accountMissing'],
  ['no account, if a price comes before the choice', { needsAccount: false, account: null }, null],
  ['a bank that is not paid', { account: { whyNotPaid: 'bankNotPaid' } }, 'accountNotPaid'],
  ['another name', { account: { whyNotPaid: 'nameDiffers' } }, 'accountNameDiffers'],
  ['a held account', { heldHours: 17, account: { whyNotPaid: 'held' } }, 'accountHeld'],
  ['an account that a hold does not touch', { account: { whyNotPaid: null } }, null],
  ['a counter', { isPickup: true, needsAccount: false, account: null }, null],
  [
    'a held counter',
    { isPickup: true, needsAccount: false, account: null, heldHours: 3 },
    'pickupHeld',
  ],
  ['a counter with an account', { isPickup: true, account: null }, 'accountMissing'],
])('%s', (_, facts, refusal) => {
  expect(whyNotReceived({ ...fine, ...facts })).toBe(refusal);
});

test('only a hold names hours', () => {
  expect([
    hoursFor('accountHeld', 17),
    hoursFor('pickupHeld', 3),
    hoursFor('accountNotPaid', 17),
  ]).toEqual([{ hours: 17 }, { hours: 3 }, {}]);
});
