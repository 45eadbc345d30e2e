import { expect, test } from 'vitest';
import { type Called, nextCallAt, whyNotCall } from './rules.ts';

const rules = { callFirstHour: 6, callLastHour: 21, callsADay: 3, callsAWeek: 7 };
const at = (time: string) => Temporal.Instant.from(`2026-11-27T${time}+08:00`);
const calls = (
  count: number,
  on = '2026-11-27',
  outcome: Called['outcome'] = 'noAnswer',
): Called[] => Array.from({ length: count }, () => ({ on, outcome }));
test.each([
  ['05:59:59', [], '06:00 to 22:00'],
  ['06:00', [], null],
  ['21:59:59', [], null],
  ['22:00', [], '06:00 to 22:00'],
  ['10:00', calls(2), null],
  ['10:00', calls(3), '3 times today'],
  ['10:00', calls(1, '2026-11-27', 'refused'), 'not to be called'],
  ['10:00', calls(1, '2026-11-27', 'promised'), 'reached today'],
  ['10:00', calls(1, '2026-11-26', 'reached'), null],
  ['10:00', calls(6, '2026-11-22'), null],
  ['10:00', calls(7, '2026-11-22'), 'within a week'],
  // A week is today and the six days before it.
  ['10:00', calls(7, '2026-11-21'), 'within a week'],
  ['10:00', calls(7, '2026-11-20'), null],
])('decides whether a call is allowed at %s, after the calls %j: %s', (time, called, says) => {
  const refusal = whyNotCall(at(time), called, rules);
  if (says === null) expect(refusal).toBeNull();
  else expect(refusal).toContain(says);
});

test.each([
  ['05:59:59', [], '2026-11-27T06:00'],
  ['06:00', [], '2026-11-27T06:00'],
  ['21:59:59', [], '2026-11-27T21:59:59'],
  ['22:00', [], '2026-11-28T06:00'],
  ['10:00', calls(3), '2026-11-28T06:00'],
  ['10:00', calls(1, '2026-11-27', 'reached'), '2026-11-28T06:00'],
  ['10:00', calls(1, '2026-11-27', 'refused'), '2026-11-28T06:00'],
  // The week's calls of 22 November count until the 28th.
  ['10:00', calls(7, '2026-11-22'), '2026-11-29T06:00'],
  ['10:00', [...calls(6, '2026-11-22'), ...calls(1)], '2026-11-29T06:00'],
] as const)('at %s, after the calls %j, the next call is allowed at %s', (time, called, next) => {
  const first = Temporal.PlainDate.from('2026-11-20');
  expect(nextCallAt(at(time), called, rules, first)).toEqual(
    Temporal.Instant.from(`${next}+08:00`),
  );
});

test('the next call waits for the first day that the bill allows', () => {
  const first = Temporal.PlainDate.from('2026-12-02');
  expect(nextCallAt(at('10:00'), calls(1), rules, first)).toEqual(
    Temporal.Instant.from('2026-12-02T06:00+08:00'),
  );
});
