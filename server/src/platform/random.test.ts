import { caseChance, caseSymbols } from '@sandali/contract/caseNumber.ts';
import { expect, test } from 'vitest';
import { newCaseSymbols, newReferenceNo } from './random.ts';

const many = 2000;

/**
 * How often the number of one draw is above that of the draw before it: about half of the time
 * where neither follows from the other.
 */
function rises(values: readonly number[]): number {
  return values.filter((value, at) => at > 0 && value > (values[at - 1] ?? 0)).length;
}

test.each([
  ['reference numbers of loans', newReferenceNo, (text: string) => Number(text)],
  [
    'numbers of complaints',
    newCaseSymbols,
    (text: string) => [...text].reduce((sum, one) => sum * 31 + caseSymbols.indexOf(one), 0),
  ],
] as const)('%s cannot be guessed from one another', (_name, draw, worth) => {
  const drawn = Array.from({ length: many }, draw);
  // Two of 2000 are equal once in 450 runs, as of any 2000 of nine fair digits; four pairs come up
  // once in 10^12.
  expect(new Set(drawn).size).toBeGreaterThan(many - 4);
  const numbers = drawn.map(worth);
  // Of 2000 fair tosses, fewer than 800 or more than 1200 come up once in 10^18.
  expect(rises(numbers)).toBeGreaterThan(800);
  expect(rises(numbers)).toBeLessThan(1200);
  expect(
    Math.min(
      ...numbers.map((value, at) => (at > 0 ? Math.abs(value - (numbers[at - 1] ?? 0)) : many)),
    ),
  ).toBeGreaterThan(1);
});

test('the symbols of a number are all of the 31 that cannot be taken for each other', () => {
  const drawn = Array.from({ length: many }, newCaseSymbols);
  expect(drawn.every((one) => one.length === caseChance)).toBe(true);
  expect([...new Set(drawn.join(''))].sort().join('')).toBe(caseSymbols);
});
