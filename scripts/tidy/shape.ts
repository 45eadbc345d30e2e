// Limits the length of functions, bans vague file names, and bans barrels.
import { type Find, file, isCode, type Rule } from './sources.ts';

const functionLimit = 115;
/** Generated files and data tables, which may have long functions. */
const free = /(^|\/)tables\.ts$|^server\/src\/data\/|^contract\/src\/spec|\.d\.ts$/;
const named =
  /(^|\/)(utils?|helpers?|common|service|manager|impl)(\.[\w.]+)?(\/|$)|\w[-.](utils?|helpers?|service|manager|impl)\.\w+$/i;

const starts =
  /^(\s*)(export )?(default )?(async )?(function\b|(static |override |get |set )*[#\w]+(<.*>)?\(.*\{$|(export )?(const|let) .*=>.*\{$|[\w.#]+[:=] .*=> \{$)/;
const others = /^\s*(if|for|while|switch|catch|return|else|do|try|describe)\b/;

/** Biome formats the code, so a function ends at the first brace in the column where it began. */
const longFunctions: Find = ({ path, text }) => {
  if (!isCode(path) || free.test(path)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, from) => {
    const indent = starts.exec(line)?.[1];
    if (indent === undefined || others.test(line) || /[;}]$/.test(line)) return [];
    const to = lines.findIndex(
      (candidate, at) =>
        at > from && candidate.startsWith(`${indent}}`) && !candidate.endsWith('{'),
    );
    const count = to - from + 1;
    return to > 0 && count >= functionLimit
      ? [`${from + 1}: ${count} lines: ${line.trim().slice(0, 80)}`]
      : [];
  });
};

const body = (count: number) => Array.from({ length: count }, (_, n) => `  step(${n});`).join('\n');

export const shapeRules: Rule[] = [
  {
    name: `functions stay under ${functionLimit} lines`,
    find: longFunctions,
    bad: [
      file('server/src/a.ts', `export async function a() {\n${body(115)}\n}`),
      file('server/src/a.ts', `export function a({\n  one,\n}: Two): void {\n${body(115)}\n}`),
      file('web/src/a.tsx', `const a = (b: number) => {\n${body(115)}\n};`),
      file(
        'web/src/a.tsx',
        `class A {\n  async #b(c: number): Promise<void> {\n${body(115)}\n  }\n}`,
      ),
    ],
    good: [
      file(
        'server/src/a.ts',
        `export function a() {\n${body(100)}\n}\nexport function b() {\n${body(100)}\n}`,
      ),
      file('server/src/a.ts', `const a = {\n${body(100)}\n};`),
      file('server/src/a.ts', `type A = { b(): void };\nconst all = [\n${body(100)}\n];`),
    ],
  },
  {
    name: 'a file name says what the file contains',
    find: ({ path }) =>
      isCode(path) && named.test(path) ? ['says nothing about what is inside'] : [],
    bad: [
      'web/src/utils.ts',
      'server/src/helpers/a.ts',
      'server/src/loan/loan.service.ts',
      'server/src/common.ts',
      'web/src/dateUtils.ts'.replace('dateUtils', 'date-utils'),
    ].map((at) => file(at, '')),
    good: [file('server/src/loan/apply.ts', ''), file('server/src/ledger/balance.ts', '')],
  },
  {
    name: 'only the entry point of a slice re-exports, by name',
    find: ({ path, text }) => {
      const isDoor = /^server\/src\/([\w-]+)\/\1\.ts$/.test(path);
      const barrel = text.match(
        isDoor ? /^export \* .*/m : /^export (\*|\{[^}]*\}) from ['"][.#].*/m,
      );
      return isCode(path) && barrel ? [barrel[0]] : [];
    },
    bad: [
      file('server/src/loan/all.ts', `export * from './apply.ts';`),
      file('server/src/loan/loan.ts', `export * from './apply.ts';`),
      file('server/src/loan/loan.ts', `export * as loans from './apply.ts';`),
      file('web/src/ui/a.ts', `export { Button } from './Button.tsx';`),
    ],
    good: [
      file('server/src/loan/all.ts', `import { a } from './a.ts';\nexport const all = [a];`),
      file('server/src/loan/loan.ts', `export { apply } from './apply.ts';`),
    ],
  },
];
