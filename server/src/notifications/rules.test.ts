import { expect, test } from 'vitest';
import { noticeKinds } from '#/context/notices.ts';
import { mayAsk, quietUntil } from './rules.ts';

const manila = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('Asia/Manila').toInstant();

test.each([
  ['2026-11-20T21:59:59.999', null],
  ['2026-11-20T22:00', '2026-11-21T06:00'],
  ['2026-11-20T23:59:59', '2026-11-21T06:00'],
  ['2026-12-31T23:00', '2027-01-01T06:00'],
  ['2026-11-21T00:00', '2026-11-21T06:00'],
  ['2026-11-21T05:59:59.999', '2026-11-21T06:00'],
  ['2026-11-21T06:00', null],
  ['2026-11-21T12:00', null],
])('a notice at %s waits until %s; a code and a security notice never wait', (at, until) => {
  expect(quietUntil('notice', manila(at))).toEqual(until && manila(until));
  expect(quietUntil('code', manila(at))).toBeNull();
  expect(quietUntil('security', manila(at))).toBeNull();
});

test('codes, and nothing else, are codes, and end', () => {
  for (const [kind, { sort, lifeMs }] of Object.entries(noticeKinds)) {
    expect([kind, sort === 'code', lifeMs !== null]).toEqual([kind, kind.startsWith('code.'), kind.startsWith('code.')]);
  }
});

test.each([
  ['code', [], 'a', false, true],
  ['notice', [], 'a', false, true],
  ['security', [], 'a', false, true],
  ['code', ['a'], 'b', false, true],
  ['code', ['a'], 'a', false, false],
  ['code', ['a'], 'a', true, true],
  ['notice', ['a'], 'b', false, false],
  ['notice', ['a'], 'b', true, false],
  ['notice', ['a'], 'a', false, false],
  ['notice', ['a'], 'a', true, true],
  ['security', ['a'], 'b', false, false],
] as const)('a %s after the silence of %j may be handed to %s (which deduplicates: %s): %s', (sort, silent, name, deduplicates, may) => {
  expect(mayAsk({ name, deduplicates }, new Set(silent), sort)).toBe(may);
});
