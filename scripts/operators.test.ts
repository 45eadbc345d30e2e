// Checks that the operators' pages name only commands, options and scripts that exist.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const handbook = 'docs/operators/commands.md';
const pages = fs
  .globSync(['docs/operators/**/*.md', 'docs/integrators/*.md'], { cwd: root })
  .filter((page) => page !== handbook)
  .sort();
/** The usage lines that `npm run handbook` prints. */
const usages = matchesIn(read(handbook), /^`([^`]+)` {2}$/gm);
const groups = new Set(usages.map((usage) => usage.split(' ')[0]));

test('the operators’ pages name only commands and options that exist', () => {
  const named = pages.flatMap((page) => commandsIn(read(page)).map((line) => ({ page, ...line })));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((line) => !isRight(line))).toEqual([]);
});

test('the operators’ pages name only npm scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = pages.flatMap((page) => matchesIn(read(page), /\bnpm run (?:--silent )?([\w:]+)/g));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test.each([
  ['`npm run ops -- switch off payouts --reason "…"`', true],
  ['    npm run ops -- switch off payouts --reason "…"', true],
  ['`npm run ops -- switch off payouts`', false],
  ['    npm run ops -- switch of payouts --reason "…"', false],
  ['    npm run ops -- payout list --reveal-all', false],
  ['`switch off`', true],
  ['`ops switch offf`', false],
  ['`ops quota`', true],
])('%s is right: %s', (text, expected) => {
  expect(commandsIn(text).map(isRight)).toEqual([expected]);
});

type Line = { text: string; isToBeTyped: boolean };

/**
 * Returns the commands of a page: lines to type, and names in the text such as `payout list` or
 * `ops payout list`.
 */
function commandsIn(page: string): Line[] {
  const typed = matchesIn(page, /(?:npm run|sandali) ops (?:-- )?(?!--[ `]|[<.])([^`\n]+)/g);
  const inText = matchesIn(page, /(?<!log says )`(ops [a-z]+[^`\n]*|[a-z]+ [a-z-]+[^`\n]*)`/g)
    .map((text) => text.replace(/^ops /, ''))
    .filter((text) => groups.has(text.split(' ')[0]));
  return [
    ...typed.map((text) => ({ text, isToBeTyped: true })),
    ...inText.map((text) => ({ text, isToBeTyped: false })),
  ];
}

function isRight({ text, isToBeTyped }: Line): boolean {
  const words = text.split(/\s+/);
  const name = words.slice(0, 2).join(' ');
  if (words.length === 1) return groups.has(name) || name === 'help';
  const usage = usages.find((known) => `${known} `.startsWith(`${name} `));
  const allowed: string[] = usage?.match(/--[\w-]+/g) ?? [];
  const options = words.filter((word) => word.startsWith('--'));
  const needsReason = usage?.includes(' --reason "…"') && !options.includes('--reason');
  return Boolean(
    usage && !(isToBeTyped && needsReason) && options.every((option) => allowed.includes(option)),
  );
}

function matchesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match = '']) => match.trim());
}
