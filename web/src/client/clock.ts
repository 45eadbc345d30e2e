// Real time by the server's clock, for the envelope, request ids and real durations. Business dates
// (due, expired, "today") come from server responses, never from the phone.

let offsetMs = 0;

/**
 * Returns milliseconds since 1970 by the server's clock, or by the phone's until the server's is
 * known.
 */
export function wallMs(): number {
  return Date.now() + offsetMs;
}

/** A larger difference breaks TLS anyway, since certificates last for weeks. */
const mostMs = 31 * 86_400_000;

/**
 * Corrects the phone's clock by the server's time, in milliseconds since 1970. Ignores a difference
 * over 31 days: a forged response could otherwise make an expired key valid again.
 * @returns whether the clock was close enough to correct.
 */
export function correctClock(serverTimeMs: number): boolean {
  const awayMs = serverTimeMs - Date.now();
  const isCorrected = Math.abs(awayMs) <= mostMs;
  if (isCorrected) offsetMs = awayMs;
  return isCorrected;
}

// Business time, which is ahead of real time in the sandbox. Server responses decide; the client
// uses its own business time only without a response, for stored records and a start without a
// network.

let aheadMs: number | null = null;

/** Returns business time in milliseconds since 1970, or real time until business time is known. */
export function businessMs(): number {
  return wallMs() + (aheadMs ?? 0);
}

/** Returns how far business time is ahead of the phone's own clock, in milliseconds. */
export const businessLeadMs = (): number => businessMs() - Date.now();

/** Returns how far business time is ahead of real time, in milliseconds. */
export const businessAheadMs = (): number => aheadMs ?? 0;

/**
 * Sets the lead of business time from the server's configuration. A stored lead (`isOld`) never
 * replaces it.
 */
export function setBusinessAhead(ms: number, isOld = false): void {
  if (!isOld || aheadMs === null) aheadMs = ms;
}
