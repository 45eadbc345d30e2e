// Checks that each package in the lock files has the right source, a hash and an allowed licence,
// and that its install script, if any, is forbidden.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import {
  type Bill,
  billFaults,
  isAllowedLicence,
  type Lock,
  narrowBill,
  productionPackages,
  vulnerabilitiesIn,
} from './packages.ts';

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
  expect(placesOf(({ license }) => !isAllowedLicence(license))).toEqual([]);
});

test('the packages of production are what server, web, desk and ops load', () => {
  const production = [...productionPackages(read<Lock>('package-lock.json'))];
  const names = production.map((ref) => ref.slice(0, ref.lastIndexOf('@')));
  expect(names).toEqual(expect.arrayContaining(['pg', 'kysely', 'valibot', 'react']));
  for (const name of ['vitest', 'typescript', '@playwright/test', 'fast-check', 'vite'])
    expect(names).not.toContain(name);
});

const whole: Bill = {
  metadata: { component: { 'bom-ref': 'sandali@1.0.0', name: 'checkout' } },
  components: [
    { 'bom-ref': 'pg@8.0.0', name: 'pg', hashes: [{}], licenses: [{ license: { id: 'MIT' } }] },
    { 'bom-ref': 'free@1.0.0', name: 'free', licenses: [{ license: { name: 'GPL-3.0' } }] },
    { 'bom-ref': 'tool@1.0.0', name: 'tool', hashes: [{}] },
  ],
  dependencies: [
    { ref: '@sandali/server@1.0.0', dependsOn: ['pg@8.0.0', 'tool@1.0.0'] },
    { ref: 'pg@8.0.0', dependsOn: ['free@1.0.0', 'tool@1.0.0'] },
  ],
};

test('a bill of materials keeps production packages and their dependencies', () => {
  const bill = narrowBill(whole, new Set(['pg@8.0.0', 'free@1.0.0']));
  expect(bill.metadata.component.name).toBe('sandali');
  expect(bill.components.map(({ name }) => name)).toEqual(['pg', 'free']);
  expect(bill.dependencies).toEqual([
    { ref: 'sandali@1.0.0', dependsOn: ['pg@8.0.0'] },
    { ref: 'pg@8.0.0', dependsOn: ['free@1.0.0'] },
    { ref: 'free@1.0.0', dependsOn: [] },
  ]);
  expect(() => narrowBill(whole, new Set(['pg@9.0.0']))).toThrow('npm sbom left out pg@9.0.0.');
});

test('a bill of materials names packages without a hash or an allowed licence', () => {
  expect(billFaults(whole)).toEqual([
    'free@1.0.0 may not be used: its licence is GPL-3.0.',
    'free@1.0.0 has no hash.',
    'tool@1.0.0 may not be used: its licence is unknown.',
  ]);
});

test('vulnerabilities come from the registry, and are null without its answer', () => {
  const via = [{ title: 'Reads any file', severity: 'high', url: 'https://a.example' }, 'pg'];
  expect(vulnerabilitiesIn({ vulnerabilities: { tar: { via } } })).toEqual([
    'tar: Reads any file (high, https://a.example)',
  ]);
  expect(vulnerabilitiesIn({ vulnerabilities: {} })).toEqual([]);
  expect(vulnerabilitiesIn({ message: 'audit endpoint returned an error', error: {} })).toBe(null);
  expect(vulnerabilitiesIn({})).toBe(null);
});
