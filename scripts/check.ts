// `npm run check`: what one runs before every commit, under a minute; no test that opens a
// database, starts a program or needs a browser.
import { type Count, exports, finish, lint, timed, types, unitTests } from './suites.ts';

const counts: Count[] = await Promise.all([
  timed('lint and format', lint),
  timed('types', types),
  timed('exports', exports),
]);
counts.push(await timed('unit tests', () => unitTests(['--project=plain', '--project=web'])));
finish(counts);
