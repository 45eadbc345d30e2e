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

test.each(locales)('%s joins exactly the areas of each set', (locale) => {
  for (const [name, set] of [['public', publicAreas] as const, ['inner', innerAreas] as const]) {
    const source = fs.readFileSync(path.join(folder, locale, `${name}.ts`), 'utf8');
    expect([...source.matchAll(/'\.\/(\w+)\.po'/g)].map(([, area]) => area).sort()).toEqual([...set].sort());
    for (const area of set) expect(source).toContain(`...${area}`);
  }
});
