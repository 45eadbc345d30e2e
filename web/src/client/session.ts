// The session on this device (spec §3: Token, tokenFlag and userGid in local storage), and the
// device's own id.
import { new128Bits } from './random.ts';
import { readStored, writeStored } from './storage.ts';

type Session = { token: string; userGid: string };
type Ended = 'loggedOut' | 'refused';

const endListeners = new Set<(reason: Ended) => void>();
/** Whether the borrower logged out here and has not logged in again. */
let hasLoggedOut = false;
/** The user whose session this tab shows; null for a guest. */
let shownUser: string | null = null;

/** Returns the stored token, or '' for a guest. */
export function token(): string {
  return readStored('Token') ?? '';
}

export function isLoggedIn(): boolean {
  return token() !== '';
}

export function userGid(): string | null {
  return readStored('userGid');
}

/**
 * Sets or removes the login cookie. Without it, the server responds to / with the prerendered login
 * page.
 */
export function syncLoginCookie(): void {
  const age = isLoggedIn() ? 31_536_000 : 0;
  if (typeof document === 'undefined') return;
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store API.
  document.cookie = `in=1; path=/; max-age=${age}; samesite=lax`;
}

export function beginSession({ token, userGid }: Session): void {
  hasLoggedOut = false;
  writeStored('Token', token);
  writeStored('tokenFlag', '1');
  writeStored('userGid', userGid);
  shownUser = userGid;
  syncLoginCookie();
}

/**
 * Removes the session. `refused`: the server does not know the token (1003). `tokenUsed` is the
 * refused token, so that a late response cannot end a newer session. After a logout, refusals are
 * ignored, because the screen may still send calls without a token.
 */
export function endSession(reason: Ended, tokenUsed?: string): void {
  if (tokenUsed !== undefined && tokenUsed !== token()) return;
  if (reason === 'refused' && hasLoggedOut) return;
  hasLoggedOut = reason === 'loggedOut';
  shownUser = null;
  for (const key of ['Token', 'tokenFlag', 'userGid', 'triedLoan']) writeStored(key, null);
  for (const key of ['unUseNumber', 'dueNumber', 'takenLoan'])
    writeStored(key, null, 'sessionStorage');
  syncLoginCookie();
  for (const listener of endListeners) listener(reason);
}

/**
 * Follows other tabs: a logout in another tab ends the session here, and a login by another person
 * reloads this page. A frozen tab catches up once it is shown again.
 */
export function followOtherTabs(): void {
  shownUser = isLoggedIn() ? userGid() : null;
  addEventListener('storage', checkSession);
  addEventListener('pageshow', checkSession);
  document.addEventListener('visibilitychange', checkSession);
}

function checkSession(): void {
  if (shownUser === null) return;
  if (!isLoggedIn()) endSession('loggedOut');
  else if (userGid() !== shownUser) location.reload();
}

/** Calls the listener whenever a session ends; returns the unsubscribe function. */
export function onSessionEnd(listener: (reason: Ended) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Returns this device's id: 128 random bits, created once. The server uses it to recognise new
 * devices.
 */
export function deviceId(): string {
  const stored = readStored('deviceId');
  if (stored && /^[\w-]{22}$/.test(stored)) return stored;
  const id = new128Bits();
  writeStored('deviceId', id);
  return id;
}
