// The packages that the product depends on: from the registry only, each with its hash, none
// running a script when it is installed.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

type Part = {
  link?: boolean;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
};
type Manifest = { workspaces?: string[]; allowScripts?: Record<string, boolean> } & Partial<
  Record<Kind, Record<string, string>>
>;
type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies';

const root = path.join(import.meta.dirname, '..');
const read = <T>(file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as T;
const manifest = read<Manifest>('package.json');
const parts = ['package-lock.json', 'e2e/lighthouse/package-lock.json']
  .flatMap((file) => Object.entries(read<{ packages: Record<string, Part> }>(file).packages))
  .filter(([place, part]) => place.includes('node_modules/') && !part.link);
const placesOf = (isWrong: (part: Part) => boolean) =>
  parts.filter(([, part]) => isWrong(part)).map(([place]) => place);
const nameOf = (place: string) =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Licences under which a part may be used in a product whose own text stays with its owner (SPDX
 * names).
 */
const allowedLicences = new Set(
  [
    'MIT',
    'Apache-2.0',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'CC-BY-4.0',
    'Python-2.0',
    'OFL-1.1',
    'Zlib',
  ].concat(
    // Used as they come, beside our files and not inside them.
    ['MPL-2.0', 'LGPL-3.0-or-later'],
  ),
);

test('every part comes from the registry and is known by its hash', () => {
  expect(parts.length).toBeGreaterThan(500);
  expect(placesOf(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
  // a repository, a file or an address would stand there
  expect(placesOf(({ resolved }) => resolved !== undefined)).toEqual([]);
  expect(placesOf(({ version = '' }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
});

test('what we ask for is one version, not a range', () => {
  for (const file of [
    'package.json',
    'e2e/lighthouse/package.json',
    ...(manifest.workspaces ?? []).map((folder) => `${folder}/package.json`),
  ]) {
    const { dependencies, devDependencies, optionalDependencies } = read<Manifest>(file);
    const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const ours = ([name]: [string, string]) => name.startsWith('@sandali/');
    expect(
      asked.filter((one) => !ours(one) && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(one[1])),
      file,
    ).toEqual([]);
  }
});

test('a part that would run a script when it is installed is refused by name', () => {
  const refused = Object.entries(manifest.allowScripts ?? {}).filter(([, isAllowed]) => !isAllowed);
  expect(placesOf(({ hasInstallScript }) => hasInstallScript === true).map(nameOf)).toEqual(
    refused.map(([name]) => name),
  );
  expect(Object.keys(manifest.allowScripts ?? {}).length).toBe(refused.length);
});

test('every part may be used here', () => {
  const words = (licence: string) => licence.replace(/[()]/g, '').split(/ (?:AND|OR) /);
  expect(
    parts
      .filter(([, { license = '' }]) => words(license).some((word) => !allowedLicences.has(word)))
      .map(([place]) => place),
  ).toEqual([]);
});
