// The current version of the Service Agreement and the Privacy Protection Agreement, which a
// borrower accepts at sign-up and at each login.
import type { Day } from './day.ts';

/** The version shown today; acceptances are stored under this name. */
export const agreementVersion = '2026-11-30c';

/** The Manila day from which this version is shown. */
export const agreementStartsOn = '2026-11-30' as Day;
