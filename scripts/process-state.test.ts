// Checks that the operators' table names all state that a server process keeps in memory.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const source = path.join(root, 'server/src');

/** Values derived from code, shipped data or the key, which are equal in every process. */
const computed = [
  'account/login/session.ts sessionSnapshots',
  'credit/review/rules.ts shipped',
  'db/snapshot.ts kindOf',
  'db/snapshot.ts singles',
  'db/snapshot.ts snapshots',
  'loan/facts.ts computed',
  'texts/written-day.ts formats',
];
/** All other values, each with its row of the table. */
const rows: Readonly<Record<string, string>> = {
  'context/idempotency.ts underWay': 'copies of a write under way',
  'http/bodies.ts decodingGate': 'pictures and passwords under way',
  'http/bodies.ts networkGate': 'pictures and passwords under way',
  'http/bodies.ts personGate': 'pictures and passwords under way',
  'http/bodies.ts strangerGate': 'pictures and passwords under way',
  'http/bodies.ts totalGate': 'pictures and passwords under way',
  'loan/apply/offer.ts caches': 'prices of the day',
  'platform/pdf/paper.ts running': 'the printer of papers',
  'platform/trace.ts recorder': 'spans of traces',
  'platform/watermark.ts inTurn': 'pictures and passwords under way',
  'staff/watch.ts turns': "progress of the trail's watch",
};

test('the table of scale.md names the state of every module', () => {
  const names = fs
    .globSync('**/*.ts', { cwd: source })
    // main.ts has only the progress of its own start and stop.
    .filter((file) => !/(^main|testing|\.test)\.ts$/.test(file))
    .flatMap((file) => statesIn(fs.readFileSync(path.join(source, file), 'utf8'), file));
  expect(names.sort()).toEqual([...computed, ...Object.keys(rows)].sort());
  const table = fs
    .readFileSync(path.join(root, 'docs/operators/scale.md'), 'utf8')
    .split('## What each process keeps in memory')[1]
    ?.split('\n#')[0];
  const cells = [...(table ?? '').matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell);
  expect(Object.values(rows).filter((row) => !cells.includes(row))).toEqual([]);
});

test('state is a variable, an empty collection or a gate of a module', () => {
  const text = `let count = 0;
export const byId = new Map<string, { id: string }>();
const caches = new WeakMap<
  object,
  Map<string, string>
>();
const gate = createGate(2, 20);
const fixed = new Map([[1, 2]]);
function inside() {
  const local = new Set();
}`;
  expect(statesIn(text, 'a.ts')).toEqual(['a.ts count', 'a.ts byId', 'a.ts caches', 'a.ts gate']);
});

/** Returns the file and name of each module-level value that can change. */
function statesIn(text: string, file: string): string[] {
  const state =
    /^(?:export )?(?:let (\w+)|const (\w+)[^=\n]*= (?:new (?:Map|Set|WeakMap|WeakSet)(?:<[\s\S]{0,120}?>)?\(\)|create(?:Fair)?Gates?\())/gm;
  return [...text.matchAll(state)].map(([, first, second]) => `${file} ${first ?? second}`);
}
