import { expect, test } from 'vitest';
import { disputeWithinDays } from '#/data/retention.ts';
import { whyNotDispute } from './rules.ts';

const refusedOn = Temporal.PlainDate.from('2026-04-01');
const open = { isOpen: true, isUpheld: false };
const declined = { isOpen: false, isUpheld: false };
const upheld = { isOpen: false, isUpheld: true };

test.each([
  ['the day itself', 0, [], null],
  ['the last day', disputeWithinDays, [], null],
  ['the day after', disputeWithinDays + 1, [], 'disputeNotPossible'],
  ['an open one', 1, [open], 'disputeAlreadyOpen'],
  ['an open one, however late', disputeWithinDays + 1, [open], 'disputeAlreadyOpen'],
  ['once declined', 1, [declined], null],
  ['twice declined', 1, [declined, declined], 'disputeNotPossible'],
  ['once upheld', 1, [upheld], 'disputeNotPossible'],
])('decides whether a rejection can be disputed: %s', (_, days, disputes, expected) => {
  expect(whyNotDispute({ today: refusedOn.add({ days }), refusedOn, disputes })).toBe(expected);
});
