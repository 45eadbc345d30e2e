// The times of the desk's sessions and challenges, in ms of wall time.
import { dayMs, hourMs, minuteMs } from '@sandali/contract/day.ts';

/** How long a session may be idle, and how long it lasts at most. */
export const sessionIdleMs = 15 * minuteMs;
export const sessionLongestMs = 8 * hourMs;
/** The last use of a session is written at most this often. */
export const lastUseEveryMs = minuteMs;
/** How long a passkey may take to sign a challenge. */
export const challengeMs = 2 * minuteMs;
/** How long passkeys without a proposal, sessions and challenges are kept. */
export const keptMs = 7 * dayMs;
