import { caseSymbols, randomSymbolCount } from '@sandali/contract/caseNumber.ts';
import { bucketCount, bucketOf, timeOfId } from '@sandali/contract/id.ts';
import { expect, test } from 'vitest';
import { newCaseSymbols, newId, newIdFor, newReferenceNo } from './random.ts';

const many = 2000;

/**
 * Counts the draws that are higher than the previous draw. If draws are independent, about half of
 * them are.
 */
function rises(values: readonly number[]): number {
  return values.filter((value, at) => at > 0 && value > (values[at - 1] ?? 0)).length;
}

test.each([
  ['reference numbers of loans', newReferenceNo, (text: string) => Number(text)],
  [
    'numbers of complaints',
    newCaseSymbols,
    (text: string) => [...text].reduce((sum, symbol) => sum * 31 + caseSymbols.indexOf(symbol), 0),
  ],
] as const)('nobody can guess %s from earlier ones', (_name, draw, worth) => {
  const drawn = Array.from({ length: many }, draw);
  // Of runs that draw 2000 random nine-digit numbers, one in 450 has a pair of equal numbers, and
  // one in 10^12 has four pairs.
  expect(new Set(drawn).size).toBeGreaterThan(many - 4);
  const numbers = drawn.map(worth);
  // Of runs of 2000 fair coin tosses, one in 10^18 has fewer than 800 or more than 1200 heads.
  expect(rises(numbers)).toBeGreaterThan(800);
  expect(rises(numbers)).toBeLessThan(1200);
  expect(
    Math.min(
      ...numbers.map((value, at) => (at > 0 ? Math.abs(value - (numbers[at - 1] ?? 0)) : many)),
    ),
  ).toBeGreaterThan(1);
});

test('a case number uses all 31 symbols that people cannot confuse, and no others', () => {
  const drawn = Array.from({ length: many }, newCaseSymbols);
  expect(drawn.every((text) => text.length === randomSymbolCount)).toBe(true);
  expect([...new Set(drawn.join(''))].sort().join('')).toBe(caseSymbols);
});

test('an id for a borrower ends in their bucket, and differs in its other random bits', () => {
  const at = Temporal.Instant.from('2026-12-01T02:00:00Z');
  const borrowers = Array.from({ length: many }, () => newId(at));
  const ids = borrowers.map((borrowerId) => newIdFor(borrowerId, at));
  expect(ids.map(bucketOf)).toEqual(borrowers.map(bucketOf));
  expect(new Set(ids.map(bucketOf)).size).toBe(bucketCount);
  expect(new Set(ids.map((id) => id.slice(0, -2))).size).toBe(many);
  expect(new Set(ids.map(timeOfId))).toEqual(new Set([at.epochMilliseconds]));
  expect(new Set(ids.map((id) => Number.parseInt(id.slice(-2), 16) >> 6)).size).toBe(4);
});
