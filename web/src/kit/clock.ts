// Real time as the server has it, for the envelope alone. Business dates (due, expired, "today") come from server answers, never from the phone.

let offsetMs = 0;

/** Milliseconds since 1970, on the server's clock as far as it is known. */
export function wallMs(): number {
  return Date.now() + offsetMs;
}

/** Sets the phone's clock right by what the server says it is now, in milliseconds since 1970. */
export function correctClock(serverTimeMs: number): void {
  if (Number.isFinite(serverTimeMs)) offsetMs = serverTimeMs - Date.now();
}
