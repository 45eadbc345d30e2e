// Sessions: 256 random bits for the client, their SHA-256 for us.

import type { logout as logoutCall } from '@sandali/contract/account.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import type { CompiledQuery } from 'kysely';
import { removeEveryPasskey } from '#/account/passkey/store.ts';
import { deletePasswordProofs } from '#/account/password/store.ts';
import { lastSeenEveryMs, reopenWithinMs } from '#/account/rules.ts';
import { lockRow, requireRow } from '#/account/store.ts';
import type { Borrower, BorrowerCtx, Ctx } from '#/context/ctx.ts';
import type { Done, ReadInSession } from '#/context/serve.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { type FactsOf, ledSnapshot, type Parts } from '#/db/snapshot.ts';
import { newToken } from '#/platform/random.ts';
import { Refused } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { deleteDevices, rememberDeviceStatement } from './device.store.ts';
import { deviceNameOf } from './device-name.ts';
import * as store from './session.store.ts';

/** A valid session. `isTouchDue`: `last_seen_at` is old enough to be written again. */
type Session = Borrower & { deviceId: string; isTouchDue: boolean };

/** What is stored of a token: its SHA-256. */
export function tokenHashOf(token: string): Buffer {
  return sha256(token);
}

/**
 * The session of a token's hash, or null when it was ended, idle for 7 days or opened 30 days ago.
 */
async function sessionOf(
  read: Read,
  tokenHash: Buffer,
  wall: Temporal.Instant,
): Promise<Session | null> {
  const row = await store.findSession(read, tokenHash, wall);
  if (!row) return null;
  return {
    borrowerId: row.borrower_id,
    tokenHash,
    provenAt: row.proven_at,
    deviceId: row.device_id,
    isTouchDue: isTouchDue(row.last_seen_at, wall),
  };
}

function isTouchDue(lastSeenAt: Temporal.Instant, wall: Temporal.Instant): boolean {
  return wall.epochMilliseconds - lastSeenAt.epochMilliseconds >= lastSeenEveryMs;
}

/**
 * Locks the borrower for a write of this session. The session is looked up again once the lock is
 * there: whatever held it may have ended the session, and nothing is done for one that has ended.
 * Both fail in the database, so that statements may follow before they are answered.
 * @throws Refused sessionInvalid out of `inTx`, as for a session that was gone before the call
 * came.
 */
export async function lockInSession(
  tx: Tx,
  { borrowerId, tokenHash }: Borrower,
  wall: Temporal.Instant,
): Promise<void> {
  // one behind the other on the connection
  await Promise.all([requireRow(tx, borrowerId), store.requireOpen(tx, tokenHash, wall)]);
}

/** Writes that a session was seen now, unless that was written in the last five minutes. */
async function touchSession(tx: Tx, tokenHash: Buffer, wall: Temporal.Instant): Promise<void> {
  await store.moveLastSeen(tx, tokenHash, wall, wall.subtract({ milliseconds: lastSeenEveryMs }));
}

/**
 * Who a token belongs to, or null; and writes its last sight when that is due. What the router asks
 * before every call. A session is of the device on which it was opened, and of no other; null is a
 * device that is not known yet.
 */
export async function borrowerOf(
  db: Read,
  token: string,
  deviceId: string | null,
  wall: Temporal.Instant,
): Promise<Borrower | null> {
  const session = await sessionOf(db, tokenHashOf(token), wall);
  if (!session || (deviceId !== null && session.deviceId !== deviceId)) return null;
  if (session.isTouchDue) await inTx(db, (tx) => touchSession(tx, session.tokenHash, wall));
  const { borrowerId, tokenHash, provenAt } = session;
  return { borrowerId, tokenHash, provenAt };
}

/**
 * Joins parts to the session of a token: one statement, which reads nothing else where there is no
 * session. As `borrowerOf` does, it writes the last sight when that is due.
 */
export function inSession<P extends Parts>(parts: P): ReadInSession<FactsOf<P>> {
  const snapshot = ledSnapshot(
    { query: store.sessionLead, given: { borrowerId: 'borrower_id' } },
    parts,
  );
  return async (db, { token, deviceId, wall }, given) => {
    const tokenHash = tokenHashOf(token);
    const found = await snapshot.read(db, {
      ...(given as object),
      tokenHash,
      deviceId,
      ...store.sessionBounds(wall),
    } as never);
    if (!found?.lead) return null;
    const { borrower_id, proven_at, last_seen_at } = found.lead;
    if (isTouchDue(last_seen_at, wall)) await inTx(db, (tx) => touchSession(tx, tokenHash, wall));
    return { who: { borrowerId: borrower_id, tokenHash, provenAt: proven_at }, facts: found.facts };
  };
}

type Opening = Pick<Ctx, 'deviceId' | 'requestId' | 'terminal' | 'userAgent' | 'wall'>;

/**
 * Opens a session on the calling device, which is a known one from now on; the token is returned
 * once and not stored. An earlier session of the borrower on this device ends, so that its token is
 * worthless. It counts as a fresh proof of who they are.
 */
