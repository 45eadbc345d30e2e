import { expect, test } from 'vitest';
import { isNews } from './announcement.ts';
import { keep } from './store.ts';

test('a text is news until it has been shown at its place, and a changed one is news again', () => {
  expect(isNews('homeDialog', '')).toBe(false);
  expect(isNews('homeDialog', 'Banks pause on Sunday.')).toBe(true);
  keep('homeDialog', 'Banks pause on Sunday.');
  expect(isNews('homeDialog', 'Banks pause on Sunday.')).toBe(false);
  expect(isNews('loanDialog', 'Banks pause on Sunday.')).toBe(true);
  expect(isNews('homeDialog', 'Banks pause on Monday.')).toBe(true);
});
