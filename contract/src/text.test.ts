import * as v from 'valibot';
import { expect, test } from 'vitest';
import { visibleLine, visibleWords, zName, zRequestWords } from './text.ts';

test.each([
  ['Ma\u00adri\u034fa', 'Maria'],
  ['\u3164Ana\ufe0f', 'Ana'],
  ['Ana\u2800Maria', 'Ana Maria'],
  ['\u2066Ana\u2069 \u{e0041}Cruz', 'Ana Cruz'],
  ['Nin\u0303o', 'Niño'],
])('reads the name %j as %s', (typed, name) => {
  expect(v.parse(zName, typed)).toBe(name);
});

test.each(['\u2800', '\u3164', '\u0301Ana', '👨\u200d👩\u200d👧'])(
  'refuses %j as a name',
  (typed) => {
    expect(v.is(zName, typed)).toBe(false);
  },
);

test('refuses a message that consists of invisible characters', () => {
  for (const typed of ['\u3164', '\u115f \u2800', '\u200d', '\ufe0f\n\ufe0f', '\u034f', '\u180e'])
    expect(v.safeParse(zRequestWords, typed).issues?.[0].message, JSON.stringify(typed)).toBe(
      'empty',
    );
});

test('keeps emoji in messages, and reduces a name to one line', () => {
  const family = 'Salamat 👨\u200d👩\u200d👧 ❤\ufe0f 🏴\u{e0067}\u{e0062}\u{e007f}';
  expect(visibleWords(`${family}\u3164\u00ad`)).toBe(family);
  expect(visibleLine('A\u2028B\tC\u2800D')).toBe('A B C D');
});