export async function openSession(
  tx: Tx,
  ctx: Opening,
  borrowerId: string,
): Promise<{ token: string }> {
  const { token, statements } = openSessionStatements(tx, ctx, borrowerId, true);
  for (const one of statements) await tx.executeQuery(one);
  return { token };
}

/**
 * The same as statements. `isProven` is false if a code alone opens it although a password or a
 * passkey exists: calls that need a fresh proof then require one.
 */
export function openSessionStatements(
  db: Read,
  ctx: Opening,
  borrowerId: string,
  isProven: boolean,
): { token: string; statements: readonly CompiledQuery[] } {
  const { token, statement } = issue(db, ctx, {
    borrowerId,
    openedAt: ctx.wall,
    provenAt: isProven ? ctx.wall : null,
  });
  const { deviceId, wall } = ctx;
  return {
    token,
    statements: [
      store.endOnDeviceStatement(db, borrowerId, deviceId, wall),
      rememberDeviceStatement(db, borrowerId, deviceId, wall),
      statement,
    ],
  };
}

/**
 * For a repeated login: ends the token that was issued under this request id and issues another one
 * for the same session.
 * @throws Refused sessionInvalid when that session was ended since, or when the login is more than
 * 15 minutes old, so that an old code opens nothing for ever.
 */
export async function reopenSession(
  tx: Tx,
  ctx: Opening,
  borrowerId: string,
): Promise<{ token: string }> {
  // of two repetitions at once the second must see what the first has issued
  await lockRow(tx, borrowerId);
  const openedAfter = ctx.wall.subtract({ milliseconds: reopenWithinMs });
  const old = await store.endByRequest(
    tx,
    { borrowerId, deviceId: ctx.deviceId, requestId: ctx.requestId, openedAfter },
    ctx.wall,
  );
  if (!old) throw new Refused('sessionInvalid');
  const { token, statement } = issue(tx, ctx, {
    borrowerId,
    openedAt: old.opened_at,
    provenAt: old.proven_at,
  });
  await tx.executeQuery(statement);
  return { token };
}

/** Ends a session; one that has ended stays as it is. */
export async function endSession(tx: Tx, tokenHash: Buffer, wall: Temporal.Instant): Promise<void> {
  await store.endByToken(tx, tokenHash, wall);
}

/**
 * Ends every session of a borrower. All their devices are strange ones again, and their passkeys
 * are gone: one may be a thief's.
 */
export async function endAllSessions(
  tx: Tx,
  borrowerId: string,
  wall: Temporal.Instant,
): Promise<void> {
  await store.endAllOf(tx, borrowerId, wall, null);
  await deleteDevices(tx, borrowerId, null);
  await deletePasswordProofs(tx, borrowerId);
  await removeEveryPasskey(tx, borrowerId, wall);
}

/**
 * Ends every other session of a borrower who has just proven who they are in this one. Gives how
 * many were open.
 */
export async function endOtherSessions(
  tx: Tx,
  who: Borrower,
  wall: Temporal.Instant,
): Promise<number> {
  const ended = await leaveOnlyThis(tx, who, wall);
  await store.setProven(tx, who.tokenHash, wall);
  return ended;
}

/**
 * Ends every other session of a borrower; all devices but that of this session are strange ones
 * again, and passkeys are gone. Gives how many sessions were open.
 */
export async function leaveOnlyThis(
  tx: Tx,
  { borrowerId, tokenHash }: Borrower,
  wall: Temporal.Instant,
): Promise<number> {
  // The device that stays known is the one on which the session was opened, not the one that a call
  // names.
  await deleteDevices(tx, borrowerId, tokenHash);
  await deletePasswordProofs(tx, borrowerId);
  await removeEveryPasskey(tx, borrowerId, wall);
  return (await store.endAllOf(tx, borrowerId, wall, tokenHash)).filter((one) =>
    store.isOpen(one, wall),
  ).length;
}

type Issued = { borrowerId: string; openedAt: Temporal.Instant; provenAt: Temporal.Instant | null };

function issue(
  db: Read,
  ctx: Opening,
  { borrowerId, openedAt, provenAt }: Issued,
): { token: string; statement: CompiledQuery } {
  const token = newToken();
  const statement = store.insertSessionStatement(db, {
    token_hash: tokenHashOf(token),
    borrower_id: borrowerId,
    device_id: ctx.deviceId,
    opened_under: ctx.requestId,
    opened_at: openedAt,
    last_seen_at: ctx.wall,
    proven_at: provenAt,
    ...deviceNameOf(ctx.userAgent, ctx.terminal),
  });
  return { token, statement };
}

/** Ends this session and no other one. */
export async function logout(
  ctx: BorrowerCtx,
  tx: Tx,
  _input: RequestOf<typeof logoutCall>,
): Promise<Done> {
  await endSession(tx, ctx.who.tokenHash, ctx.wall);
  return { ids: {} };
}
