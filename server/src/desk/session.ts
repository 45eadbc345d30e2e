// A session of a staff member in a browser: an HttpOnly cookie whose token is stored as a hash.
import type { DeskSession } from '@sandali/contract/desk.ts';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { declarationOf, type StaffCommand } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import { type AuditRow, audit } from '#/context/audit.ts';
import { inTx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { newId, newToken } from '#/platform/random.ts';
import { sha256 } from '#/platform/seal.ts';
import { deskIdleMs, deskLongestMs } from '#/staff/desk-sessions.store.ts';
import { endsSoon, holderOfHash, type StaffHolder } from '#/staff/key.ts';
import { isSecure } from './door.ts';
import { lastUseEveryMs } from './rules.ts';
import * as store from './store.ts';

/** Who acts, and by which session. A stopped holder's session has just ended. */
export type SignedIn = { session: store.Session; holder: StaffHolder };

/** `__Host-` would need the path '/', which the ops API shares. */
function cookieOf({ config }: AppContext): { name: string; isSecure: boolean } {
  const secure = isSecure(config.deskOrigin);
  return { name: secure ? '__Secure-sandali-desk' : 'sandali-desk', isSecure: secure };
}

/**
 * Returns who is signed in, or null, and records the use. If their key was suspended, ended or
 * expired, ends the session for good and returns the holder with the reason.
 */
export async function signedIn(app: AppContext, c: Context): Promise<SignedIn | null> {
  const token = getCookie(c, cookieOf(app).name);
  const session = token && (await store.sessionByToken(app.db, sha256(token)));
  // Only the sandbox signs in without a passkey, even if a database has such a session.
  if (!session || !(session.isByPasskey || app.config.isSandbox)) return null;
  const wall = app.clocks.wall();
  const isAfter = (from: Temporal.Instant, ms: number) =>
    wall.epochMilliseconds >= from.epochMilliseconds + ms;
  const isOver =
    isAfter(session.lastUsedAt, deskIdleMs) || isAfter(session.openedAt, deskLongestMs);
  const holder = isOver ? null : await holderOfHash(app, session.keyHash);
  if (!holder || holder.stopped) await store.endSessions(app.db, { id: session.id }, wall);
  else if (isAfter(session.lastUsedAt, lastUseEveryMs))
    await store.recordUse(app.db, session.id, wall);
  return holder && { session, holder };
}

type Opening = { holder: StaffHolder; keyHash: Buffer; isByPasskey: boolean };

/** Opens a session, sets its cookie, and ends the session that this browser had. */
export async function openSession(app: AppContext, c: Context, of: Opening): Promise<SignedIn> {
  const { name, isSecure: secure } = cookieOf(app);
  const [wall, token] = [app.clocks.wall(), newToken()];
  const { holder, keyHash, isByPasskey } = of;
  const session: store.Session = {
    id: newId(wall),
    keyId: holder.keyId,
    keyHash,
    isByPasskey,
    openedAt: wall,
    lastUsedAt: wall,
  };
  const earlier = getCookie(c, name);
  await inTx(app.db, async (tx) => {
    const open = earlier && (await store.sessionByToken(tx, sha256(earlier)));
    if (open) await store.endSessions(tx, { id: open.id }, wall);
    await store.insertSession(tx, { ...session, tokenHash: sha256(token) });
    await audit(
      tx,
      rowOf(app, holder, 'deskSignedIn', { by: isByPasskey ? 'passkey' : 'sandbox' }),
    );
  });
  setCookie(c, name, token, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/desk',
    secure,
    maxAge: deskLongestMs / 1000,
  });
  return { session, holder };
}

/** Ends this session, or all sessions of its holder. */
export async function closeSession(
  app: AppContext,
  c: Context,
  { session, holder }: SignedIn,
  isEverywhere: boolean,
): Promise<void> {
  await inTx(app.db, async (tx) => {
    const of = isEverywhere ? { keyId: session.keyId } : { id: session.id };
    await store.endSessions(tx, of, app.clocks.wall());
    await audit(tx, rowOf(app, holder, 'deskSignedOut', { isEverywhere }));
  });
  forgetCookie(app, c);
}

export function forgetCookie(app: AppContext, c: Context): void {
  const { name, isSecure: secure } = cookieOf(app);
  deleteCookie(c, name, { path: '/desk', secure });
}

/** Returns the trail's row of what a member of staff did at the desk. */
export function rowOf(
  { clocks }: AppContext,
  { name, keyId }: Pick<StaffHolder, 'name' | 'keyId'>,
  act: string,
  detail: NonNullable<AuditRow['detail']>,
): AuditRow {
  return { at: clocks.now(), who: name, act, subject: keyId, detail };
}

/** Returns the session as the desk shows it, with the commands that its holder may run. */
export async function sessionView(
  { settings, config, clocks }: AppContext,
  { session, holder }: SignedIn,
  commands: readonly StaffCommand[],
): Promise<DeskSession> {
  const { name, roles } = holder;
  const passkeyEndsAt = session.isByPasskey ? endsSoon(holder, clocks.wall()) : null;
  return {
    name,
    roles,
    commands: commands
      .filter((command) => command.roles.some((role) => roles.includes(role)))
      .map(declarationOf),
    companyName: (await settings.all()).companyName,
    isSandbox: config.isSandbox,
    isDrill: config.isDrill,
    endsAt: wireInstant(session.openedAt.add({ milliseconds: deskLongestMs })),
    idleMs: deskIdleMs,
    passkeyEndsAt: passkeyEndsAt && wireInstant(passkeyEndsAt),
  };
}
