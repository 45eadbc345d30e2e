// Tests the texts about a higher limit: its requirements, and how to request it.
import { expect, test } from 'vitest';
import { textOf } from '#stories/textOf.testing.ts';

test('home and the limit screen offer to raise an earned limit', () => {
  expect(textOf('Limit: at home: earned')).toContain(
    'nothing changes if you don’t. Raise my limit to ₱210,000',
  );
  expect(textOf('Limit: earned')).toMatch(/Raise my limit to ₱90,000$/);
});

test('the limit screen asks a borrower with an overdue bill to pay it first', () => {
  expect(textOf('Limit: overdue')).toContain('You have an overdue bill: pay it first');
  expect(textOf('Limit: overdue')).not.toContain('No overdue bill');
  expect(textOf('Limit: may ask')).toContain('No overdue bill');
});

test('the limit screen says only once from which day an earned limit is available', () => {
  const words = textOf('Limit: earned, and waits for its day');
  expect(words).toMatch(/The limit you want .*₱90,000/);
  expect(words).toContain('Repaid on time: you have earned ₱90,000');
  expect(words).toMatch(
    /You have earned ₱90,000\. You can raise your limit from Sun, 20 Dec 2026\. Raise my limit to ₱90,000$/,
  );
  expect(words.match(/20 Dec/g)).toHaveLength(1);
  expect(textOf('Limit: may ask, while a step waits')).toMatch(
    /from Sun, 20 Dec 2026\. Our team answers by SMS\. .* Ask for ₱90,000$/,
  );
  expect(textOf('Limit: declined, income').match(/20 Dec/g)).toHaveLength(1);
});
