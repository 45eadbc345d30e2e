// `npm run check`: the checks to run before every commit. It runs no test that needs a database, a
// child process or a browser.
import { type Count, exports, finish, lint, timed, types, unitTests } from './suites.ts';

const counts: Count[] = await Promise.all([
  timed('lint and format', lint),
  timed('types', types),
  timed('exports', exports),
]);
counts.push(await timed('unit tests', () => unitTests(['--project=plain', '--project=web'])));
finish(counts);
