// The specification, row by row: one row for each route, call, header, field, state, message, constant, rule and transition, with what shows
// it. A row names something that exists, or the open issue that brings it; anything else is red.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { allCalls } from './all.ts';
import { codes } from './codes.ts';
import { attacks } from './spec/attacks.ts';
import { calls } from './spec/calls.ts';
import { constants } from './spec/constants.ts';
import { fields } from './spec/fields.ts';
import { headers } from './spec/headers.ts';
import { messages } from './spec/messages.ts';
import { routes } from './spec/routes.ts';
import type { Row, Shown } from './spec/row.ts';
import { rules } from './spec/rules.ts';
import { hasField } from './spec/schema.ts';
import { screens } from './spec/screens.ts';
import { states } from './spec/states.ts';
import { transitions } from './spec/transitions.ts';

const lists = { routes, calls, headers, fields, states, messages, constants, rules, screens, transitions, attacks };
const rows: readonly Row[] = Object.values(lists).flat();
const openIssues = [2, 3, 4, 5, 6, 7];

const root = path.join(import.meta.dirname, '../..');
const files = fs.readdirSync(import.meta.dirname).filter((file) => /^[a-z]+\.ts$/.test(file));
const contract = new Map(
  await Promise.all(files.map(async (file) => [file, (await import(`./${file}`)) as Record<string, unknown>] as const)),
);

function read(file: string): string {
  const full = path.join(root, file);
  return fs.existsSync(full) ? fs.readFileSync(full, 'utf8') : '';
}

function catalogue(files: readonly string[]): Map<string, string> {
  const entries = files.flatMap((file) => [...read(file).matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)]);
  return new Map(entries.map(([, id = '', says = '']) => [id, says.replace(/\\(.)/g, '$1')]));
}

const webFolder = 'web/src/i18n/en';
const webFiles = fs.existsSync(path.join(root, webFolder))
  ? fs.readdirSync(path.join(root, webFolder)).map((file) => `${webFolder}/${file}`)
  : [];
const texts = { text: catalogue(['server/src/texts/en.po']), webText: catalogue(webFiles) };

/** Why the thing is not there, or null. */
function missing(thing: Shown): string | null {
  const not = (found: boolean, sentence: string) => (found ? null : sentence);
  switch (thing.kind) {
    case 'route':
      return not(quoted(read('web/src/paths.ts'), thing.key), `web/src/paths.ts has no route ${thing.key}`);
    case 'call':
      return not(callOf(thing.key) !== undefined, `all.ts has no call ${thing.key}`);
    case 'field': {
      const schema = callOf(thing.call)?.[thing.side];
      return not(schema !== undefined && hasField(schema, thing.key), `${thing.call} has no ${thing.side} field ${thing.key}`);
    }
    case 'member':
      return not(members(thing.file, thing.list).includes(thing.key), `${thing.file} has no ${thing.key} in ${thing.list}`);
    case 'refusal': {
      const code: string | undefined = Object.entries(codes).find(([name]) => name === thing.key)?.[1];
      return not(code !== undefined && (thing.code ?? code) === code, `codes.ts has no refusal ${thing.key} ${thing.code ?? ''}`);
    }
    case 'text':
    case 'webText': {
      const says = texts[thing.kind].get(thing.key);
      if (says === undefined) return `there is no ${thing.kind} ${thing.key}`;
      return not(says.startsWith(thing.says ?? ''), `${thing.key} says "${says}"`);
    }
    case 'constant':
      return not(
        JSON.stringify(exported(thing.key)) === JSON.stringify(thing.value),
        `${thing.key} is ${JSON.stringify(exported(thing.key))}`,
      );
    case 'source':
      return not(read(thing.file).includes(thing.key), `${thing.file} has no ${thing.key}`);
    case 'test':
      return not(quoted(read(thing.file), thing.key), `${thing.file} has no test "${thing.key}"`);
  }
}

function callOf(callPath: string) {
  return allCalls.find((one) => one.path === callPath);
}

function exported(name: string): unknown {
  return contract.get('constants.ts')?.[name] ?? contract.get('locale.ts')?.[name];
}

function members(file: string, list: string): readonly unknown[] {
  const found = contract.get(file)?.[list];
  return Array.isArray(found) ? found : [];
}

function quoted(content: string, words: string): boolean {
  return ["'", '"', '`'].some((mark) => content.includes(`${mark}${words}${mark}`));
}

describe.each(Object.entries(lists))('spec %s', (_, list) => {
  test.each(list.map((row) => [row.spec, row.item, row] as const))('%s %s', (_spec, _item, row) => {
    expect(row.shownBy.map(missing).filter((fault) => fault !== null)).toEqual([]);
    if (row.issue === undefined)
      expect(row.shownBy, 'a row without a thing that shows it carries the number of the open issue').not.toEqual([]);
    else expect(openIssues).toContain(row.issue);
  });
});

test.each<Shown>([
  { kind: 'route', key: '/nowhere' },
  { kind: 'call', key: '/no/call' },
  { kind: 'field', call: '/bill/detail', side: 'data', key: 'bill.nothing' },
  { kind: 'field', call: '/bankcard/list', side: 'data', key: 'cards.cardNo' },
  { kind: 'member', file: 'credit.ts', list: 'relationships', key: 'enemy' },
  { kind: 'refusal', key: 'nothing' },
  { kind: 'refusal', key: 'sessionInvalid', code: '1004' },
  { kind: 'text', key: 'refusal.nothing' },
  { kind: 'webText', key: 'net.nothing' },
  { kind: 'webText', key: 'net.abnormal', says: 'Something else' },
  { kind: 'constant', key: 'toastMs', value: 4_000 },
  { kind: 'source', file: 'web/src/kit/ask.ts', key: 'X-Nothing' },
  { kind: 'test', file: 'contract/src/phone.test.ts', key: 'no such test' },
])('what does not exist is told: $kind $key', (thing) => {
  expect(missing(thing)).not.toBeNull();
});

test('a route whose screen is still coming carries the issue that brings it, and no other does', () => {
  const named = new Map(
    [...read('web/src/paths.ts').matchAll(/(\w+): '(\/[^']*)'/g)].map(([, name = '', address = '']) => [name, address]),
  );
  const coming = [...read('web/src/routes.tsx').matchAll(/path: paths\.(\w+),[^}]*?\.\.\.(coming\((\d)\)|(?:built|inner)\()/g)].map(
    ([, name = '', , issue]) => [named.get(name), issue === undefined ? undefined : Number(issue)] as const,
  );
  expect(coming.length).toBeGreaterThan(20);
  for (const [address, issue] of coming) {
    const row = routes.find((one) => one.shownBy.some((thing) => thing.kind === 'route' && thing.key === address));
    if (issue !== 2) expect(row?.issue, address).toBe(issue);
  }
});

test('no row stands twice', () => {
  const names = rows.map((row) => `${row.spec} ${row.item}`);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('a row of a call that is there waits for nothing', () => {
  const waiting = calls.filter((row) => row.issue !== undefined).map((row) => row.item);
  expect(waiting.filter((item) => callOf(item) !== undefined)).toEqual([]);
});

test('every chapter of the specification is read', () => {
  const counts = Object.groupBy(rows, (row) => row.spec);
  expect(Object.keys(counts).toSorted()).toEqual(['A', '§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9']);
  expect(rows.length).toBeGreaterThan(300);
});
