// Runs Stryker on the rules: it changes one operator at a time and runs the tests that reach the
// change. This file adds a mutator for numbers, because rules consist of days, limits and rates.
import { Stryker } from '@stryker-mutator/core';

export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/**
 * Files whose tests do not need a database: rules, code shared by client and server, parts of
 * `http`.
 */
export const mutable = [
  'contract/src/*.ts',
  'server/src/**/rules.ts',
  'server/src/loan/rules/*.ts',
  'server/src/http/{address,envelope,keys,static}.ts',
];

type Path = {
  isNumericLiteral(): boolean;
  node: { value: number };
  parent: { type: string; key?: unknown };
};

/** Adds one to each number, except in field names and types. */
const numbers = {
  name: 'Number',
  *mutate(path: Path) {
    const isValue =
      path.isNumericLiteral() &&
      path.parent.type !== 'TSLiteralType' &&
      path.parent.key !== path.node;
    if (isValue) yield { ...path.node, value: path.node.value + 1, extra: undefined };
  },
};

/**
 * Runs Stryker in a copy of the tree, which it changes in place.
 * @returns every mutant with its state.
 */
export async function generalMutants(copy: string, files: readonly string[]): Promise<Mutant[]> {
  // Stryker has no API for adding mutators, so extend the internal list of the pinned version.
  const list = new URL('mutators/mutate.js', import.meta.resolve('@stryker-mutator/instrumenter'));
  const { allMutators } = (await import(list.href)) as { allMutators: unknown[] };
  allMutators.push(numbers);
  const before = process.cwd();
  process.chdir(copy);
  try {
    return await new Stryker({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'battery/mutants.config.ts', related: true },
      mutate: [...files],
      inPlace: true,
      coverageAnalysis: 'perTest',
      ignoreStatic: true,
      concurrency: 2,
      timeoutMS: 20_000,
      reporters: ['html', 'json'],
      htmlReporter: { fileName: 'node_modules/mutants.html' },
      jsonReporter: { fileName: 'node_modules/mutants.json' },
      allowConsoleColors: false,
    }).runMutationTest();
  } finally {
    process.chdir(before);
  }
}
