// `npm test`: every check except those that docs/developers/check-full.md lists. The unit tests,
// which keep all processors at work, begin when the web program is built, because some start the
// whole product. Beside the browser tests, which leave a third of them idle, run the batteries,
// which often wait for time-outs, then lint and types. All of them run, also when one fails.
import { quickBatteries } from '../battery/src/quick.ts';
import {
  browserTests,
  build,
  type Count,
  exports,
  finish,
  lint,
  quickBattery,
  timed,
  types,
  unitTests,
} from './suites.ts';

const counts: Count[] = [];
const add = async (name: string, check: () => Promise<Count>) =>
  void counts.push(await timed(name, check));
const rows = quickBatteries.map((row) => async () => {
  for (const name of row) await add(`battery ${name}`, () => quickBattery(name));
});
const batteries = async () => void (await Promise.all(rows.map((row) => row())));

await add('build', build);
await add('unit tests', unitTests);
await Promise.all([
  add('browser tests', browserTests),
  batteries()
    .then(() => add('types', types))
    .then(() => add('lint and format', lint))
    .then(() => add('exports', exports)),
]);
finish(counts);
