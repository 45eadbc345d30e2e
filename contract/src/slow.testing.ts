// Marks the tests that `npm test` leaves out.
import { test } from 'vitest';

/** Defines a test that takes long. It runs only with FULL=1, as in `npm run check:full`. */
export const slow = test.runIf(process.env.FULL === '1');
