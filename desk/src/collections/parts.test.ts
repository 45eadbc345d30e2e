import { asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { equalParts, faultOfParts, leftOf, sentParts, type TypedPart } from './parts.ts';

const terms = {
  whyNot: null,
  totalCentavos: centavos(61_468_50),
  owedOn: asDay('2026-11-20'),
  firstDay: asDay('2026-11-21'),
  lastDay: asDay('2027-01-19'),
  mostParts: 4,
};

test.each([
  [1, [['2026-11-27', 'rest']]],
  [
    3,
    [
      ['2026-11-27', '20489'],
      ['2026-12-12', '20489'],
      ['2026-12-27', 'rest'],
    ],
  ],
] as const)('%i equal parts are 15 days apart, and reach the sum', (count, parts) => {
  const equal = equalParts(count, terms);
  expect(equal.map(({ on, amount }) => [on, amount])).toEqual(parts);
  expect(faultOfParts(equal, terms)).toBe(null);
  expect(leftOf(equal, terms)).toBe(61_468_50 - (count - 1) * 20_489_00);
  expect(sentParts(equal)).toEqual(
    parts.map(([on, amount]) =>
      amount === 'rest' ? { on } : { on, amountCentavos: Number(amount) * 100 },
    ),
  );
});

test('the last of equal parts is due on the last day at the latest', () => {
  const [, , , last] = equalParts(4, { ...terms, lastDay: asDay('2027-01-05') });
  expect(last?.on).toBe('2027-01-05');
});

const part = (on: string, amount: string): TypedPart => ({ on, amount });
test.each([
  [[part('2026-11-20', 'rest')], 'after 2026-11-20'],
  [[part('2027-01-20', 'rest')], 'by 2027-01-19'],
  [[part('2026-11-30', '100'), part('2026-11-30', 'rest')], 'after 2026-11-30'],
  [[part('', 'rest')], 'Give part 1 a day.'],
  [[part('2026-11-30', 'rest'), part('2026-12-10', '100')], 'Only the last part'],
  [[part('2026-11-30', 'much')], 'an amount in pesos, or rest'],
  [[part('2026-11-30', '61,468.50'), part('2026-12-10', 'rest')], 'Nothing is left'],
  [[part('2026-11-30', '61,468')], '₱0.50 is missing'],
  [[part('2026-11-30', '61,468.51')], '₱0.01 more than'],
  [[part('2027-01-19', '61,468.50')], null],
])('says what is wrong with %j: %s', (parts, says) => {
  const fault = faultOfParts(parts, terms);
  if (says === null) expect(fault).toBe(null);
  else expect(fault).toContain(says);
});
