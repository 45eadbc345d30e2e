// One run for all unit tests: slice tests have a database, those of the web app go through Vite,
// the rest need nothing.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { defineConfig } from 'vitest/config';
import { generate } from './scripts/generate.ts';
import { keepTemporaryFiles } from './scripts/temporary.ts';

// The texts of a catalogue that was just changed, also where vitest is started by itself.
generate();
keepTemporaryFiles();

/**
 * Node itself loads the sources, as in production, and once for all files of a worker: what the
 * program keeps outside an app is made to be shared. The limits tell a test that hangs from one on
 * a busy machine: hundreds wait for a real database.
 */
const native = {
  pool: 'forks',
  isolate: false,
  experimental: { viteModuleRunner: false },
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
} as const;

/** What a test file calls that opens a database or starts a program. */
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
/** Patterns of the tests that need neither a database nor another program. */
export const plainTests = [
  ...namesOf(false),
  'contract/src/**/*.test.ts',
  'simulators/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];

/** Files of which the whole needs minutes run at length only, as in `npm run check:full`. */
const exclude = process.env.FULL === '1' ? [] : ['**/*.full.test.ts'];

export default defineConfig({
  test: {
    // One more than the machines have cores: a test waits for its database, or for a time-out,
    // about as often as it computes.
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
        test: { ...native, name: 'plain', include: plainTests },
      },
      './web/vitest.config.ts',
    ],
  },
});
