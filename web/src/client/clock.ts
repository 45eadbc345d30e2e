// Real time as the server has it, for the envelope alone. Business dates (due, expired, "today") come from server answers, never from the phone.

let offsetMs = 0;

/** Milliseconds since 1970, on the server's clock as far as it is known. */
export function wallMs(): number {
  return Date.now() + offsetMs;
}

/** No phone whose clock is further away opens a connection by TLS, whose certificates hold for weeks. */
const mostMs = 31 * 86_400_000;

/**
 * Sets the phone's clock right by what the server says it is now, in milliseconds since 1970. The answer that says it may come from somebody else,
 * who would like a key of another year to be in force: what is more than 31 days away changes nothing.
 */
export function correctClock(serverTimeMs: number): void {
  const awayMs = serverTimeMs - Date.now();
  if (Math.abs(awayMs) <= mostMs) offsetMs = awayMs;
}
