// Business time, which in the sandbox runs ahead of real time. Business dates come from server answers; this is for what is judged without one: what is kept
// on the phone, and a start without a network.
import { wallMs } from './clock.ts';

let aheadMs: number | null = null;

/** Milliseconds since 1970 of business time, as far as it is known. */
export function businessMs(): number {
  return wallMs() + (aheadMs ?? 0);
}

/** How far business time is ahead of real time, in milliseconds. */
export const businessAheadMs = (): number => aheadMs ?? 0;

/** Sets that: as the server's configuration says, or else as it was when something was kept for a start without a network. */
export function setBusinessAhead(ms: number, isOld = false): void {
  if (!isOld || aheadMs === null) aheadMs = ms;
}
