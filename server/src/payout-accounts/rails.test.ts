// The rail and arrival of an amount, depending on bank, hour and working day.
import type { Arrival } from '@sandali/contract/arrival.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { xenditRails } from '#/adapters/bank/xendit-channels.ts';
import { holidaySet } from '#/data/holidays/holidays.ts';
import {
  arrivalBy,
  arrivalExpected,
  arrivalHoldsUntilMs,
  maximumOnRails,
  type Rails,
  railsWithin,
  routeFor,
  soonestArrival,
  waysOf,
} from './rails.ts';

const holidays = holidaySet();
const pesos = (whole: number) => (whole * 100) as Centavos;
const whenAt = (manila: string) => ({
  at: Temporal.Instant.from(`${manila}+08:00`),
  holidays,
  usualMinutes: 10,
});
const code = (text: string, maximumPesos?: number) => ({
  code: text,
  maximumCentavos: maximumPesos === undefined ? null : pesos(maximumPesos),
});
const bothRails: Rails = { instapay: code('I'), pesonet: code('P') };

// Holidays in this test: 30 November (Bonifacio), 8, 24, 25, 30 and 31 December 2026, and 1 January
// 2027.
test.each<[string, string, Arrival['how'], string]>([
  ['Thursday morning', '2026-11-19T00:00:00', 'today', '2026-11-19'],
  ['a second before the cut-off', '2026-11-19T13:59:59', 'today', '2026-11-19'],
  ['a nanosecond before it', '2026-11-19T13:59:59.999999999', 'today', '2026-11-19'],
  ['the cut-off', '2026-11-19T14:00:00', 'later', '2026-11-20'],
  ['the last moment of a day', '2026-11-19T23:59:59.999', 'later', '2026-11-20'],
  ['Friday before it', '2026-11-20T13:59:59', 'today', '2026-11-20'],
  ['Friday after it', '2026-11-20T14:00:00', 'later', '2026-11-23'],
  ['Saturday morning', '2026-11-21T09:00:00', 'later', '2026-11-23'],
  ['Sunday night', '2026-11-22T23:59:59', 'later', '2026-11-23'],
  ['Monday just begun', '2026-11-23T00:00:00', 'today', '2026-11-23'],
  ['the eve of a long weekend, before it', '2026-11-27T13:59:59', 'today', '2026-11-27'],
  ['the eve of a long weekend, after it', '2026-11-27T14:00:00', 'later', '2026-12-01'],
  ['the holiday itself, in the morning', '2026-11-30T08:00:00', 'later', '2026-12-01'],
  ['the eve of a holiday in the week', '2026-12-07T15:00:00', 'later', '2026-12-09'],
  ['the day before Christmas Eve, after it', '2026-12-23T14:00:00', 'later', '2026-12-28'],
  ['the last working day of the year', '2026-12-29T13:59:59', 'today', '2026-12-29'],
  ['over New Year', '2026-12-29T14:00:00', 'later', '2027-01-04'],
  ['New Year’s Eve', '2026-12-31T23:59:59', 'later', '2027-01-04'],
  ['New Year’s Day', '2027-01-01T00:00:00', 'later', '2027-01-04'],
])('sets the arrival of a PESONet order, %s (%s): %s, %s', (_, at, how, on) => {
  expect(arrivalBy('pesonet', xenditRails.pesonet, whenAt(at))).toEqual({
    rail: 'pesonet',
    how,
    minutes: 0,
    on,
  });
});

test.each([
  '2026-11-19T13:59:59',
  '2026-11-19T14:00:00',
  '2026-11-22T03:00:00',
  '2026-12-25T12:00:00',
  '2026-12-31T23:59:59',
])('expects an InstaPay payout within minutes at any hour: %s', (at) => {
  const day = at.slice(0, 10);
  expect(arrivalBy('instapay', xenditRails.instapay, whenAt(at))).toEqual({
    rail: 'instapay',
    how: 'minutes',
    minutes: 15,
    on: day,
  });
});

