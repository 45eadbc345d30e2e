// `npm test`: every check there is. They run one after the other, the batteries three at a time, all of them also when one fails.
import { quickRows } from '../battery/src/quick-rows.ts';
import { battery, browserTests, build, type Count, finish, lint, types, unitTests } from './suites.ts';

const counts: Count[] = [];
for (const check of [lint, types, unitTests, build, browserTests]) counts.push(await check());
await Promise.all(
  quickRows.map(async (row) => {
    for (const name of row) counts.push(await battery(name));
  }),
);
finish(counts);
