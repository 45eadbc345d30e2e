// A screen whose route does not name an area shows the ids of that area's texts. Here the files that a screen imports are read, and every text they name is
// held against its route.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { readTexts } from './ids.ts';
import { screenAreas } from './src/i18n/areas.ts';
import { routes } from './src/routes.tsx';

const src = path.join(import.meta.dirname, 'src');
const importPattern = /(?:from|import) '((?:\.\.?|#)\/[^']+)'|import\('((?:\.\.?|#)\/[^']+)'\)/g;
/** What belongs to no screen: the program around all of them, their places, and the registry behind the login. */
const shared = ['program.tsx', 'routes.tsx', 'screens/inner.ts', 'i18n/ids.ts'].map((name) => path.join(src, name));

function filesFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || shared.includes(file) || !/\.tsx?$/.test(file)) return found;
  found.add(file);
  for (const [, fixed, lazy] of fs.readFileSync(file, 'utf8').matchAll(importPattern)) {
    const name = fixed ?? lazy ?? '';
    filesFrom(name.startsWith('#/') ? path.join(src, name.slice(2)) : path.join(path.dirname(file), name), found);
  }
  return found;
}

/** Whether a source names the id, whole or put together from its ends: `credit.${step}.title`. */
function names(source: string, id: string): boolean {
  if (source.includes(`'${id}'`) || source.includes(`"${id}"`)) return true;
  return [...source.matchAll(/`(\w+\.[\w.]*)\$\{[^}]+\}([\w.]*)/g)].some(([, start = '', end = '']) => id.startsWith(start) && id.endsWith(end));
}

function areasOf(file: string): string[] {
  const source = [...filesFrom(file)].map((one) => fs.readFileSync(one, 'utf8')).join('\n');
  return screenAreas.filter((area) => [...readTexts('en', area).keys()].some((id) => names(source, id))).sort();
}

const loaders = fs.readFileSync(path.join(src, 'screens/inner.ts'), 'utf8');
const inner = [...loaders.matchAll(/(\w+): \(\) => import\('\.\/([^']+)'\)/g)].map(([, name, file]) => ({ name, file: file ?? '' }));
const source = fs.readFileSync(path.join(src, 'routes.tsx'), 'utf8');

test('every screen behind the login has a route that names its areas', () => {
  expect(inner.length).toBe(routes.filter((route) => route.needsToken && route.areas.length > 0).length);
});

test.each(inner)('$name names the areas of all texts it shows', ({ name, file }) => {
  const named = source.match(new RegExp(`inner\\('${name}', ([^)]*)\\)`))?.[1]?.match(/\w+/g) ?? [];
  expect([...named].sort()).toEqual(areasOf(path.join(src, 'screens', file)));
});

test('/register names its areas, and /login shows nothing before it has asked for what login.po does not hold', () => {
  const { areas } = routes.find((route) => route.path === '/register') ?? {};
  expect(areas).toEqual(areasOf(path.join(src, 'screens/account/Register.tsx')));
  const painted = ['Login.tsx', 'LoginSky.tsx', 'AgreementTick.tsx'].map((name) =>
    fs.readFileSync(path.join(src, 'screens/account', name), 'utf8'),
  );
  const ids = painted.flatMap((one) => [...one.matchAll(/'((?:account|shell|title|net)\.[\w.]+)'/g)].map(([, id]) => id));
  expect(ids.length).toBeGreaterThan(10);
  for (const id of ids) expect([...readTexts('en', 'login').keys()]).toContain(id);
});
