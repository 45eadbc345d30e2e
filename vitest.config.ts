// All unit tests in one run: slice tests need a database, and tests of the web app need Vite.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { defineConfig } from 'vitest/config';
import { generate } from './scripts/generate.ts';
import { keepTemporaryFiles } from './scripts/temporary.ts';

// Compile changed catalogues, even if vitest is started directly.
generate();
keepTemporaryFiles();

/**
 * Node loads the sources as in production, once for all of a worker's test files. The timeouts are
 * long because hundreds of tests wait for a real database on a busy machine.
 */
const native = {
  pool: 'forks',
  isolate: false,
  experimental: { viteModuleRunner: false },
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
} as const;

/** Calls that open a database or start a server process. */
const stands =
  /\b(testApp|testContext|withTestBed|\w+TestContext|freshDatabase|inject|launchPostgres|startProgram|startDesk)\(/;
const files = fs
  .globSync('{{server,battery,ops}/src,bench,sentences}/**/*.test.ts', { cwd: import.meta.dirname })
  .map((name) => ({
    name,
    isSlice: stands.test(fs.readFileSync(path.join(import.meta.dirname, name), 'utf8')),
  }));
const namesOf = (isSlice: boolean) =>
  files.filter((file) => file.isSlice === isSlice).map(({ name }) => name);
/** Patterns of the tests that need neither a database nor a server process. */
export const plainTests = [
  ...namesOf(false),
  'contract/src/**/*.test.ts',
  'simulators/src/**/*.test.ts',
  'desk/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];

/** Test files that take minutes run only with FULL=1, as in `npm run check:full`. */
const exclude = process.env.FULL === '1' ? [] : ['**/*.full.test.ts'];

export default defineConfig({
  test: {
    // One worker more than the machine has cores, because tests often wait for the database.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...native,
          name: 'slices',
          include: namesOf(true),
          exclude,
          globalSetup: ['server/src/db/setup.testing.ts'],
        },
      },
      {
        test: { ...native, name: 'plain', include: plainTests, exclude },
      },
      './web/vitest.config.ts',
    ],
  },
});
