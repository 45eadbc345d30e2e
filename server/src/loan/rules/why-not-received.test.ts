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
  ['a removed account', { account: null }, 'accountMissing'],
  ['a price before an account is chosen', { needsAccount: false, account: null }, null],
  ['a bank that is not paid', { account: { whyNotPaid: 'bankNotPaid' } }, 'accountNotPaid'],
  ['another name', { account: { whyNotPaid: 'nameDiffers' } }, 'accountNameDiffers'],
  ['a held account', { heldHours: 17, account: { whyNotPaid: 'held' } }, 'accountHeld'],
  ['an account outside a hold', { account: { whyNotPaid: null } }, null],
  ['a counter', { isPickup: true, needsAccount: false, account: null }, null],
  [
    'a held counter',
    { isPickup: true, needsAccount: false, account: null, heldHours: 3 },
    'pickupHeld',
  ],
  ['a counter with an account', { isPickup: true, account: null }, 'accountMissing'],
])('decides whether a payout can reach its receiver: %s', (_, facts, refusal) => {
  expect(whyNotReceived({ ...fine, ...facts })).toBe(refusal);
});

test('a refusal states the remaining hours only if it is about a hold', () => {
  expect([
    hoursFor('accountHeld', 17),
    hoursFor('pickupHeld', 3),
    hoursFor('accountNotPaid', 17),
  ]).toEqual([{ hours: 17 }, { hours: 3 }, {}]);
});
