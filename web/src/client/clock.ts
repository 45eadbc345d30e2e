// Real time by the server's clock, for the envelope, request ids and measured durations. Business
// dates (due, expired, "today") come from server responses, never from the phone.

let offsetMs = 0;

/**
 * Returns milliseconds since 1970 by the server's clock, or by the phone's clock until the server's
 * time is known.
 */
export function wallMs(): number {
  return Date.now() + offsetMs;
}

/**
 * Maximum correction. With a larger error, TLS fails anyway, since certificates last only weeks.
 */
const mostMs = 31 * 86_400_000;

/**
 * Corrects the phone's clock to the server's time, in milliseconds since 1970. Ignores a difference
 * over 31 days, because a forged response could otherwise make an expired key valid again.
 * @returns whether the difference was small enough
 */
export function correctClock(serverTimeMs: number): boolean {
  const awayMs = serverTimeMs - Date.now();
  const isCorrected = Math.abs(awayMs) <= mostMs;
  if (isCorrected) offsetMs = awayMs;
  return isCorrected;
}

// Business time, which runs ahead of real time in the sandbox. Business dates come from responses.
// The client computes its own dates only for stored records and for a start without a network.

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
 * Sets how far business time is ahead of real time, in milliseconds. A stored value (`isOld`) never
 * replaces the value from the server's configuration.
 */
export function setBusinessAhead(ms: number, isOld = false): void {
  if (!isOld || aheadMs === null) aheadMs = ms;
}
