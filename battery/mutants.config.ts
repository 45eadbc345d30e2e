// Stryker runs the contract and server tests that need no database. Vite loads the sources, so that
// a mutant can be activated without a new process.
import { defineConfig } from 'vitest/config';
import { plainTests } from '../vitest.config.ts';

export default defineConfig({
  test: {
    include: plainTests.filter((name) => /^contract\/|\/(rules|http|ledger)[./]/.test(name)),
    isolate: false,
    testTimeout: 60_000,
    // Each mutant runs its tests again, so they run at their quick size, also in check:full.
    env: { FULL: '' },
  },
});
