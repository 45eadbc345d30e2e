// One run for all unit tests: those of the server have a database, those of the web app go through Vite, the rest need nothing.
import { defineConfig } from 'vitest/config';

/**
 * Node itself loads the sources, as in production, and once for all files of a worker: what the program keeps outside an app is made to be shared.
 * The limits tell a test that hangs from one on a busy machine: hundreds wait for a real database.
 */
const native = {
  pool: 'forks',
  isolate: false,
  experimental: { viteModuleRunner: false },
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...native,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'battery/src/**/*.test.ts', 'ops/src/**/*.test.ts'],
          globalSetup: ['server/src/db/testing.setup.ts'],
        },
      },
      {
        test: {
          ...native,
          name: 'plain',
          include: ['contract/src/**/*.test.ts', 'simulators/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      './web/vitest.config.ts',
    ],
  },
});
