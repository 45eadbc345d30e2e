// The rules of this repository, on every file; and every rule on a file that breaks it, so that
// none can fall silent.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { circular, floorRules } from './tidy/floors.ts';
import { importRules, importsOfSlices, runtimeImport, slices } from './tidy/imports.ts';
import { proseRules } from './tidy/prose.ts';
import { shapeRules } from './tidy/shape.ts';
import { commentsOf, file, isTidy, readSources, type Source } from './tidy/sources.ts';
import { wordRules } from './tidy/words.ts';

const sources = readSources();

test('there are files to look at', () => {
  expect(sources.has('scripts/tidy.test.ts')).toBe(true);
  expect(sources.size).toBeGreaterThan(50);
});

/**
 * What a text names: in a document a file in backticks; in the comments of code and in SQL a
 * document, or a decision by its number.
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
 * The files that documents and comments name and that do not exist. The changelog and recorded runs
 * may name files that are gone.
 */
function missingFiles(all: ReadonlyMap<string, { text: string }>): string[] {
  const ends = new Set(
    [...all.keys()].flatMap((at) =>
      at.split('/').map((_, nth, parts) => parts.slice(nth).join('/')),
    ),
  );
  for (const at of all.keys())
    if (/^docs\/decisions\/\d{4}-/.test(at)) ends.add(at.slice(0, 'docs/decisions/0000'.length));
  const read = [...all].filter(
    ([at]) => /\.(md|tsx?|css|sql)$/.test(at) && !/CHANGELOG|check-full\.md/.test(at),
  );
  return read.flatMap(([at, { text }]) =>
    filesNamed(at, text).flatMap((name) => (ends.has(name) ? [] : `${at}: ${name}`)),
  );
}

test('every file that a document or a comment names is there', () => {
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

test('the imports between slices are those that are allowed and those in ARCHITECTURE.md', () => {
  const real = importsOfSlices(sources);
  const ofAll = Object.entries(slices).filter(([own]) => own !== 'privacy' && own !== 'home');
  const told = Object.fromEntries(ofAll.map(([own, others]) => [own, others.toSorted()]));
  const does = Object.fromEntries(ofAll.map(([own]) => [own, real[own] ?? []]));
  expect(does).toEqual(told);
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
  expect(Object.fromEntries(written)).toEqual(told);
});

// the rules' own samples break them
const judged = new Map([...sources].filter(([at]) => !isTidy(at)));

/**
 * A context holds the port of notices, whose calls take a context; the list of checks says what a
 * check is.
 */
const circlesOfTypes = [
  ...['app-context', 'ctx', 'notices'].map((name) => `server/src/context/${name}.ts`),
  ...['books-company', 'books-ledger', 'books-loans', 'books-returns', 'books'].map(
    (name) => `server/src/ledger/${name}.ts`,
  ),
];

test('no file waits for itself when a program starts, and few name each other in a circle at all', () => {
  const circle = [
    file('web/src/a.ts', `import { b } from './b.ts';`),
    file('web/src/b.ts', `export { a } from './a.ts';`),
  ];
  const ofTypes = [
    file('web/src/a.ts', `import type { B } from './b.ts';\nconst c = await import('./c.ts');`),
    ...['b', 'c'].map((name) => file(`web/src/${name}.ts`, `import { a } from './a.ts';`)),
  ];
  const inCircle = (files: Source[], pattern?: RegExp) =>
    circular(new Map(files.map((one) => [one.path, one])), pattern);
  expect([circle, ofTypes].map((files) => inCircle(files, runtimeImport))).toEqual([
    ['web/src/a.ts', 'web/src/b.ts'],
    [],
  ]);
  expect(inCircle(ofTypes)).toEqual(['web/src/a.ts', 'web/src/b.ts']);
  expect(circular(judged, runtimeImport)).toEqual([]);
  expect(circular(judged)).toEqual(circlesOfTypes);
});

describe.each([...importRules, ...floorRules, ...wordRules, ...shapeRules, ...proseRules])(
  '$name',
  ({ find, bad, good }) => {
    test('holds everywhere', () => {
      const broken = [...judged.values()].flatMap((source) =>
        find(source, sources).map((words) => `${source.path} ${words}`),
      );
      expect(broken).toEqual([]);
    });

    test('finds what breaks it, and nothing else', () => {
      expect(bad.filter((sample) => find(sample, new Map()).length === 0)).toEqual([]);
      expect(good.flatMap((sample) => find(sample, new Map()))).toEqual([]);
    });
  },
);
