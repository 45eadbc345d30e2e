// A screen whose route does not name an area shows the ids of that area's texts. Here the files that a screen imports are read, and every text they name is
// held against its route.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { innerAreas } from './i18n/areas.ts';
import { routes } from './routes.tsx';

const src = import.meta.dirname;
const importPattern = /(?:from|import) '((?:\.\.?|#)\/[^']+)'|import\('((?:\.\.?|#)\/[^']+)'\)/g;
/** What belongs to no screen: the places of all screens, and the registry behind the login. */
const shared = ['routes.tsx', 'screens/inner.ts', 'i18n/ids.ts'].map((name) => path.join(src, name));

function filesFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || shared.includes(file) || !/\.tsx?$/.test(file)) return found;
  found.add(file);
  for (const [, fixed, lazy] of fs.readFileSync(file, 'utf8').matchAll(importPattern)) {
    const name = fixed ?? lazy ?? '';
    filesFrom(name.startsWith('#/') ? path.join(src, name.slice(2)) : path.join(path.dirname(file), name), found);
  }
  return found;
}

function areasOf(file: string): string[] {
  const names = innerAreas.filter((area) =>
    [...filesFrom(file)].some((one) => new RegExp(`['"\`]${area}\\.\\w`).test(fs.readFileSync(one, 'utf8'))),
  );
  return [...names].sort();
}

const loaders = fs.readFileSync(path.join(src, 'screens/inner.ts'), 'utf8');
const inner = [...loaders.matchAll(/(\w+): \(\) => import\('\.\/([^']+)'\)/g)].map(([, name, file]) => ({ name, file: file ?? '' }));
const source = fs.readFileSync(path.join(src, 'routes.tsx'), 'utf8');

test('every screen behind the login has a route that names its areas', () => {
  expect(inner.length).toBe(routes.filter((route) => route.areas.length > 0).length);
});

test.each(inner)('$name names the areas of all texts it shows', ({ name, file }) => {
  const named = source.match(new RegExp(`inner\\('${name}', ([^)]*)\\)`))?.[1]?.match(/\w+/g) ?? [];
  expect([...named].sort()).toEqual(areasOf(path.join(src, 'screens', file)));
});
