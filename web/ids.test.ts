import * as fs from 'node:fs';
import * as path from 'node:path';
import { locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { readTexts, valuesOf } from './ids.ts';
import { catalogNames } from './src/i18n/catalogs.ts';

const folder = path.join(import.meta.dirname, 'src/i18n');

test.each(locales)('%s has the same texts as English, with the same placeholders', (locale) => {
  for (const catalog of catalogNames) {
    const english = readTexts('en', catalog);
    const own = readTexts(locale, catalog);
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [id, text] of own) {
      expect(text, id).not.toBe('');
      expect([...valuesOf(text).keys()].sort(), id).toEqual(
        [...valuesOf(english.get(id) ?? '').keys()].sort(),
      );
    }
  }
});

test.each(locales)('%s has exactly one file per catalog', (locale) => {
  expect(fs.readdirSync(path.join(folder, locale)).sort()).toEqual(
    catalogNames.map((catalog) => `${catalog}.po`).sort(),
  );
});
