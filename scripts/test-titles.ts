// Reads the test titles of a file from its source, without running it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseAst } from 'vitest/node';
import { allTests } from '../battery/src/all.ts';

const root = path.join(import.meta.dirname, '..');

/**
 * `isSkipped` also marks tests that only some machines run. `isAtLength` marks tests that
 * `npm test` omits.
 */
export type Title = { title: string; isSkipped: boolean; isAtLength: boolean };

type Node = { type: string; [key: string]: unknown };

const known = new Map<string, { titles: readonly Title[]; source: string }>();

/**
 * Returns a file's tests, or an empty list if the file is missing. A battery's title is its
 * command-line name.
 */
export function titlesOf(file: string): readonly Title[] {
  return read(file).titles;
}

/** Finds a test by its title, or by the title of a single case of a parametrised test. */
export function findTest(file: string, name: string): Title | undefined {
  const { titles, source } = read(file);
  return (
    titles.find(({ title }) => title === name) ??
    titles.find(({ title }) => isCase(title, name, source))
  );
}

/** Whether `name` is the title with its placeholders replaced by values quoted in the source. */
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
  return allTests.map(({ name }) => ({ title: name, isSkipped: false, isAtLength: true }));
}

type Context = { isSkipped: boolean; isAtLength: boolean };

function collect(part: unknown, source: string, context: Context, into: Title[]): void {
  if (Array.isArray(part)) {
    for (const child of part) collect(child, source, context, into);
    return;
  }
  if (typeof part !== 'object' || part === null) return;
  const node = part as Node;
  let inside = context;
  const called = node.type === 'CallExpression' ? runnerOf(node.callee as Node) : null;
  if (called) {
    const [first, second] = node.arguments as Node[];
    inside = {
      isSkipped:
        context.isSkipped ||
        called.words.some((word) => ['skip', 'todo', 'fixme', 'skipIf', 'runIf'].includes(word)),
      isAtLength:
        context.isAtLength ||
        called.name === 'slow' ||
        (second?.type === 'Identifier' && second.name === 'atLength'),
    };
    const title = first && titleOf(first, source);
    if (called.name !== 'describe' && title !== null && title !== undefined)
      into.push({ title, ...inside });
  }
  for (const [key, value] of Object.entries(node))
    if (key !== 'type') collect(value, source, inside, into);
}

/** Returns the runner (`test`, `slow`, `describe`) and its modifiers, as in test.skipIf(…)(…). */
function runnerOf(callee: Node): { name: string; words: string[] } | null {
  const words: string[] = [];
  for (let node = callee; ; ) {
    if (node.type === 'Identifier') {
      const name = String(node.name);
      return ['test', 'slow', 'describe'].includes(name) ? { name, words } : null;
    }
    if (node.type === 'MemberExpression') {
      words.push(String((node.property as Node).name));
      node = node.object as Node;
    } else if (node.type === 'CallExpression') node = node.callee as Node;
    else return null;
  }
}

/** Returns the text of a literal, or of a template with its placeholders. */
function titleOf(node: Node, source: string): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  const { start, end } = node as unknown as { start: number; end: number };
  return source.slice(start + 1, end - 1);
}
