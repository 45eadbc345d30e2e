// If a route does not list a catalog that its screen needs, the screen shows text ids. These tests
// find the texts that a screen's files use, and compare their catalogs with the route's.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { readTexts } from './ids.ts';
import { screenCatalogs } from './src/i18n/catalogs.ts';
import { routes } from './src/routes/routes.ts';

const src = path.join(import.meta.dirname, 'src');
const fixedPattern = /(?:from|import) '((?:\.\.?|#)\/[^']+)'/g;
const lazyPattern = /import\('((?:\.\.?|#)\/[^']+)'\)/g;
/** Files that name the texts of all screens but show none. */
const shared = ['routes/routes.ts', 'i18n/generated/ids.ts'].map((name) => path.join(src, name));
/** Caches the results of a function, because files share most of their imports. */
function kept<T>(answer: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => answers.get(text) ?? (answers.set(text, answer(text)).get(text) as T);
}
const read = kept((file) =>
  fs.readFileSync(file, 'utf8').replace(/^(?:import|export) type [^;]*;$/gm, ''),
);
const idsOf = kept((catalog) => [
  ...readTexts('en', catalog as (typeof screenCatalogs)[number]).keys(),
]);

function imported(file: string, pattern: RegExp): string[] {
  const files = [...read(file).matchAll(pattern)].map(([, name = '']) =>
    name.startsWith('#/') ? path.join(src, name.slice(2)) : path.join(path.dirname(file), name),
  );
  return files.filter((name) => /\.tsx?$/.test(name) && !shared.includes(name));
}

/** Returns the file and all files that are loaded along with it. */
function filesWith(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  for (const part of imported(file, fixedPattern)) filesWith(part, files);
  return files;
}

/**
 * Returns the text ids that a file uses: quoted ids, and the start and end of ids built in
 * templates, such as `credit.${step}.title`.
 */
const namesIn = kept((file) => ({
  whole: new Set([...read(file).matchAll(/['"]([\w.]+)['"]/g)].map(([, id]) => id)),
  ends: [...read(file).matchAll(/`(\w+\.[\w.]*)\$\{[^}]+\}([\w.]*)/g)].map(
    ([, start = '', end = '']) => ({ start, end }),
  ),
}));

function isNamed(file: string, id: string): boolean {
  const { whole, ends } = namesIn(file);
  return whole.has(id) || ends.some(({ start, end }) => id.startsWith(start) && id.endsWith(end));
}

/**
 * Returns the catalogs that a file needs before it is rendered. If the file is imported lazily, the
 * importing file may load its catalogs, with `loadCatalogs(['my'])`.
 */
function catalogsOf(file: string, visited = new Set<string>()): string[] {
  const files = [...filesWith(file)].filter((name) => !visited.has(name));
  for (const name of files) visited.add(name);
  const needed = screenCatalogs.filter((catalog) =>
    idsOf(catalog).some((id) => files.some((file) => isNamed(file, id))),
  );
  const later = files.flatMap((importer) => {
    const loadedLater = [...read(importer).matchAll(/loadCatalogs\(\[([^\]]*)\]\)/g)].flatMap(
      ([, list = '']) => list.match(/\w+/g) ?? [],
    );
    return imported(importer, lazyPattern).flatMap((part) =>
      catalogsOf(part, visited).filter((catalog) => !loadedLater.includes(catalog)),
    );
  });
  return [...new Set([...needed, ...later])].sort();
}

const loaders = fs.readFileSync(path.join(src, 'routes/signedInScreens.ts'), 'utf8');
const inner = [...loaders.matchAll(/(\w+): \(\) => import\('#\/screens\/([^']+)'\)/g)].map(
  ([, name, file]) => ({
    name,
    file: file ?? '',
  }),
);

test('every screen behind the login has a route that lists the screen’s catalogs', () => {
  expect(inner.length).toBe(
    routes.filter((route) => route.needsToken && route.catalogs.length > 0).length,
  );
});

test.each(inner)(
  'the route of $name lists the catalogs of all texts that its screen shows',
  ({ name, file }) => {
    const { catalogs = [] } = routes.find((route) => route.screen === name) ?? {};
    expect([...catalogs].sort()).toEqual(catalogsOf(path.join(src, 'screens', file)));
  },
);

test.each([
  ['/serviceAgreement', 'legal/ServiceAgreement.tsx'],
  ['/provacyPolicy', 'legal/PrivacyPolicy.tsx'],
  ['/verify', 'documents/Verify.tsx'],
])('the route of %s lists its catalogs', (address, file) => {
  const { catalogs = [] } = routes.find((route) => route.path === address) ?? {};
  expect([...catalogs].sort()).toEqual(catalogsOf(path.join(src, 'screens', file)));
});

test('the route of /forgetPassword lists its catalogs', () => {
  const { catalogs } = routes.find((route) => route.path === '/forgetPassword') ?? {};
  expect(catalogs).toEqual(catalogsOf(path.join(src, 'screens/account/ForgotPassword.tsx')));
});

test('the route of /register lists its catalogs, and /login first needs only login.po', () => {
  const { catalogs } = routes.find((route) => route.path === '/register') ?? {};
  expect(catalogs).toEqual(catalogsOf(path.join(src, 'screens/account/Register.tsx')));
  const painted = ['Login.tsx', 'AgreementCheckbox.tsx'].map((name) =>
    fs.readFileSync(path.join(src, 'screens/account', name), 'utf8'),
  );
  const ids = painted.flatMap((source) =>
    [...source.matchAll(/'((?:account|shell|title|net)\.[\w.]+)'/g)].map(([, id]) => id),
  );
  expect(ids.length).toBeGreaterThan(10);
  for (const id of ids) expect([...readTexts('en', 'login').keys()]).toContain(id);
});
