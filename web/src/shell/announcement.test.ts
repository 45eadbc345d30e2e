import { expect, test } from 'vitest';
import { writeStored } from '#/client/storage.ts';
import { isUnread } from './announcement.tsx';

test('an announcement is unread until shown in its place, and again once its text changes', () => {
  expect(isUnread('homeDialog', '')).toBe(false);
  expect(isUnread('homeDialog', 'Banks pause on Sunday.')).toBe(true);
  writeStored('homeDialog', 'Banks pause on Sunday.');
  expect(isUnread('homeDialog', 'Banks pause on Sunday.')).toBe(false);
  expect(isUnread('loanDialog', 'Banks pause on Sunday.')).toBe(true);
  expect(isUnread('homeDialog', 'Banks pause on Monday.')).toBe(true);
});
