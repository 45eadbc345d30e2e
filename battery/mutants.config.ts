// Stryker runs the contract and server tests that need no database. Vite loads the sources, which
// lets Stryker activate a mutant without starting a new process.
import { defineConfig } from 'vitest/config';
import { plainTests } from '../vitest.config.ts';

export default defineConfig({
  test: {
    include: plainTests.filter((name) => /^contract\/|\/(rules|http|ledger)[./]/.test(name)),
    isolate: false,
    testTimeout: 60_000,
    // The tests run again for each mutant, so they use their quick size, even in check:full.
    env: { FULL: '' },
  },
});
