import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { readTexts, valuesOf } from './ids.ts';
import { areas } from './src/i18n/areas.ts';
import { type Compiled, fill } from './src/kit/words.ts';

test.each(locales)('every text of %s says what Lingui itself would say', (locale) => {
  const texts = areas.flatMap((area) => [...readTexts(locale, area)]);
  expect(texts.length).toBeGreaterThan(400);
  for (const [id, text] of texts) {
    const compiled = compileMessage(text) as Compiled;
    const i18n = setupI18n({ locale, messages: { [locale]: { [id]: compiled } } } as Parameters<typeof setupI18n>[0]);
    const names = [...valuesOf(text)];
    for (const count of [0, 1, 2, 5, 1234]) {
      const values = Object.fromEntries(names.map(([name, kind]) => [name, kind === 'number' ? count : `<${name}>`]));
      expect(fill(compiled, locale, values), id).toBe(i18n._(id, values));
    }
  }
});

test('a value that is not given leaves nothing behind', () => {
  expect(fill(['Hello ', ['name'], '!'], 'en', undefined)).toBe('Hello !');
});

test.each(locales)('no line of %s breaks within a number: its groups are held together', (locale) => {
  const broken = areas.flatMap((area) => [...readTexts(locale, area)]).filter(([, text]) => /\d[)]? \d{3}/.test(text));
  expect(broken).toEqual([]);
});

test.each(locales)('no text of %s names another currency than the peso', (locale) => {
  const other = /[₫$€¥￥]|VN[DĐ]|USD|CNY|RMB|[\d}]\s?(đ|đồng|元)(?!\p{L})/u;
  const found = areas.flatMap((area) => [...readTexts(locale, area)]).filter(([, text]) => other.test(text));
  expect(found).toEqual([]);
});
