// Who is logged in on this device, as spec §3 keeps it: Token, tokenFlag and userGid in local
// storage; and the device's own id.
import { new128Bits } from './random.ts';
import { readStored, writeStored } from './storage.ts';

type Session = { token: string; userGid: string };
type Ended = 'loggedOut' | 'refused';

const endListeners = new Set<(why: Ended) => void>();
/** The borrower has logged out and not in again. */
let hasLoggedOut = false;
/** Whose session this tab shows; null for a guest. */
let shownUser: string | null = null;

/** The stored token, or '' when nobody is logged in. */
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
 * Sets the cookie that says whether somebody is logged in: to guests the server sends / as the
 * prerendered login.
 */
export function syncLoginCookie(): void {
  const age = isLoggedIn() ? 31_536_000 : 0;
  if (typeof document === 'undefined') return;
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store API.
  document.cookie = `in=1; path=/; max-age=${age}; samesite=lax`;
}

/** Keeps a session that a login or a registration has opened. */
export function beginSession({ token, userGid }: Session): void {
  hasLoggedOut = false;
  writeStored('Token', token);
  writeStored('tokenFlag', '1');
  writeStored('userGid', userGid);
  shownUser = userGid;
  syncLoginCookie();
}

/**
 * Forgets the session. `refused` means that the server no longer knows the token (1003); then
 * `tokenUsed` guards a new session against the late answer of an old one. After a logout, the
 * screen that is still there may ask once more without a token: that refusal ends nothing.
 */
export function endSession(why: Ended, tokenUsed?: string): void {
  if (tokenUsed !== undefined && tokenUsed !== token()) return;
  if (why === 'refused' && hasLoggedOut) return;
  hasLoggedOut = why === 'loggedOut';
  shownUser = null;
  for (const key of ['Token', 'tokenFlag', 'userGid', 'triedLoan']) writeStored(key, null);
  for (const key of ['unUseNumber', 'dueNumber', 'takenLoan'])
    writeStored(key, null, 'sessionStorage');
  syncLoginCookie();
  for (const listener of endListeners) listener(why);
}

/**
 * Follows what other tabs do with the session: a logout there ends it here at once, and a login of
 * another person reloads this page. A tab that was frozen meanwhile looks again when it is shown.
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
export function onSessionEnd(listener: (why: Ended) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** This device's id: 128 random bits, made once. It is what "a new device" means to the server. */
export function deviceId(): string {
  const stored = readStored('deviceId');
  if (stored && /^[\w-]{22}$/.test(stored)) return stored;
  const made = new128Bits();
  writeStored('deviceId', made);
  return made;
}
