import { loanStates } from '@sandali/contract/loan.ts';
import { expect, test } from 'vitest';
import { mayMove, statesBefore } from './states.ts';
import { transitions } from './transitions.ts';

const statesOf = (kind: string) =>
  new Set(transitions.flatMap((row) => (row.kind === kind ? [row.from, row.to] : [])));

test('a loan has the states of the contract', () => {
  expect(statesOf('loan')).toEqual(new Set(loanStates));
});

test('a loan counts as on its way in every state before success', () => {
  const states = ['approving', 'bankProcessing', 'paying', 'submitting'];
  expect(new Set(statesBefore('loan', 'success'))).toEqual(new Set(states));
});

test('the states before a state do not include the state itself', () => {
  const before = new Set(statesBefore('complaint', 'acknowledged'));
  expect(before).toEqual(new Set(['answered', 'closed', 'open']));
});

test('only the listed changes of state are possible', () => {
  expect(mayMove('payout', 'paid', 'reversed')).toBe(true);
  expect(mayMove('payout', 'reversed', 'paid')).toBe(false);
  expect(mayMove('payout', 'submitting', 'paid')).toBe(false);
});
