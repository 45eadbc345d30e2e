// The server's floors: a folder imports only from lower floors.
import { anyImport, specifiers, target } from './imports.ts';
import { file, isCode, isTest, type Rule, type Source } from './sources.ts';

/**
 * The folders of server/src, lowest floor first. `app.ts`, `main.ts`, `work.ts` and `worker.ts` are
 * above all floors; `testing` has no floor.
 */
const floors = [
  ['texts', 'data'],
  ['platform'],
  ['db'],
  ['adapters'],
  ['context'],
  ['http', 'gateway', 'commands'],
  ['settings', 'account', 'ledger'],
  ['notifications', 'coupon', 'credit-line'],
  ['credit'],
  ['payout-accounts'],
  ['payout'],
  ['loan'],
  ['repayment', 'collections', 'limit'],
  ['reconciliation', 'documents', 'cases', 'closing', 'reports'],
  ['privacy', 'rotation'],
  ['home'],
  ['staff', 'sandbox'],
  ['desk'],
  ['backup'],
];

const heightOf = new Map(
  floors.flatMap((folders, height) => folders.map((name) => [name, height] as const)),
);
const outside = new Set(['testing']);
const folderOf = (at: string) => (isCode(at) && /^server\/src\/([\w-]+)\//.exec(at)?.[1]) || '';

/** Finds the folders that a file imports although they are not on a lower floor than its own. */
function upwardImports({ path: from, text }: Source): { own: string; others: string[] } {
  const own = folderOf(from);
  if (!own || outside.has(own) || isTest(from)) return { own, others: [] };
  const others = new Set(specifiers(text).map((specifier) => folderOf(target(from, specifier))));
  const isUp = (folder: string) =>
    folder !== own && folder !== '' && !outside.has(folder) && !(height(folder) < height(own));
  return { own, others: [...others].filter(isUp) };
}

/**
 * Returns a folder's floor, or NaN if it has none. Comparisons with NaN are false, so such a folder
 * may neither import nor be imported.
 */
function height(folder: string): number {
  return heightOf.get(folder) ?? Number.NaN;
}

export const floorRules: Rule[] = [
  {
    name: 'a server folder has a floor and imports only from lower ones',
    find: (source) => {
      const { own, others } = upwardImports(source);
      return others.map((other) => `${own} may not import ${other}, which is on no lower floor`);
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
 * Returns the files in an import cycle, or between two cycles. Follows static, dynamic and type
 * imports; with `runtimeImport`, only the imports that are evaluated when a file is loaded.
 */
export function importCycles(sources: ReadonlyMap<string, Source>, pattern = anyImport): string[] {
  const remaining = new Map<string, string[]>();
  for (const { path: from, text } of sources.values())
    if (isCode(from))
      remaining.set(
        from,
        specifiers(text, pattern).map((specifier) => target(from, specifier)),
      );
  for (;;) {
    const imported = new Set([...remaining.values()].flat());
    const free = [...remaining].filter(
      ([at, others]) => !imported.has(at) || !others.some((other) => remaining.has(other)),
    );
    if (free.length === 0) return [...remaining.keys()].toSorted();
    for (const [at] of free) remaining.delete(at);
  }
}
