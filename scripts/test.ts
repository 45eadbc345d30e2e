// `npm test`: every check except those that docs/check-full.md lists. Lint and types run beside the unit tests, which begin when the web program is built,
// because some start the whole product; the batteries, which often wait for time-outs, run beside the browser tests. All of them run, also when one fails.
import { quickBatteries } from '../battery/src/quick.ts';
import { battery, browserTests, build, type Count, finish, lint, timed, types, unitTests } from './suites.ts';

const counts: Count[] = [];
const add = async (name: string, check: () => Promise<Count>) => void counts.push(await timed(name, check));
const batteries = quickBatteries.map((row) => async () => {
  for (const name of row) await add(`battery ${name}`, () => battery(name));
});

await Promise.all([add('lint and format', lint), add('types', types), add('build', build).then(() => add('unit tests', unitTests))]);
await Promise.all([add('browser tests', browserTests), ...batteries.map((row) => row())]);
finish(counts);
