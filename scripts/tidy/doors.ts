// Keeps each slice's entry point small, because other slices may rely on everything that it
// exports.
import { type Find, file, type Rule, withoutComments } from './sources.ts';

const exportLimit = 40;

const reExport = /^export\s+(?:type\s+)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s+from\s+'([^']+)'/gm;
const ownExport = /^export\s+(?:async\s+)?(?:function\*?|const|let|class|type|interface)\s+\w+/gm;
const isStore = (specifier: string) => /(^|[./])store\.ts$/.test(specifier);

/** Whether this file is the entry point of a slice. */
function isEntryPoint(at: string): boolean {
  const [, folder, name] = /^server\/src\/([\w-]+)\/([\w-]+)\.ts$/.exec(at) ?? [];
  return folder !== undefined && folder === name;
}

/** Returns the exported names in braces; a star counts as one name. */
function namesIn(clause: string): string[] {
  if (clause.startsWith('*')) return [clause];
  return clause
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function reExports(text: string): { names: string[]; specifier: string }[] {
  return [...withoutComments(text).matchAll(reExport)].map(([, clause = '', specifier = '']) => ({
    names: namesIn(clause),
    specifier,
  }));
}

const fewExports: Find = ({ path: at, text }) => {
  if (!isEntryPoint(at)) return [];
  const names = reExports(text).flatMap((clause) => clause.names);
  const count = names.length + (withoutComments(text).match(ownExport) ?? []).length;
  return count > exportLimit ? [`${count} exports`] : [];
};

const noStore: Find = ({ path: at, text }) =>
  isEntryPoint(at)
    ? reExports(text)
        .filter(({ specifier }) => isStore(specifier))
        .flatMap(({ names }) => names)
    : [];

const many = (count: number) =>
  Array.from({ length: count }, (_, nth) => `export { verb${nth} } from './verb${nth}.ts';`).join(
    '\n',
  );

export const doorRules: Rule[] = [
  {
    name: `an entry point has at most ${exportLimit} exports`,
    find: fewExports,
    bad: [
      file('server/src/home/home.ts', many(exportLimit + 1)),
      file('server/src/home/home.ts', `${many(exportLimit)}\nexport const home = 1;`),
      file(
        'server/src/home/home.ts',
        `export {\n  type A,\n${'  b,\n'.repeat(exportLimit)}} from './b.ts';`,
      ),
    ],
    good: [
      file('server/src/home/home.ts', many(exportLimit)),
      file('server/src/home/rows.ts', many(exportLimit + 1)),
    ],
  },
  {
    name: 'an entry point exports no store',
    find: noStore,
    bad: [
      file('server/src/home/home.ts', `export { rowOf } from './store.ts';`),
      file('server/src/home/home.ts', `export { type Row, rowOf } from './row.store.ts';`),
      file('server/src/home/home.ts', `export * as rows from './rows/store.ts';`),
    ],
    good: [
      file('server/src/home/home.ts', `export { restore } from './restore.ts';`),
      file('server/src/home/home.ts', `import { rowOf } from './store.ts';`),
    ],
  },
];
