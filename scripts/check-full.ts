// `npm run check:full`: everything that `npm test` runs, and the slow measurements: bytes, paint, Lighthouse, the batteries. About ten minutes.
import { browserTests, build, type Count, finish, lint, program, types, unitTests } from './suites.ts';

const measurements = [
  () => program('bytes', ['bench/main.ts', 'bytes']),
  () => program('paint', ['bench/main.ts', 'paint']),
  () => program('Lighthouse', ['e2e/lighthouse.ts']),
  () => program('batteries', ['battery/src/main.ts', 'all']),
];

const counts: Count[] = [];
for (const check of [lint, types, unitTests, build, browserTests, ...measurements]) counts.push(await check());
finish(counts);
