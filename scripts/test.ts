// `npm test`: runs all checks except those listed only in check-full.md. Unit tests need all
// processors and run alone; browser tests leave processors idle, so batteries and lint run beside
// them.
import { quickBatteries } from '../battery/src/quick.ts';
import {
  browserTests,
  build,
  type Count,
  exports,
  finish,
  lint,
  type NamedCount,
  quickBattery,
  timed,
  types,
  unitTests,
} from './suites.ts';

const counts: NamedCount[] = [];
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
