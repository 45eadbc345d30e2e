// The floors of the server: a folder imports from lower ones only. What runs back up is refused.
import { specifiers, staticImport, target } from './imports.ts';
import { file, isCode, isTest, type Rule, type Source } from './sources.ts';

/**
 * The folders of server/src from the lowest floor up; `app.ts`, `main.ts`, `work.ts` and
 * `worker.ts` are above all, `testing` is outside.
 */
const floors = [
  ['texts', 'data'],
  ['platform'],
  ['db'],
  ['adapters'],
  ['context'],
  ['http', 'ledger', 'gateway', 'commands'],
  ['settings', 'account'],
  ['notifications', 'coupon'],
  ['credit'],
  ['payout-accounts'],
  ['payout'],
  ['loan'],
  ['repayment', 'collections', 'limit'],
  ['reconciliation', 'documents', 'cases', 'closing'],
  ['privacy'],
  ['home'],
  ['staff', 'sandbox'],
];

const heightOf = new Map(
  floors.flatMap((folders, height) => folders.map((name) => [name, height] as const)),
);
const outside = new Set(['testing']);
const folderOf = (at: string) => (isCode(at) && /^server\/src\/([\w-]+)\//.exec(at)?.[1]) || '';

/** The folders that a file imports from and that are not on a lower floor than its own. */
function runsUp({ path: from, text }: Source): { own: string; others: string[] } {
  const own = folderOf(from);
  if (!own || outside.has(own) || isTest(from)) return { own, others: [] };
  const others = new Set(specifiers(text).map((specifier) => folderOf(target(from, specifier))));
  const isUp = (other: string) =>
    other !== own && other !== '' && !outside.has(other) && !(height(other) < height(own));
  return { own, others: [...others].filter(isUp) };
}

/**
 * A folder that has no floor yet is above all others as what is imported, and below them as what
 * imports.
 */
function height(folder: string): number {
  return heightOf.get(folder) ?? Number.NaN;
}

export const floorRules: Rule[] = [
  {
    name: 'a folder of the server stands on a floor and imports from lower ones',
    find: (source) => {
      const { own, others } = runsUp(source);
      return others.map((other) => `${own} may not import ${other}: it stands no lower`);
    },
    bad: [
      file('server/src/ledger/a.ts', `import { loan } from '#/loan/loan.ts';`),
      file('server/src/db/a.ts', `import type { Ctx } from '#/context/ctx.ts';`),
      file('server/src/unheard/a.ts', `import { db } from '#/db/a.ts';`),
    ],
    good: [
      file('server/src/loan/a.ts', `import { db } from '#/db/a.ts';\nimport { b } from './b.ts';`),
    ],
  },
];

/**
 * The files in a circle of imports, or between two circles. Dynamic imports do not count; with
 * `runtimeImport` types do not, which are gone when the program runs.
 */
export function circular(sources: ReadonlyMap<string, Source>, pattern = staticImport): string[] {
  const left = new Map<string, string[]>();
  for (const { path: from, text } of sources.values())
    if (isCode(from))
      left.set(
        from,
        specifiers(text, pattern).map((specifier) => target(from, specifier)),
      );
  for (;;) {
    const imported = new Set([...left.values()].flat());
    const free = [...left].filter(
      ([at, others]) => !imported.has(at) || !others.some((other) => left.has(other)),
    );
    if (free.length === 0) return [...left.keys()].toSorted();
    for (const [at] of free) left.delete(at);
  }
}
