// One call's circumstances: who asks, from which device, in which language, and when, taken once so
// that a call sees one moment.
import type { Locale } from '@sandali/contract/locale.ts';
import type { AppContext } from './app-context.ts';

/**
 * `provenAt`: when somebody last proved in this session who they are; null where a code alone
 * opened it and a password or passkey exists.
 */
export type Borrower = { borrowerId: string; tokenHash: Buffer; provenAt: Temporal.Instant | null };

/**
 * Which advertisement brought a borrower, sent by a native shell in which they have agreed to that.
 * `refused` if they have not; null if nothing is sent. Stored with an account, and nowhere else.
 */
export type Attribution =
  | { subChannel: string; advertisingId: string; appsflyerId: string }
  | 'refused'
  | null;

export type Ctx = {
  app: AppContext;
  /** The borrower of the session; null where the call is for anyone and nobody has logged in. */
  who: Borrower | null;
  deviceId: string;
  locale: Locale;
  terminal: 'web' | 'native';
  /**
   * Whether the client says a version below the least of its kind: only what it needs to learn that
   * is served.
   */
  isTooOld?: boolean;
  attribution: Attribution;
  /** What the client's browser says of itself, cut to 400 characters; '' where it says nothing. */
  userAgent: string;
  requestId: string;
  /**
   * Where the call came from: an IPv4 address, the first half of an IPv6 one, or null where it came
   * over no network.
   */
  address: string | null;
  /** Business time of this call. */
  now: Temporal.Instant;
  /** Real time of this call. */
  wall: Temporal.Instant;
};

/** A call declared for borrowers: the router has checked the session. */
export type BorrowerCtx = Ctx & { who: Borrower };

/** The circumstances of work that nobody asked for: jobs and steps found from state. */
export type WorkCtx = Pick<Ctx, 'app' | 'now' | 'wall'>;

/** This moment, for a step of the worker. */
export function workCtx(app: AppContext): WorkCtx {
  return { app, now: app.clocks.now(), wall: app.clocks.wall() };
}
