// `npm test`: every check there is but what docs/check-full.md lists. Unit tests keep both cores busy; the batteries, which wait for silent banks and the
// dead as much as they compute, stand beside the browser tests. All of them run, also when one fails.
import { quickBatteries } from '../battery/src/quick.ts';
import { battery, browserTests, build, type Count, finish, lint, timed, types, unitTests } from './suites.ts';

const counts: Count[] = [];
const add = async (name: string, check: () => Promise<Count>) => void counts.push(await timed(name, check));
const batteries = async () => {
  for (const name of quickBatteries) await add(`battery ${name}`, () => battery(name));
};

await Promise.all([add('lint and format', lint), add('types', types), add('build', build)]);
await add('unit tests', unitTests);
await Promise.all([add('browser tests', browserTests), batteries()]);
finish(counts);
