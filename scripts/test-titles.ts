// The tests of a file, read from its source: nothing runs, so a renamed test is found at once.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseAst } from 'vitest/node';
import { allTests } from '../battery/src/all.ts';
import { quickBatteries } from '../battery/src/quick.ts';

const root = path.join(import.meta.dirname, '..');

/**
 * `isSkipped` includes tests that run on some machines only; `npm test` leaves out those at length.
 */
export type Title = { title: string; isSkipped: boolean; isAtLength: boolean };

type Node = { type: string; [key: string]: unknown };

const known = new Map<string, { titles: readonly Title[]; source: string }>();

/**
 * The tests of a file, none if the file is missing. A battery's test is named as on the command
 * line.
 */
export function titlesOf(file: string): readonly Title[] {
  return read(file).titles;
}

/** The test that reports itself under this name: by its title, or as one case of a table. */
export function findTest(file: string, name: string): Title | undefined {
  const { titles, source } = read(file);
  return (
    titles.find(({ title }) => title === name) ??
    titles.find(({ title }) => isCase(title, name, source))
  );
}

/**
 * Whether a title with placeholders becomes `name` with values that stand in quotation marks in the
 * source.
 */
function isCase(title: string, name: string, source: string): boolean {
  const parts = title.split(/\$\{[^}]*\}|%[sdifjoO#$]|\$[\w.]+/);
  const pattern = parts.map((words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.*)');
  const values = new RegExp(`^${pattern}$`).exec(name)?.slice(1) ?? [];
  return (
    values.length > 0 &&
    values.every((value) => ["'", '"', '`'].some((mark) => source.includes(mark + value + mark)))
  );
}

function read(file: string): { titles: readonly Title[]; source: string } {
  const before = known.get(file);
  if (before) return before;
  const at = path.join(root, file);
  const titles: Title[] = [];
  const source = fs.existsSync(at) ? fs.readFileSync(at, 'utf8') : '';
  if (source && file.startsWith('battery/src/tests/')) titles.push(...batteries());
  else if (source) {
    const isFull = /\.full\.(test|spec)\.ts$/.test(file);
    collect(
      parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }),
      source,
      { isSkipped: false, isAtLength: isFull },
      titles,
    );
  }
  const result = { titles, source };
  known.set(file, result);
  return result;
}

function batteries(): Title[] {
  const isQuick = (name: string) =>
    quickBatteries.flat().some((quick) => name === quick || name.startsWith(`${quick}-`));
  return allTests.map(({ name }) => ({
    title: name,
    isSkipped: false,
    isAtLength: !isQuick(name),
  }));
}

type Around = { isSkipped: boolean; isAtLength: boolean };

function collect(part: unknown, source: string, around: Around, into: Title[]): void {
  if (Array.isArray(part)) {
    for (const one of part) collect(one, source, around, into);
    return;
  }
  if (typeof part !== 'object' || part === null) return;
  const node = part as Node;
  let inside = around;
  const called = node.type === 'CallExpression' ? runnerOf(node.callee as Node) : null;
  if (called) {
    const [first, second] = node.arguments as Node[];
    inside = {
      isSkipped:
        around.isSkipped ||
        called.words.some((word) => ['skip', 'todo', 'fixme', 'skipIf', 'runIf'].includes(word)),
      isAtLength:
        around.isAtLength || (second?.type === 'Identifier' && second.name === 'atLength'),
    };
    const title = first && titleOf(first, source);
    if (called.name !== 'describe' && title !== null && title !== undefined)
      into.push({ title, ...inside });
  }
  for (const [key, value] of Object.entries(node))
    if (key !== 'type') collect(value, source, inside, into);
}

/**
 * `test`, `it` or `describe` at the root of what is called, and the words between: test.each(…)(…),
 * test.skipIf(…)(…).
 */
function runnerOf(callee: Node): { name: string; words: string[] } | null {
  const words: string[] = [];
  for (let node = callee; ; ) {
    if (node.type === 'Identifier') {
      const name = String(node.name);
      return ['test', 'it', 'describe'].includes(name) ? { name, words } : null;
    }
    if (node.type === 'MemberExpression') {
      words.push(String((node.property as Node).name));
      node = node.object as Node;
    } else if (node.type === 'CallExpression') node = node.callee as Node;
    else return null;
  }
}

/** The words of a literal; of a template, with its holes as they are written. */
function titleOf(node: Node, source: string): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  const { start, end } = node as unknown as { start: number; end: number };
  return source.slice(start + 1, end - 1);
}
