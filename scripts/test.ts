// `npm test`: runs all checks except those listed only in check-full.md. Unit tests need all
// processors and run alone; browser tests leave processors idle, so the static checks run beside
// them.
import { browserTests, build, exports, finish, lint, timed, types, unitTests } from './suites.ts';

const counts = [await timed('build', build), await timed('unit tests', unitTests)];
const staticChecks = async () => [
  await timed('types', types),
  await timed('lint and format', lint),
  await timed('exports', exports),
];
const [browser, others] = await Promise.all([timed('browser tests', browserTests), staticChecks()]);
finish([...counts, browser, ...others]);
