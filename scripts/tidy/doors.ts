// Keeps each slice's entry point small: what it exports is what the slice promises to others.
import { type Find, file, type Rule, withoutComments } from './sources.ts';

const exportLimit = 40;
/** Entry points with more exports, at their present number. A number may only fall. */
const moreExports: Record<string, number> = { loan: 44 };
/** How many store functions and types an entry point still exports. A number may only fall. */
const storeExports: Record<string, number> = {
  cases: 1,
  closing: 1,
  loan: 4,
  repayment: 3,
};

const reExport = /^export\s+(?:type\s+)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s+from\s+'([^']+)'/gm;
const ownExport = /^export\s+(?:async\s+)?(?:function\*?|const|let|class|type|interface)\s+\w+/gm;
const isStore = (specifier: string) => /(^|[./])store\.ts$/.test(specifier);

/** Returns the slice whose entry point this file is, or an empty string. */
function doorOf(at: string): string {
  const [, folder = '', name] = /^server\/src\/([\w-]+)\/([\w-]+)\.ts$/.exec(at) ?? [];
  return folder === name ? folder : '';
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

/** Compares a count with its limit. A limit for one slice falls with its count. */
function compareToLimit(
  count: number,
  limit: number,
  isException: boolean,
  what: string,
): string[] {
  if (count > limit) return [`${count} ${what}, at most ${limit}`];
  return isException && count < limit ? [`only ${count} ${what} left: lower its number`] : [];
}

const fewExports: Find = ({ path: at, text }) => {
  const slice = doorOf(at);
  if (!slice) return [];
  const names = reExports(text).flatMap((clause) => clause.names);
  const own = withoutComments(text).match(ownExport) ?? [];
  const exception = moreExports[slice];
  return compareToLimit(
    names.length + own.length,
    exception ?? exportLimit,
    exception !== undefined,
    'exports',
  ).concat(
    exception !== undefined && exception <= exportLimit ? ['no longer needs its number'] : [],
  );
};

const noStore: Find = ({ path: at, text }) => {
  const slice = doorOf(at);
  if (!slice) return [];
  const count = reExports(text)
    .filter(({ specifier }) => isStore(specifier))
    .flatMap(({ names }) => names).length;
  const exception = storeExports[slice];
  return compareToLimit(count, exception ?? 0, exception !== undefined, 'exports of a store');
};

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
      file('server/src/loan/loan.ts', many(exportLimit)),
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
      file('server/src/loan/loan.ts', many(3)),
    ],
    good: [
      file('server/src/home/home.ts', `export { restore } from './restore.ts';`),
      file('server/src/home/home.ts', `import { rowOf } from './store.ts';`),
    ],
  },
];
