// The times of the desk's sessions and challenges, in ms of wall time.
import { dayMs, minuteMs } from '@sandali/contract/day.ts';

/** The last use of a session is written at most this often. */
export const lastUseEveryMs = minuteMs;
/** How long a passkey may take to sign a challenge. */
export const challengeMs = 2 * minuteMs;
/** How long passkeys without a proposal, sessions and challenges are kept. */
export const keptMs = 7 * dayMs;
