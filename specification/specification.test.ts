// The map of the specification: every row names tests that there are, and breaks that can be planted; the page that is printed from it is fresh.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { allTests } from '../battery/src/all.ts';
import { quickBatteries } from '../battery/src/quick.ts';
import { isTest } from '../scripts/tidy/sources.ts';
import { chapters, rows } from './all.ts';
import { breakConstant, breakText, breakWebText, type Edit, edit, root } from './breaks.ts';
import { broken, full, type Proof, test as proof, type Row, row, stateOf } from './row.ts';
import { page } from './table.ts';
import { patternOf, type Title, titlesOf } from './titles.ts';

const lastRun = fs.readFileSync(path.join(root, 'docs/check-full.md'), 'utf8').split('## The last run')[1] ?? '';
// package.json names the parts that the product is made of.
const product = /^((contract|server|web|ops|simulators)\/(src\/|public\/|index\.html$)|package\.json$)/;

function faultsOf(one: Row): string[] {
  const notes =
    one.differs && !fs.existsSync(path.join(root, 'docs/decisions', one.differs.note)) ? [`there is no ${one.differs.note}`] : [];
  return [...notes, ...one.proofs.flatMap(faultsOfProof), ...one.proofs.flatMap(({ breaks }) => breaks.flatMap(faultsOfEdit))];
}

function faultsOfProof(one: Proof): string[] {
  const found = one.file.startsWith('battery/src/tests/') ? batteryOf(one) : titlesOf(one.file).filter(({ title }) => title === one.title);
  const [first] = found;
  const where = `${one.file} "${one.title}"`;
  if (!first || found.length > 1) return [`${where} is there ${found.length} times`];
  if (first.isSkipped) return [`${where} is skipped, or runs on some machines only`];
  if (first.isAtLength !== (one.kind === 'full'))
    return [`${where} runs ${first.isAtLength ? 'in check:full alone: full(…)' : 'in npm test: test(…)'}`];
  return one.kind === 'full' && !new RegExp(`\\| ${checkOf(one)} \\| [1-9]\\d* \\| 0 \\|`).test(lastRun)
    ? [`docs/check-full.md has no green last run of ${checkOf(one)}`]
    : [];
}

function batteryOf({ file, title }: Proof): Title[] {
  const isThere = fs.existsSync(path.join(root, file)) && allTests.some(({ name }) => name === title);
  const isQuick = quickBatteries.flat().some((name) => title === name || title.startsWith(`${name}-`));
  return isThere ? [{ title, isSkipped: false, isAtLength: !isQuick }] : [];
}

/** The line of docs/check-full.md that counts the test. */
function checkOf({ file, title }: Proof): string {
  if (file.startsWith('battery/')) return `battery ${title}`;
  return file.startsWith('e2e/') ? 'browser tests' : 'unit tests';
}

function faultsOfEdit({ file, from, to }: Edit): string[] {
  if (!product.test(file) || isTest(file)) return [`${file} is no part of the product`];
  const at = path.join(root, file);
  const source = fs.existsSync(at) ? fs.readFileSync(at, 'utf8') : '';
  const times = source.split(from).length - 1;
  if (times !== 1 || from === '') return [`${file} has "${from}" ${times} times`];
  if (from === to) return [`${file}: "${from}" is left as it is`];
  return isParsed(
    file,
    source.replace(from, () => to),
  )
    ? []
    : [`${file}: with "${to}" it is no program`];
}

function isParsed(file: string, source: string): boolean {
  if (!/\.tsx?$/.test(file)) return true;
  try {
    parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
    return true;
  } catch {
    return false; // what it says is of no use: the edit is named
  }
}

describe.each(Object.keys(chapters))('chapter %s', (chapter) => {
  const own = rows.filter((one) => one.chapter === chapter);

  test('it is read', () => {
    expect(own.length).toBeGreaterThan(0);
  });

  test.each(own.map((one) => [one.sentence, one] as const))('%s', (_, one) => {
    expect(faultsOf(one)).toEqual([]);
  });
});

const here = 'server/src/http/call-headers.test.ts';
const preflight = 'a preflight is not answered with leave';
const toast = 'e2e/tests/shell.spec.ts';
const atLength = full('e2e/tests/channels.full.spec.ts', 'every channel of one bill: its form is seen');

test.each([
  ['a test that was renamed', proof(here, 'a preflight is answered'), 'is there 0 times'],
  ['a file that is gone', proof('server/src/http/gone.test.ts', preflight), 'is there 0 times'],
  [
    'a test on some machines only',
    proof('server/src/db/data-folder.test.ts', titlesOf('server/src/db/data-folder.test.ts').find((one) => one.isSkipped)?.title ?? ''),
    'skipped',
  ],
  ['a test at length, as one of npm test', proof(atLength.file, atLength.title), 'in check:full alone'],
  ['a test of npm test, as one at length', full(here, preflight), 'in npm test'],
  ['a quick battery, as one at length', full('battery/src/tests/payouts.ts', 'payouts'), 'in npm test'],
  ['a battery that there is not', full('battery/src/tests/payouts.ts', 'nothing'), 'is there 0 times'],
  ['an edit of nothing', proof(here, preflight, edit('contract/src/codes.ts', 'nothing: 1', '')), 'has "nothing: 1" 0 times'],
  ['an edit of much', proof(here, preflight, edit('contract/src/codes.ts', ': ', '= ')), 'times'],
  [
    'an edit that is no program',
    proof(here, preflight, edit('contract/src/codes.ts', "successCode = '0000'", "successCode = '")),
    'no program',
  ],
  ['an edit of a test', proof(here, preflight, edit(here, preflight, '')), 'no part of the product'],
  ['a constant that there is not', proof(here, preflight, breakConstant('nothingMs', '1')), '0 times'],
  ['a text that there is not', proof(here, preflight, breakText('refusal.nothing')), '0 times'],
  ['a text of the web program that there is not', proof(here, preflight, breakWebText('home.nothing')), '0 times'],
])('%s is told', (_, part, words) => {
  expect(faultsOf(row('§1', 'a sample', part)).join()).toContain(words);
});

test('what can be planted and found has no fault', () => {
  const { title = '' } = titlesOf(toast).find((one) => one.title.includes('a toast')) ?? {};
  const sample = row(
    '§9',
    'a sample',
    proof(toast, title, breakConstant('toastMs', '9_000'), breakText('refusal.sessionInvalid')),
    atLength,
  );
  expect(faultsOf(sample)).toEqual([]);
  expect([stateOf(sample), broken(sample).length]).toEqual(['proven', 1]);
});

test('a title with holes finds what it says when it runs', () => {
  expect('bank (3 of 4) is told').toMatch(new RegExp(`^${patternOf('%s (3 of 4) is told')}$`));
  expect('pawnshop: a loan is signed').toMatch(new RegExp(`^${patternOf('$' + '{name}: a loan is signed')}$`));
});

test('no row stands twice', () => {
  const names = rows.map((one) => `${one.chapter} ${one.sentence}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

// `npm run spec` sets UPDATE and so writes the page anew.
test('docs/specification.md is what the rows say', () => {
  const at = path.join(root, 'docs/specification.md');
  if (process.env.UPDATE) fs.writeFileSync(at, page());
  expect(fs.readFileSync(at, 'utf8') === page(), 'npm run spec writes it anew').toBe(true);
});
