// Real time as the server has it, for the envelope, request ids and what is counted in real time.
// Business dates (due, expired, "today") come from server answers, never from the phone.

let offsetMs = 0;

/** Milliseconds since 1970, on the server's clock as far as it is known. */
export function wallMs(): number {
  return Date.now() + offsetMs;
}

/**
 * No phone whose clock is further away opens a connection by TLS, whose certificates hold for
 * weeks.
 */
const mostMs = 31 * 86_400_000;

/**
 * Sets the phone's clock right by what the server says it is now, in milliseconds since 1970. The
 * answer that says it may come from somebody else, who would like a key of another year to be in
 * force: what is more than 31 days away changes nothing.
 * @returns whether the clock was near enough to be corrected.
 */
export function correctClock(serverTimeMs: number): boolean {
  const awayMs = serverTimeMs - Date.now();
  const isCorrected = Math.abs(awayMs) <= mostMs;
  if (isCorrected) offsetMs = awayMs;
  return isCorrected;
}

// Business time, which in the sandbox runs ahead of real time. Business dates come from server
// answers; this is for what is judged without one: what is kept on the phone, and a start without a
// network.

let aheadMs: number | null = null;

/** Milliseconds since 1970 of business time, as far as it is known. */
export function businessMs(): number {
  return wallMs() + (aheadMs ?? 0);
}

/** How far business time is ahead of the phone's own clock, in milliseconds. */
export const aheadOfPhoneMs = (): number => businessMs() - Date.now();

/** How far business time is ahead of real time, in milliseconds. */
export const businessAheadMs = (): number => aheadMs ?? 0;

/**
 * Sets that: as the server's configuration says, or else as it was when something was kept for a
 * start without a network.
 */
export function setBusinessAhead(ms: number, isOld = false): void {
  if (!isOld || aheadMs === null) aheadMs = ms;
}
