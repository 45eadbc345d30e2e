// Checks that docs/developers/specification.md and docs/developers/attacks.md name only tests that
// exist and run, and that every sentence of the specification has one entry.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Proof, type Row, readSpecification, readTable } from './specification.ts';
import { findTest, titlesOf } from './test-titles.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const lastRun = read('docs/developers/check-full.md').split('## The last run')[1] ?? '';

const sentences = readTable(read('docs/developers/specification.md'));
const attacks = readTable(read('docs/developers/attacks.md'));

function faultsOf(row: Row): string[] {
  return row.proofs.flatMap((proof) =>
    proof.file === null ? faultsOfReason(proof.text) : faultsOfTest(proof.file, proof.text),
  );
}

function faultsOfTest(file: string, name: string): string[] {
  const test = findTest(file, name);
  if (!test) return [`${file} has no test named "${name}"`];
  if (test.isSkipped) return [`${file} "${name}" is skipped, or runs on some machines only`];
  const check = file.startsWith('battery/')
    ? `battery ${name}`
    : file.startsWith('e2e/')
      ? 'browser tests'
      : 'unit tests';
  const isGreen = new RegExp(`\\| ${check} \\| [1-9]\\d* \\| 0 \\|`).test(lastRun);
  return test.isAtLength && !isGreen
    ? [`docs/developers/check-full.md has no green last run of ${check}`]
    : [];
}

function faultsOfReason(text: string): string[] {
  const see = /^see (\d+\.\d+(?:, \d+\.\d+)*)$/.exec(text)?.[1]?.split(', ');
  if (see)
    return see
      .filter((number) => !sentences.some((row) => row.number === number))
      .map((number) => `there is no ${number}`);
  if (/^open: ./.test(text)) return [];
  const note = /^differs: .+ \(\[\d{4}\]\(\.\.\/(decisions\/[^)]+)\)\)$/.exec(text)?.[1];
  if (note === undefined) return [`"${text}" is neither a test nor a reason`];
  return fs.existsSync(path.join(root, 'docs', note)) ? [] : [`docs/${note} is missing`];
}

describe.each([
  ['sentences', sentences, 234],
  ['attacks', attacks, 50],
] as const)('the %s', (_, rows, count) => {
  test('every entry in the document has a unique number', () => {
    expect(new Set(rows.map(({ number }) => number)).size).toBe(count);
    expect(rows).toHaveLength(count);
  });

  test.each(rows.map((row) => [row.number, row] as const))(
    'entry %s names tests that exist and run',
    (_number, row) => {
      expect(row.proofs.length).toBeGreaterThan(0);
      expect(faultsOf(row)).toEqual([]);
    },
  );
});

const file = process.env.SPECIFICATION;
const isSkipped = file ? '' : ' (skipped: set SPECIFICATION to the path of its file)';
test.skipIf(!file)(
  `specification.md lists the specification’s sentences in their order${isSkipped}`,
  () => {
    const expected = readSpecification(fs.readFileSync(path.resolve(root, file as string), 'utf8'));
    const lines = (list: readonly { number: string; label: string; hash: string }[]) =>
      list.map(({ number, label, hash }) => `${number} ${label} ${hash}`);
    expect(lines(sentences)).toEqual(lines(expected));
  },
);

const headers = 'server/src/http/call-headers.test.ts';
const skipped =
  titlesOf('server/src/db/data-folder.test.ts').find((title) => title.isSkipped)?.title ?? '';
test.each([
  ['a renamed test', { file: headers, text: 'a preflight is answered' }, 'has no test named'],
  ['a missing file', { file: 'server/src/http/gone.test.ts', text: 'any' }, 'has no test named'],
  [
    'an unknown case of a table',
    { file: 'web/src/routes/addresses.test.ts', text: '/home shows Bills, titled Home' },
    'has no test',
  ],
  ['a skipped test', { file: 'server/src/db/data-folder.test.ts', text: skipped }, 'is skipped'],
  [
    'an unknown battery',
    { file: 'battery/src/tests/payouts.ts', text: 'nothing' },
    'has no test named',
  ],
  ['a missing sentence', { file: null, text: 'see 9.99' }, 'there is no 9.99'],
  [
    'a missing decision',
    { file: null, text: 'differs: it is late ([0000](../decisions/0000-none.md))' },
    'is missing',
  ],
  ['an entry without test or reason', { file: null, text: 'the app does so' }, 'neither a test'],
] satisfies [string, Proof, string][])('reports %s', (_, proof, words) => {
  expect(faultsOf({ number: '1.1', label: '', hash: '', proofs: [proof] }).join()).toContain(words);
});

test('a specification is split into labelled sentences and table rows', () => {
  const text = `# Title
A first sentence. A second one says "Stop. Go on.".

## 2. Screens

Shell:
- The bar stands below.
- Login: by phone. Or by code.

| Route | Purpose |
|---|---|
| /a | the start |
`;
  expect(
    readSpecification(text).map(({ number, label, text: sentence }) => [number, label, sentence]),
  ).toEqual([
    ['0.1', '', 'A first sentence.'],
    ['0.2', '', 'A second one says "Stop. Go on.".'],
    ['2.1', 'Shell', 'The bar stands below.'],
    ['2.2', 'Login', 'Login: by phone.'],
    ['2.3', 'Login', 'Or by code.'],
    ['2.4', '/a', '/a | the start'],
  ]);
});
