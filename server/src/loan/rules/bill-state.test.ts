import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { billState, isDueSoon } from './bill-state.ts';
import { billOf, pesos } from './testing.ts';

/**
 * The bill of a loan paid out on Monday, 1 June 2026. It is due on Tuesday, 9 June, and overdue
 * from the next day.
 */
const bill = billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(60_000), termDays: 8 });

test.each([
  ['2026-06-01', 'upcoming', false],
  ['2026-06-05', 'upcoming', false],
  ['2026-06-06', 'dueSoon', true],
  ['2026-06-07', 'dueSoon', true],
  ['2026-06-08', 'dueTomorrow', true],
  ['2026-06-09', 'dueToday', true],
  ['2026-06-10', 'overdue', false],
  ['2026-07-10', 'overdue', false],
])('on %s a bill due on 9 June is %s', (day, state, isSoon) => {
  const actual = billState(bill, asDay(day), null);
  expect([actual, isDueSoon(actual)]).toEqual([state, isSoon]);
});

test('a bill due on a holiday is dueToday until the end of the next working day', () => {
  const free = { ...bill, firstLastFreeOn: asDay('2026-06-11') };
  const states = ['2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12'].map((day) =>
    billState(free, asDay(day), null),
  );
  expect(states).toEqual(['dueToday', 'dueToday', 'dueToday', 'overdue']);
});

test('a settled bill’s outcome is its state on every later day', () => {
  for (const ending of ['repaid', 'cooledOff', 'writtenOff', 'void'] as const) {
    expect([
      billState(bill, asDay('2026-06-09'), ending),
      billState(bill, asDay('2026-07-10'), ending),
    ]).toEqual([ending, ending]);
  }
});
