import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { namedDay, plainDay, writtenDay } from './written-day.ts';

const day = Temporal.PlainDate.from('2026-11-27');

test.each([
  ['en', '27 Nov 2026', '27\u00a0Nov\u00a02026'],
  ['fil', 'Nob 27, 2026', 'Nob\u00a027,\u00a02026'],
  ['vi', '27/11/2026', '27/11/2026'],
  ['zh', '2026年11月27日', '2026\u2060年\u206011\u2060月\u206027\u2060日'],
] as const)(
  'formats a day in %s as %s, without line breaks on a screen',
  (locale, plain, unbroken) => {
    expect([plainDay(locale, day), writtenDay(locale, day)]).toEqual([plain, unbroken]);
  },
);

test.each([
  ['en', 'Friday, 27 Nov 2026'],
  ['fil', 'Biyernes, Nob 27, 2026'],
  ['vi', 'Thứ Sáu, 27/11/2026'],
  ['zh', '2026年11月27日（星期五）'],
] as const)('formats a day for documents in %s as %s', (locale, named) => {
  expect(namedDay(locale, asDay('2026-11-27'))).toBe(named);
});
