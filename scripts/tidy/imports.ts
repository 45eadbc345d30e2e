// Rules for which files may import which (ARCHITECTURE.md).
import {
  type Find,
  file,
  isCode,
  isTest,
  type Rule,
  type Source,
  withoutComments,
} from './sources.ts';

/** The slices that each slice may import; `privacy` and `home` may import all of them. */
export const slices: Record<string, string[]> = {
  account: [],
  ledger: [],
  settings: [],
  coupon: [],
  payout: [],
  reconciliation: [],
  'credit-line': [],
  notifications: ['account'],
  credit: ['account', 'coupon', 'credit-line'],
  'payout-accounts': ['account', 'credit'],
  loan: ['account', 'credit', 'credit-line', 'ledger', 'payout-accounts', 'payout', 'coupon'],
  limit: ['account', 'credit', 'credit-line', 'loan'],
  collections: ['account', 'loan'],
  repayment: ['account', 'ledger', 'loan', 'payout-accounts', 'payout'],
  documents: ['account', 'loan'],
  cases: ['account', 'credit', 'loan'],
  closing: ['account', 'ledger', 'loan', 'notifications'],
  reports: ['ledger'],
};
slices.privacy = Object.keys(slices);
slices.home = Object.keys(slices);

/** Matches an import of any kind: static, dynamic or type-only. */
export const anyImport = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g;
/** Matches a static import of values, whose module is evaluated before the importing file. */
export const runtimeImport =
  /^(?:import|export)\s(?!type\b)(?:[^;'"()=]*?\bfrom\s*)?['"]([^'"\n]+)['"]/gm;

/** Returns the specifiers that a file imports, with type imports unless `pattern` excludes them. */
export function specifiers(text: string, pattern = anyImport): string[] {
  return [...withoutComments(text).matchAll(pattern)].map((match) => match[1] ?? '');
}

/** Removes type imports: types are erased, so rules may import any of them. */
const withoutTypes = (text: string) => text.replace(/^import type [^;]*;$/gm, '');

/** Resolves a specifier to a path from the root, or to a package name. */
export function target(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return new URL(specifier, `file:///${from}`).pathname.slice(1);
  if (specifier.startsWith('#/')) return `${from.split('/')[0]}/src/${specifier.slice(2)}`;
  return specifier.replace(/^@sandali\/(\w+)\//, '$1/src/');
}

/** Returns the slices that each slice imports, outside its tests. */
export function importsOfSlices(sources: ReadonlyMap<string, Source>): Record<string, string[]> {
  const imported: Record<string, Set<string>> = {};
  for (const { path: from, text } of sources.values()) {
    const own = sliceOf(from);
    if (!(own in slices) || !isCode(from) || isTest(from)) continue;
    imported[own] ??= new Set();
    for (const specifier of specifiers(text)) {
      const targetSlice = sliceOf(target(from, specifier));
      if (targetSlice in slices && targetSlice !== own) imported[own].add(targetSlice);
    }
  }
  return Object.fromEntries(
    Object.entries(imported).map(([own, others]) => [own, [...others].toSorted()]),
  );
}

/**
 * Creates a rule for imports. `refuse` returns why an import is not allowed, or an empty string.
 */
function imports(refuse: (from: string, to: string, specifier: string) => string): Find {
  return ({ path: from, text }) => {
    if (!isCode(from)) return [];
    return specifiers(text).flatMap((specifier) => {
      const reason = refuse(from, target(from, specifier), specifier);
      return reason ? [`${specifier}: ${reason}`] : [];
    });
  };
}

const sliceOf = (at: string) => /^server\/src\/([\w-]+)\//.exec(at)?.[1] ?? '';

function betweenSlices(from: string, to: string): string {
  const own = sliceOf(from);
  const other = sliceOf(to);
  if (!from.startsWith('server/') || !(other in slices) || own === other || isTest(from)) return '';
  if (['platform', 'context', 'commands'].includes(own)) return `${own} imports no slice`;
  const allowed = slices[own];
  if (allowed && !allowed.includes(other)) return `${own} may not import ${other}`;
  const name = to.split('/').slice(3).join('/');
  const isEntryPoint = name === `${other}.ts`;
  // Only files outside the slices may import these files.
  const isWired = ['calls.ts', 'jobs.ts', 'commands.ts'].includes(name) && !allowed;
  const areRules = isRule(to) && isRule(from);
  return isEntryPoint || isWired || areRules
    ? ''
    : `import the entry point: #/${other}/${other}.ts`;
}

/** Rules import only the contract, data, days, other rules, and local files that do the same. */
const pureRules: Find = (source, sources) =>
  isRule(source.path) ? impure(source, sources, new Set()) : [];

const isRule = (at: string) => /\/rules(\.ts$|\/)/.test(at) && !isTest(at);

function impure(
  source: Source,
  sources: ReadonlyMap<string, Source>,
  visited: Set<string>,
): string[] {
  if (visited.has(source.path)) return [];
  visited.add(source.path);
  return specifiers(withoutTypes(source.text)).flatMap((specifier) => {
    const to = target(source.path, specifier);
    if (
      to.startsWith('contract/src/') ||
      to.startsWith('server/src/data/') ||
      to === 'server/src/platform/days.ts' ||
      isRule(to)
    )
      return [];
    if (!specifier.startsWith('./'))
      return [`${specifier}: rules import the contract and other rules only`];
    const next = sources.get(to);
    return next ? impure(next, sources, visited) : [];
  });
}

const notLanguage = /^(@lingui\/|#\/(client|screens|shell|i18n|routes)\b)/;

export const importRules: Rule[] = [
  {
    name: 'imports use ./ within a folder, and #/ or a package name elsewhere',
    find: imports((from, _to, specifier) => {
      if (specifier.startsWith('../..')) return 'never ../..';
      return specifier.startsWith('../') && /^\w+\/src\//.test(from) ? 'use #/' : '';
    }),
    bad: [
      file('e2e/tests/a.ts', `import { a } from '../../server/src/a.ts';`),
      file('server/src/loan/a.ts', `import { a } from '../platform/a.ts';`),
    ],
    good: [
      file(
        'server/src/loan/a.ts',
        `import { a } from '#/platform/a.ts';\nimport { b } from './b.ts';`,
      ),
      file('e2e/tests/a.ts', `import { a } from '#/ports.ts';`),
    ],
  },
  {
    name: 'the server re-exports nothing of the contract',
    find: ({ path: from, text }) =>
      from.startsWith('server/src/')
        ? [
            ...withoutComments(text).matchAll(/^export\s[^;]*?from '@sandali\/contract\/[^']*';/gm),
          ].map(([statement]) => statement)
        : [],
    bad: [
      file('server/src/loan/a.ts', `export { owed } from '@sandali/contract/owed.ts';`),
      file('server/src/loan/a.ts', `export type { Day } from '@sandali/contract/day.ts';`),
    ],
    good: [file('server/src/loan/a.ts', `import { owed } from '@sandali/contract/owed.ts';`)],
  },
  {
    name: 'slices import only the slices they may, by entry point',
    find: imports(betweenSlices),
    bad: [
      file('server/src/account/a.ts', `import { loan } from '#/loan/loan.ts';`),
      file('server/src/loan/a.ts', `import type { Row } from '#/credit/store.ts';`),
      file('server/src/platform/a.ts', `import { loan } from '#/loan/loan.ts';`),
      file('server/src/commands/a.ts', `import { loan } from '#/loan/loan.ts';`),
      file('server/src/jobs/a.ts', `import { store } from '#/loan/store.ts';`),
      file('server/src/payout/a.ts', `const loan = await import('#/loan/loan.ts');`),
    ],
    good: [
      file('server/src/loan/a.ts', `import { credit } from '#/credit/credit.ts';`),
      file('server/src/home/a.ts', `import { loan } from '#/loan/loan.ts';`),
      file('server/src/app.ts', `import { calls } from '#/loan/calls.ts';`),
      file('server/src/account/a.ts', `// import { loan } from '#/loan/loan.ts';`),
    ],
  },
  {
    name: 'only app.ts, main.ts, work.ts and the desk import staff',
    find: imports((from, to) =>
      to.startsWith('server/src/staff/') &&
      !/^server\/src\/((app|main|work|backup)\.ts$|staff\/|desk\/)/.test(from) &&
      !isTest(from)
        ? 'use #/commands'
        : '',
    ),
    bad: [file('server/src/loan/a.ts', `import { perform } from '#/staff/perform.ts';`)],
    good: [file('server/src/loan/a.ts', `import { command } from '#/commands/command.ts';`)],
  },
  {
    name: 'rules import the contract and other rules only',
    find: pureRules,
    bad: [
      file('server/src/loan/rules.ts', `import { sql } from 'kysely';`),
      file('server/src/loan/rules.ts', `import { now } from '#/platform/clock.ts';`),
    ],
    good: [
      file(
        'server/src/loan/rules.ts',
        `import { a } from '@sandali/contract/money.ts';\nimport { b } from './steps.ts';\nimport { c } from '#/credit/rules.ts';`,
      ),
    ],
  },
  {
    name: 'the contract imports only the schema library',
    find: imports((from, to, specifier) =>
      from.startsWith('contract/src/') &&
      !isTest(from) &&
      !to.startsWith('contract/src/') &&
      specifier !== 'valibot'
        ? 'the web app and the server both load it'
        : '',
    ),
    bad: [
      file('contract/src/a.ts', `import { readFile } from 'node:fs';`),
      file('contract/src/a.ts', `import { a } from '@sandali/server/a.ts';`),
    ],
    good: [file('contract/src/a.ts', `import * as v from 'valibot';\nimport { a } from './a.ts';`)],
  },
  {
    name: 'web, desk and contract never import the server; ops only to make keys, and in tests',
    find: imports((from, to) => {
      const declares = /\.testing\.ts$/.test(from) && from.startsWith('ops/');
      const makesKeys = from === 'ops/src/local.ts' && to === 'server/src/platform/key-files.ts';
      return /^(web|desk|ops|contract)\//.test(from) &&
        to.startsWith('server/') &&
        !makesKeys &&
        !declares
        ? 'use the contract'
        : '';
    }),
    bad: [
      file('web/src/a.ts', `import type { DB } from '@sandali/server/db/tables.ts';`),
      file('desk/src/a.ts', `import type { Command } from '@sandali/server/commands/command.ts';`),
      file('ops/src/local.ts', `import { a } from '@sandali/server/platform/clock.ts';`),
    ],
    good: [
      file('ops/src/local.ts', `import { a } from '@sandali/server/platform/key-files.ts';`),
      file('web/src/a.ts', `import { a } from '@sandali/contract/a.ts';`),
      file('e2e/server.ts', `import { a } from '@sandali/server/main.ts';`),
    ],
  },
  {
    name: 'ui knows no route, call or language',
    find: imports((from, _to, specifier) =>
      from.startsWith('web/src/ui/') && !isTest(from) && notLanguage.test(specifier)
        ? 'pass it as a property'
        : '',
    ),
    bad: [
      file('web/src/ui/a.tsx', `import { paramsOf } from '#/routes/routes.ts';`),
      file('web/src/ui/a.tsx', `import { useText } from '#/i18n/text.ts';`),
      file('web/src/ui/a.tsx', `import { i18n } from '@lingui/core';`),
    ],
    good: [
      file(
        'web/src/ui/a.tsx',
        `import { useState } from 'react';\nimport { Icon } from '#/ui/Icon.tsx';`,
      ),
      file('web/src/screens/a.tsx', `import { paramsOf } from '#/routes/routes.ts';`),
    ],
  },
  {
    name: 'only main.ts imports adapters',
    find: imports((from, to) => {
      const isAdapter = /^server\/src\/adapters\/\w+\/(?!port\.ts$|\w+\.testing\.ts$)/.test(to);
      const isWiring = /^server\/src\/((main|backup)\.ts$|adapters\/)/.test(from);
      return !isAdapter || isWiring || isTest(from) ? '' : 'use its port.ts';
    }),
    bad: [
      file('server/src/payout/a.ts', `import { a } from '#/adapters/bank/xendit.ts';`),
      file('server/src/app.ts', `import { a } from '#/adapters/sms/twilio.ts';`),
    ],
    good: [
      file('server/src/payout/a.ts', `import type { Bank } from '#/adapters/bank/port.ts';`),
      file('server/src/main.ts', `import { a } from '#/adapters/bank/xendit.ts';`),
    ],
  },
  {
    name: 'only app.ts and main.ts import the sandbox',
    find: imports((from, to) =>
      to.startsWith('server/src/sandbox/') &&
      !/^server\/src\/(app|main)\.ts$|^server\/src\/sandbox\//.test(from) &&
      !isTest(from)
        ? 'production has no sandbox'
        : '',
    ),
    bad: [file('server/src/http/a.ts', `import { page } from '#/sandbox/page.ts';`)],
    good: [file('server/src/app.ts', `import { page } from '#/sandbox/page.ts';`)],
  },
];
