import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { readTexts, valuesOf } from './ids.ts';
import { catalogNames } from './src/i18n/catalogs.ts';

test.each(locales)('every text in %s shows all of its values, in every plural form', (locale) => {
  const texts = catalogNames.flatMap((catalog) => [...readTexts(locale, catalog)]);
  expect(texts.length).toBeGreaterThan(400);
  const messages = Object.fromEntries(texts.map(([id, text]) => [id, compileMessage(text)]));
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  for (const [id, text] of texts) {
    const names = [...valuesOf(text)];
    for (const count of [0, 1, 2, 5, 1234]) {
      const rendered = i18n._(
        id,
        Object.fromEntries(
          names.map(([name, kind]) => [name, kind === 'number' ? count : `<${name}>`]),
        ),
      );
      expect(rendered, id).not.toMatch(/[{}#]|undefined/);
      for (const [name, kind] of names)
        if (kind !== 'number') expect(rendered, id).toContain(`<${name}>`);
    }
  }
});

test.each(locales)('no text in %s allows a line break within a number', (locale) => {
  const broken = catalogNames
    .flatMap((catalog) => [...readTexts(locale, catalog)])
    .filter(([, text]) => /\d[)]? \d{3}/.test(text));
  expect(broken).toEqual([]);
});

test.each(locales)('no text in %s mentions a currency other than the peso', (locale) => {
  const foreign = /[₫$€¥￥]|VN[DĐ]|USD|CNY|RMB|[\d}]\s?(đ|đồng|元)(?!\p{L})/u;
  const faults = catalogNames
    .flatMap((catalog) => [...readTexts(locale, catalog)])
    .filter(([, text]) => foreign.test(text));
  expect(faults).toEqual([]);
});
