// The tests of a file, read from its source: nothing is run, so a row's title is checked at once.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseAst } from 'vitest/node';
import { root } from './breaks.ts';

/** A test as in the source. `isSkipped` is also true where it runs on some machines only; `isAtLength` where `npm test` leaves it out. */
export type Title = { title: string; isSkipped: boolean; isAtLength: boolean };

type Node = { type: string; [key: string]: unknown };

const known = new Map<string, readonly Title[]>();

/** The tests of a file of unit or browser tests; none where there is no such file. */
export function titlesOf(file: string): readonly Title[] {
  const before = known.get(file);
  if (before) return before;
  const at = path.join(root, file);
  const titles: Title[] = [];
  if (fs.existsSync(at)) {
    const source = fs.readFileSync(at, 'utf8');
    const isFull = file.endsWith('.full.test.ts');
    collect(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), source, { isSkipped: false, isAtLength: isFull }, titles);
  }
  known.set(file, titles);
  return titles;
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
      isSkipped: around.isSkipped || called.words.some((word) => ['skip', 'todo', 'fixme', 'skipIf', 'runIf'].includes(word)),
      isAtLength: around.isAtLength || (second?.type === 'Identifier' && second.name === 'atLength'),
    };
    const title = first && titleOf(first, source);
    if (called.name !== 'describe' && title !== null && title !== undefined) into.push({ title, ...inside });
  }
  for (const [key, value] of Object.entries(node)) if (key !== 'type') collect(value, source, inside, into);
}

/** `test`, `it` or `describe` at the root of what is called, and the words between: test.each(…)(…), test.skipIf(…)(…). */
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

/** What a title of the source says when it runs: holes (%s, $name, a template's) hold anything. */
export function patternOf(title: string): string {
  return title
    .split(/\$\{[^}]*\}|%[sdifjoO#$]|\$[\w.]+/)
    .map((words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}
