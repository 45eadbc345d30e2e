import type { Instant } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { passkeyStateOf, stateOf } from './states.ts';

const at = '2026-12-01T02:00:00.000Z' as Instant;
const inDays = (days: number, ms = 0) =>
  new Date(Date.parse(at) + days * 86_400_000 + ms).toISOString() as Instant;
const key = { endedAt: null, suspendedBy: null, endsAt: inDays(90), confirmsFrom: inDays(-1) };

test.each([
  [{}, 'Active'],
  [{ confirmsFrom: null }, 'Active'],
  [{ confirmsFrom: at }, 'Active'],
  [{ confirmsFrom: inDays(0, 60_000) }, 'Confirms from 2026-12-01 10:01'],
  [{ endsAt: inDays(14, 1) }, 'Active'],
  [{ endsAt: inDays(14) }, 'Expires in 14 days'],
  [{ endsAt: inDays(0, 1), confirmsFrom: inDays(1) }, 'Expires in 1 day'],
  [{ endsAt: at }, 'Expired'],
  [{ endsAt: at, suspendedBy: 'ben' }, 'Suspended'],
  [{ endedAt: at, suspendedBy: 'ben' }, 'Ended'],
])('a key %j is: %s', (change, words) => {
  expect(stateOf({ ...key, ...change }, at).words).toBe(words);
});

test.each([
  [{ signsInFrom: null, endsAt: inDays(90) }, 'Until 2027-03-01'],
  [{ signsInFrom: inDays(1), endsAt: inDays(90) }, 'Signs in from 2026-12-02 10:00'],
  [{ signsInFrom: inDays(1), endsAt: inDays(2) }, 'Expires in 2 days'],
])('a passkey %j is: %s', (passkey, words) => {
  expect(passkeyStateOf({ fingerprint: '7K2MQ', ...passkey }, at).words).toBe(words);
});
