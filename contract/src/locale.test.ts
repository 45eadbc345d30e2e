import { expect, test } from 'vitest';
import { defaultLocale, localeFrom, localeNames, locales } from './locale.ts';

test('English is the default language, and each language has a name', () => {
  expect(defaultLocale).toBe('en');
  expect(Object.keys(localeNames)).toEqual([...locales]);
});

test.each([
  ['en', 'en'],
  ['fil', 'fil'],
  ['fil-PH', 'fil'],
  ['EN_us', 'en'],
  ['tl', 'fil'],
  ['tl-PH', 'fil'],
  ['xx', 'en'],
  ['', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('reads the language tag %s as %s', (tag, locale) => {
  expect(localeFrom(tag)).toBe(locale);
});
