// Checks that each package in the lock files has the right source, a hash and an allowed licence,
// and that its install script, if any, is forbidden.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

type Package = {
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
const packages = ['package-lock.json', 'e2e/lighthouse/package-lock.json']
  .flatMap((file) => Object.entries(read<{ packages: Record<string, Package> }>(file).packages))
  .filter(([place, entry]) => place.includes('node_modules/') && !entry.link);
const placesOf = (isWrong: (entry: Package) => boolean) =>
  packages.filter(([, entry]) => isWrong(entry)).map(([place]) => place);
const nameOf = (place: string) =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** SPDX identifiers of licences that allow use in a closed-source product. */
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
    // These licences' copyleft covers only the packages' own files, which we do not change.
    ['MPL-2.0', 'LGPL-3.0-or-later'],
  ),
);

test('every package comes from the registry and has a hash', () => {
  expect(packages.length).toBeGreaterThan(500);
  expect(placesOf(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
  // The lock file sets `resolved` only for a package from a repository, a file or a URL.
  expect(placesOf(({ resolved }) => resolved !== undefined)).toEqual([]);
  expect(placesOf(({ version = '' }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
});

test('package.json files pin dependencies to exact versions', () => {
  for (const file of [
    'package.json',
    'e2e/lighthouse/package.json',
    ...(manifest.workspaces ?? []).map((folder) => `${folder}/package.json`),
  ]) {
    const { dependencies, devDependencies, optionalDependencies } = read<Manifest>(file);
    const packages = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    });
    const foreign = packages.filter(([name]) => !name.startsWith('@sandali/'));
    expect(
      foreign.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
      file,
    ).toEqual([]);
  }
});

test('package.json forbids the install script of every package that has one', () => {
  const refused = Object.entries(manifest.allowScripts ?? {}).filter(([, isAllowed]) => !isAllowed);
  expect(placesOf(({ hasInstallScript }) => hasInstallScript === true).map(nameOf)).toEqual(
    refused.map(([name]) => name),
  );
  expect(Object.keys(manifest.allowScripts ?? {}).length).toBe(refused.length);
});

test('every package has an allowed licence', () => {
  const words = (licence: string) => licence.replace(/[()]/g, '').split(/ (?:AND|OR) /);
  expect(
    packages
      .filter(([, { license = '' }]) => words(license).some((word) => !allowedLicences.has(word)))
      .map(([place]) => place),
  ).toEqual([]);
});
