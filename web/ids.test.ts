import * as fs from 'node:fs';
import * as path from 'node:path';
import { locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { idsFile, readTexts, valuesOf } from './ids.ts';
import { areas, innerAreas, publicAreas } from './src/i18n/areas.ts';

const folder = path.join(import.meta.dirname, 'src/i18n');

test('ids.ts is what `node web/ids.ts` writes', () => {
  expect(fs.readFileSync(path.join(folder, 'ids.ts'), 'utf8')).toBe(idsFile());
});

test.each(locales)('%s has every text of English and no other, with the same values', (locale) => {
  for (const area of areas) {
    const english = readTexts('en', area);
    const own = readTexts(locale, area);
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [id, text] of own) {
      expect(text, id).not.toBe('');
      expect([...valuesOf(text).keys()].sort(), id).toEqual([...valuesOf(english.get(id) ?? '').keys()].sort());
    }
  }
});

test.each(locales)('%s joins the public areas and knows where each other one is', (locale) => {
  const source = fs.readFileSync(path.join(folder, locale, 'public.ts'), 'utf8');
  const named = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, area]) => area).sort();
  expect(named(/from '\.\/(\w+)\.po'/g)).toEqual([...publicAreas].sort());
  expect(named(/\.\.\.(\w+)/g)).toEqual([...publicAreas].sort());
  expect(named(/(\w+): \(\) => import\('\.\/\1\.po'\)/g)).toEqual([...innerAreas].sort());
});
