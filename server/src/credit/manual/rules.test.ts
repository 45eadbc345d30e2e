import { asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { alarmStepOf, needsTwoApprovers, staffedMs, whyNoCall, whyNoLimit } from './rules.ts';

const at = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('Asia/Manila').toInstant();
const holidays = new Set([asDay('2026-11-30')]);
const hour = 3_600_000;

test.each([
  ['within a day', '2026-11-20T10:00', '2026-11-20T11:30', 1.5],
  ['before opening', '2026-11-20T06:00', '2026-11-20T09:00', 1],
  ['over a night', '2026-11-19T19:00', '2026-11-20T09:00', 2],
  ['over a weekend', '2026-11-20T19:30', '2026-11-23T08:30', 1],
  ['over a holiday', '2026-11-27T19:00', '2026-12-01T09:00', 2],
  ['a whole week', '2026-11-16T00:00', '2026-11-23T00:00', 60],
  ['on a Sunday', '2026-11-22T09:00', '2026-11-22T18:00', 0],
  ['backwards', '2026-11-20T11:00', '2026-11-20T10:00', 0],
])('counts only calling hours as staffed time: %s', (_, from, to, hours) => {
  expect(staffedMs(at(from), at(to), holidays)).toBe(hours * hour);
});

test('staffed time is additive and never exceeds the elapsed time', () => {
  const minutes = fc.integer({ min: 0, max: 20_000 });
  const start = at('2026-11-16T00:00');
  fc.assert(
    fc.property(minutes, minutes, minutes, (from, first, second) => {
      const [a, b] = [start.add({ minutes: from }), start.add({ minutes: from + first })];
      const whole = staffedMs(a, b.add({ minutes: second }), holidays);
      expect(whole).toBe(
        staffedMs(a, b, holidays) + staffedMs(b, b.add({ minutes: second }), holidays),
      );
      expect(whole).toBeLessThanOrEqual((first + second) * 60_000);
    }),
  );
});

test.each([
  [0, 0],
  [29, 0],
  [30, 1],
  [59, 1],
  [60, 2],
  [119, 2],
  [120, 3],
  [240, 4],
])('after %i minutes of waiting, with 30 allowed, the alarm is at step %i', (minutes, step) => {
  expect(alarmStepOf(minutes * 60_000, 30 * 60_000)).toBe(step);
});

test.each([
  ['2026-11-20T07:59:59', false],
  ['2026-11-20T08:00', true],
  ['2026-11-20T19:59:59', true],
  ['2026-11-20T20:00', false],
  ['2026-11-21T12:00', false],
  ['2026-11-30T12:00', false],
])('decides whether staff may phone a borrower at %s: %s', (moment, isAllowed) => {
  expect(whyNoCall(at(moment), holidays) === null).toBe(isAllowed);
});

test.each([
  ['default', defaultCatalogue, 60_000, true],
  ['default, its exclusive minimum', defaultCatalogue, 50_000, false],
  ['default, its most', defaultCatalogue, 300_000, true],
  ['default, above it', defaultCatalogue, 310_000, false],
  ['default, between the steps', defaultCatalogue, 65_000, false],
  ['small-ticket, its minimum', smallTicketCatalogue, 1_000, true],
  ['small-ticket, below it', smallTicketCatalogue, 500, false],
])('decides whether a product allows a limit: %s', (_, catalogue, pesos, isGiven) => {
  expect(whyNoLimit(centavos(pesos * 100), catalogue) === null).toBe(isGiven);
});

test.each([
  ['default', defaultCatalogue, 150_000, 160_000],
  ['small-ticket', smallTicketCatalogue, 15_000, 15_500],
])(
  'a limit of the %s catalogue needs two approvers only above the threshold',
  (_, catalogue, at, above) => {
    expect([
      needsTwoApprovers(centavos(at * 100), catalogue),
      needsTwoApprovers(centavos(above * 100), catalogue),
    ]).toEqual([false, true]);
  },
);
