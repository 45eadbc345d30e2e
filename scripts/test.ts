// `npm test`: every check there is but what docs/check-full.md lists. What computes stands one after the other, on both cores; the batteries, which wait for
// silent banks and the dead more than they compute, stand beside the browser tests. All of them run, also when one fails.
import { quickRows } from '../battery/src/quick-rows.ts';
import { battery, browserTests, build, type Count, finish, lint, timed, types, unitTests } from './suites.ts';

const counts: Count[] = [];
const add = async (name: string, check: () => Promise<Count>) => void counts.push(await timed(name, check));

await Promise.all([add('lint and format', lint), add('types', types), add('build', build)]);
await add('unit tests', unitTests);
await add('browser tests', browserTests);
await Promise.all(
  quickRows.map(async (row) => {
    for (const name of row) await add(`battery ${name}`, () => battery(name));
  }),
);
finish(counts);
