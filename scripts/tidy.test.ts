// Checks every file against this repository's rules, and every rule against files that break it.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { doorRules } from './tidy/doors.ts';
import { floorRules, importCycles } from './tidy/floors.ts';
import { importRules, importsOfSlices, runtimeImport, slices } from './tidy/imports.ts';
import { proseRules } from './tidy/prose.ts';
import { shapeRules } from './tidy/shape.ts';
import { commentsOf, file, isRuleFile, readSources, type Source } from './tidy/sources.ts';
import { wordRules } from './tidy/words.ts';

const sources = readSources();

test('readSources reads the repository’s files', () => {
  expect(sources.has('scripts/tidy.test.ts')).toBe(true);
  expect(sources.size).toBeGreaterThan(50);
});

/**
 * Returns the files that a file's text names: in a document, files in backticks; in SQL and
 * comments, documents and decision numbers.
 */
function filesNamed(at: string, text: string): string[] {
  if (/\.md$/.test(at))
    return [...text.matchAll(/`([\w./-]+\.(?:tsx?|sql|po|md))`/g)].map(([, name = '']) => name);
  const read = at.endsWith('.sql') ? text : commentsOf(text);
  return [...read.matchAll(/[\w./-]+\.md\b|docs\/decisions\/\d{4}\b(?!-)/g)].map(([name]) =>
    name.replace(/^(\.{0,2}\/)+/, ''),
  );
}

/**
 * Returns the missing files that documents and comments name. The changelog and recorded runs may
 * name deleted files.
 */
function missingFiles(sources: ReadonlyMap<string, { text: string }>): string[] {
  const ends = new Set(
    [...sources.keys()].flatMap((at) =>
      at.split('/').map((_, nth, parts) => parts.slice(nth).join('/')),
    ),
  );
  for (const at of sources.keys())
    if (/^docs\/decisions\/\d{4}-/.test(at)) ends.add(at.slice(0, 'docs/decisions/0000'.length));
  const read = [...sources].filter(
    ([at]) => /\.(md|tsx?|css|sql)$/.test(at) && !/CHANGELOG|check-full\.md/.test(at),
  );
  return read.flatMap(([at, { text }]) =>
    filesNamed(at, text).flatMap((name) => (ends.has(name) ? [] : `${at}: ${name}`)),
  );
}

test('documents and comments name only files that exist', () => {
  expect(
    missingFiles(
      new Map([
        ['docs/a.md', { text: '`loan/a.ts`, `loan/b.ts` and `b.md`' }],
        ['docs/decisions/0001-a.md', { text: '' }],
        [
          'server/src/loan/a.ts',
          {
            text: '/**\n * As ../../docs/a.md and b.md say.\n */\nread("c.md"); // docs/decisions/0001, docs/decisions/0002',
          },
        ],
        ['server/src/db/a.sql', { text: "comment on table a is 'b.md'; -- docs/a.md" }],
      ]),
    ),
  ).toEqual([
    'docs/a.md: loan/b.ts',
    'docs/a.md: b.md',
    'server/src/loan/a.ts: b.md',
    'server/src/loan/a.ts: docs/decisions/0002',
    'server/src/db/a.sql: b.md',
  ]);
  expect(missingFiles(sources)).toEqual([]);
});

test('the imports between slices match the rules and ARCHITECTURE.md', () => {
  const real = importsOfSlices(sources);
  const ofAll = Object.entries(slices).filter(([own]) => own !== 'privacy' && own !== 'home');
  const allowed = Object.fromEntries(ofAll.map(([own, others]) => [own, others.toSorted()]));
  const actual = Object.fromEntries(ofAll.map(([own]) => [own, real[own] ?? []]));
  expect(actual).toEqual(allowed);
  const page = fs
    .readFileSync(path.join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8')
    .replaceAll('\n', ' ');
  const [, sentence = ''] =
    /\(checked by `tidy\.test\.ts`\): (.*?) · privacy, home → every door/.exec(page) ?? [];
  const written = sentence.split(' · ').flatMap((part) => {
    const [own = '', others = ''] = part.split(' → ');
    return own
      .split(', ')
      .map((name) => [name, others === 'nothing' ? [] : others.split(', ').toSorted()]);
  });
  expect(Object.fromEntries(written)).toEqual(allowed);
});

// Exclude the rules' own files, because their samples break the rules.
const checked = new Map([...sources].filter(([at]) => !isRuleFile(at)));

/**
 * Known cycles of type imports: a context contains the notices port, whose calls accept a context;
 * books.ts lists the checks and declares their type.
 */
const typeCycles = [
  ...['app-context', 'ctx', 'notices'].map((name) => `server/src/context/${name}.ts`),
  ...['books-company', 'books-ledger', 'books-loans', 'books-returns', 'books'].map(
    (name) => `server/src/ledger/${name}.ts`,
  ),
];

test('files form no import cycles, except the known cycles of type imports', () => {
  const circle = [
    file('web/src/a.ts', `import { b } from './b.ts';`),
    file('web/src/b.ts', `export { a } from './a.ts';`),
  ];
  const ofTypes = [
    file('web/src/a.ts', `import type { B } from './b.ts';`),
    file('web/src/b.ts', `import { a } from './a.ts';`),
  ];
  const lazy = [
    file('web/src/a.ts', `const load = () => import('./b.ts');`),
    file('web/src/b.ts', `import { load } from '#/a.ts';`),
  ];
  const cyclesOf = (files: Source[], pattern?: RegExp) =>
    importCycles(new Map(files.map((source) => [source.path, source])), pattern);
  const both = ['web/src/a.ts', 'web/src/b.ts'];
  expect([circle, ofTypes, lazy].map((files) => cyclesOf(files))).toEqual([both, both, both]);
  expect([circle, ofTypes, lazy].map((files) => cyclesOf(files, runtimeImport))).toEqual([
    both,
    [],
    [],
  ]);
  expect(importCycles(checked, runtimeImport)).toEqual([]);
  expect(importCycles(checked)).toEqual(typeCycles);
});

describe.each([
  ...importRules,
  ...doorRules,
  ...floorRules,
  ...wordRules,
  ...shapeRules,
  ...proseRules,
])('$name', ({ find, bad, good }) => {
  test('no file in the repository violates the rule', () => {
    const broken = [...checked.values()].flatMap((source) =>
      find(source, sources).map((words) => `${source.path} ${words}`),
    );
    expect(broken).toEqual([]);
  });

  test('the rule reports every bad sample and none of the good samples', () => {
    expect(bad.filter((sample) => find(sample, new Map()).length === 0)).toEqual([]);
    expect(good.flatMap((sample) => find(sample, new Map()))).toEqual([]);
  });
});
