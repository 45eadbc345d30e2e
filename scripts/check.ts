// `npm run check`: the checks to run before every commit, without tests that need a database or a
// browser.
import { exports, finish, lint, timed, types, unitTests } from './suites.ts';

const counts = await Promise.all([
  timed('lint and format', lint),
  timed('types', types),
  timed('exports', exports),
]);
counts.push(await timed('unit tests', () => unitTests(['--project=plain', '--project=web'])));
finish(counts);
