// `npm run check:full`: everything that `npm test` runs, with axe, 320 px and 200 % text in every language by day and night, the pictures in docs/screens,
// the second lives of an area, and the slow measurements: bytes, paint, Lighthouse, the batteries, and whether they find planted bugs.
import { browserTests, build, type Count, finish, lint, program, types, unitTests } from './suites.ts';

const measurements = [
  () => program('bytes', ['bench/main.ts', 'bytes']),
  () => program('paint', ['bench/main.ts', 'paint']),
  () => program('Lighthouse', ['e2e/lighthouse.ts']),
  () => program('batteries', ['battery/src/main.ts', 'all']),
  () => program('mutants', ['battery/src/mutants.ts']),
];

// Browser tests tagged @atLength run with it only.
process.env.FULL = '1';

const counts: Count[] = [];
for (const check of [lint, types, unitTests, build, browserTests, ...measurements]) counts.push(await check());
finish(counts);
