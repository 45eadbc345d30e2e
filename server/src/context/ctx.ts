// A call's context: who calls, from which device, in which language, and when. The time is read
// once, so that the whole call uses one instant.
import type { Locale } from '@sandali/contract/locale.ts';
import type { AppContext } from './app-context.ts';
import type { SettingValues } from './settings.ts';

/**
 * `provenAt` is the session's last proof of identity; null if a code alone opened the session
 * although a password or passkey exists.
 */
export type Borrower = { borrowerId: string; tokenHash: Buffer; provenAt: Temporal.Instant | null };

/**
 * The advertisement that led a borrower to the app, sent by a native shell with the borrower's
 * consent; `refused` if the borrower declined; null if nothing is sent. Stored only with the
 * account.
 */
export type Attribution =
  | { subChannel: string; advertisingId: string; appsflyerId: string }
  | 'refused'
  | null;

export type Ctx = {
  /** The app, with the settings and holidays as of the start of the call (`pinned`). */
  app: AppContext;
  /** The borrower of the session; null if the call needs no session and has none. */
  who: Borrower | null;
  deviceId: string;
  locale: Locale;
  terminal: 'web' | 'native';
  /**
   * Whether the client's version is below its terminal's minimum. Only the calls needed for the
   * update are then served.
   */
  isTooOld?: boolean;
  attribution: Attribution;
  /** The User-Agent header, cut to 400 characters; '' if it is missing. */
  userAgent: string;
  requestId: string;
  /**
   * The caller's IPv4 address, or the /64 network of its IPv6 address; null if the call did not
   * come over a network.
   */
  address: string | null;
  /** Business time of this call. */
  now: Temporal.Instant;
  /** Wall time of this call. */
  wall: Temporal.Instant;
  settings: SettingValues;
};

/** The context of a call declared for borrowers, whose session the router has checked. */
export type BorrowerCtx = Ctx & { who: Borrower };

/** Returns the app with its current settings and holidays, for the length of one call. */
export async function pinned(app: AppContext): Promise<Pick<Ctx, 'app' | 'settings'>> {
  const settings = await app.settings.pin();
  // The spread evaluates the `holidays` getter, which pins the holidays too.
  return { app: { ...app, settings }, settings: await settings.all() };
}

/** The context of work without a caller: jobs and worker steps. */
export type WorkCtx = Pick<Ctx, 'app' | 'now' | 'wall'>;

/** Returns a worker step's context with the current times. */
export function workCtx(app: AppContext): WorkCtx {
  return { app, now: app.clocks.now(), wall: app.clocks.wall() };
}