test.each<[string, Rails, 'bankCard' | 'wallet', number, string | null]>([
  ['a bank on both rails, up to InstaPay’s limit', bothRails, 'bankCard', 5_000_000, 'instapay I'],
  ['a centavo more', bothRails, 'bankCard', 5_000_001, 'pesonet P'],
  ['much more', bothRails, 'bankCard', 30_000_000, 'pesonet P'],
  [
    'a bank on PESONet alone, a small amount',
    { ...bothRails, instapay: null },
    'bankCard',
    100,
    'pesonet P',
  ],
  [
    'a bank on InstaPay alone',
    { ...bothRails, pesonet: null },
    'bankCard',
    5_000_000,
    'instapay I',
  ],
  [
    'a bank on InstaPay alone, a centavo more',
    { ...bothRails, pesonet: null },
    'bankCard',
    5_000_001,
    null,
  ],
  [
    'a bank whose list names less',
    { instapay: code('I', 20_000), pesonet: code('P', 60_000) },
    'bankCard',
    pesos(20_001),
    'pesonet P',
  ],
  [
    'a bank whose list names less on both',
    { instapay: code('I', 20_000), pesonet: code('P', 60_000) },
    'bankCard',
    pesos(60_001),
    null,
  ],
  [
    'a bank whose list names more than the rail’s maximum',
    { instapay: code('I', 90_000), pesonet: null },
    'bankCard',
    pesos(50_001),
    null,
  ],
  ['an e-wallet', bothRails, 'wallet', 5_000_000, 'instapay I'],
  ['an e-wallet, a centavo more: no document shows PESONet', bothRails, 'wallet', 5_000_001, null],
])('chooses the rail for %s', (_, rails, channel, amount, expected) => {
  const route = routeFor(
    { rails: railsWithin(rails, xenditRails, channel), terms: xenditRails },
    amount,
    whenAt('2026-11-19T13:00:00'),
  );
  expect(route && `${route.rail} ${route.bankCode}`).toBe(expected);
});

test('a gateway without rails pays out in the usual number of minutes', () => {
  const rails = { instapay: code('I', 50_000), pesonet: code('P') };
  const when = whenAt('2026-11-21T15:00:00');
  const arrival = { rail: null, how: 'minutes', minutes: 10, on: '2026-11-21' };
  expect(routeFor({ rails, terms: null }, pesos(60_000), when)).toEqual({
    bankCode: 'P',
    rail: null,
    arrival,
  });
  expect(waysOf({ rails, terms: null }, when)).toEqual([{ maximumCentavos: null, arrival }]);
});

test('computes a channel’s maximum amount and earliest arrival', () => {
  expect([
    maximumOnRails(xenditRails, 'bankCard'),
    maximumOnRails(xenditRails, 'wallet'),
    maximumOnRails(null, 'wallet'),
  ]).toEqual([null, pesos(50_000), null]);
  const at = whenAt('2026-11-20T14:00:00');
  expect(soonestArrival(xenditRails, 'bankCard', pesos(60_000), at)).toMatchObject({
    rail: 'pesonet',
    on: '2026-11-23',
  });
  expect(soonestArrival(xenditRails, 'wallet', pesos(60_000), at)).toBeNull();
  const ways = waysOf(
    { rails: railsWithin(bothRails, xenditRails, 'bankCard'), terms: xenditRails },
    at,
  );
  expect(ways.map(({ maximumCentavos, arrival }) => [maximumCentavos, arrival.rail])).toEqual([
    [pesos(50_000), 'instapay'],
    [null, 'pesonet'],
  ]);
});

test('a promised arrival today stays valid until the cut-off', () => {
  const holds = (at: string, rail: 'instapay' | 'pesonet') => {
    const until = arrivalHoldsUntilMs(arrivalBy(rail, xenditRails[rail], whenAt(at)), xenditRails);
    return until === Number.POSITIVE_INFINITY ? null : new Date(until).toISOString();
  };
  expect(holds('2026-11-19T13:55:00', 'pesonet')).toBe('2026-11-19T05:59:59.999Z');
  expect(holds('2026-11-19T14:00:00', 'pesonet')).toBeNull();
  expect(holds('2026-11-19T13:55:00', 'instapay')).toBeNull();
});

test('does not show an expected arrival after its day', () => {
  const shown = (today: string) =>
    arrivalExpected('pesonet', '2026-11-23' as Arrival['on'], today as Arrival['on'])?.how ?? null;
  expect(['2026-11-20', '2026-11-23', '2026-11-24'].map(shown)).toEqual(['later', 'today', null]);
});
