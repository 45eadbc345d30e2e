// Sessions: the client has a token of 256 random bits, and the server stores its SHA-256.

import type { logout as logoutCall } from '@sandali/contract/account.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import type { CompiledQuery } from 'kysely';
import { removeEveryPasskey } from '#/account/passkey/store.ts';
import { deletePasswordProofs } from '#/account/password/store.ts';
import { lastSeenEveryMs, reopenWithinMs } from '#/account/rules.ts';
import { lockRow, requireRow } from '#/account/store.ts';
import type { Borrower, BorrowerCtx, Ctx } from '#/context/ctx.ts';
import type { ParamsOf, SessionKey, Sessions } from '#/context/open-call.ts';
import type { Done } from '#/context/write.ts';
import { type Db, inTx, type Read, runAll, type Tx } from '#/db/database.ts';
import { cached, type FactsOf, ledSnapshot, type Parts } from '#/db/snapshot.ts';
import { newToken } from '#/platform/random.ts';
import { Refused } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { deleteDevices, rememberDeviceQuery } from './device.store.ts';
import { deviceNameOf } from './device-name.ts';
import * as store from './session.store.ts';

/** A valid session. `isTouchDue`: `last_seen_at` is old enough to be updated. */
type Session = Borrower & { deviceId: string; isTouchDue: boolean };

export function tokenHashOf(token: string): Buffer {
  return sha256(token);
}

/**
 * Returns the open session with a token's hash; null if it was ended, idle for 7 days, or is 30
 * days old.
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
 * Locks the borrower for a write, then checks the session, because the previous holder of the lock
 * may have ended it. Either statement can fail in the database, so the caller can send more
 * statements without waiting.
 * @throws Refused sessionInvalid out of `inTx`.
 */
export async function lockInSession(
  tx: Tx,
  { borrowerId, tokenHash }: Borrower,
  wall: Temporal.Instant,
): Promise<void> {
  // The connection runs both statements in this order.
  await Promise.all([requireRow(tx, borrowerId), store.requireOpen(tx, tokenHash, wall)]);
}

async function touchSession(tx: Tx, tokenHash: Buffer, wall: Temporal.Instant): Promise<void> {
  await store.moveLastSeen(tx, tokenHash, wall, wall.subtract({ milliseconds: lastSeenEveryMs }));
}

/**
 * Returns the borrower whose session has this token, or null, and updates when the session was last
 * seen. A session belongs to the device that opened it. `deviceId` is null while the device is
 * unknown.
 */
async function borrowerOf(db: Db, { token, deviceId, wall }: SessionKey): Promise<Borrower | null> {
  const session = await sessionOf(db, tokenHashOf(token), wall);
  if (!session || (deviceId !== null && session.deviceId !== deviceId)) return null;
  if (session.isTouchDue) await inTx(db, (tx) => touchSession(tx, session.tokenHash, wall));
  const { borrowerId, tokenHash, provenAt } = session;
  return { borrowerId, tokenHash, provenAt };
}

const sessionSnapshots = new WeakMap<Parts, unknown>();

function sessionSnapshotOf<P extends Parts>(parts: P) {
  return cached(sessionSnapshots, parts, () =>
    ledSnapshot({ query: store.sessionLead, given: { borrowerId: 'borrower_id' } }, parts),
  );
}

/**
 * Reads a token's session and the given parts in one statement. If the session is not open, reads
 * nothing else. Like `borrowerOf`, updates when the session was last seen.
 */
async function readInSession<P extends Parts>(
  db: Db,
  { token, deviceId, wall }: SessionKey,
  parts: P,
  params: ParamsOf<P>,
): Promise<{ who: Borrower; facts: FactsOf<P> } | null> {
  const tokenHash = tokenHashOf(token);
  const snapshot = sessionSnapshotOf(parts);
  const result = await snapshot.read(db, {
    ...params,
    tokenHash,
    deviceId,
    ...store.sessionBounds(wall),
  } as Parameters<typeof snapshot.read>[1]);
  if (!result?.lead) return null;
  const { borrower_id, proven_at, last_seen_at } = result.lead;
  if (isTouchDue(last_seen_at, wall)) await inTx(db, (tx) => touchSession(tx, tokenHash, wall));
  return {
    who: { borrowerId: borrower_id, tokenHash, provenAt: proven_at },
    facts: result.facts,
  };
}

/** How calls read and lock sessions. */
export const sessions: Sessions = {
  borrowerOf,
  read: readInSession,
  lock: lockInSession,
};

type Opening = Pick<Ctx, 'deviceId' | 'requestId' | 'terminal' | 'userAgent' | 'wall'>;

/**
 * Opens a session on the calling device, makes the device known, and ends the device's earlier
 * session. Opening a session is a proof of identity. The token is returned once and not stored.
 */
export async function openSession(
  tx: Tx,
  ctx: Opening,
  borrowerId: string,
): Promise<{ token: string }> {
  const { token, statements } = openSessionQueries(tx, ctx, borrowerId, true);
  await runAll(tx, statements);
  return { token };
}

/**
 * Returns the statements of openSession. `isProven` is false if a code alone opens the session
 * although the account has a password or a passkey; calls that need a new proof then require one.
 */
export function openSessionQueries(
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
      store.endOnDeviceQuery(db, borrowerId, deviceId, wall),
      rememberDeviceQuery(db, borrowerId, deviceId, wall),
      statement,
    ],
  };
}

/**
 * For a repeated login: ends the token issued under this request id and issues another one for the
 * same session.
 * @throws Refused sessionInvalid if the session has ended or the login is over 15 minutes old, so
 * that an old request cannot open sessions forever.
 */
export async function reopenSession(
  tx: Tx,
  ctx: Opening,
  borrowerId: string,
): Promise<{ token: string }> {
  // Of two concurrent repetitions, the second must see the token that the first issued.
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

export async function endSession(tx: Tx, tokenHash: Buffer, wall: Temporal.Instant): Promise<void> {
  await store.endByToken(tx, tokenHash, wall);
}

/**
 * Ends all of a borrower's sessions, forgets all devices and removes all passkeys, because any of
 * them may be a thief's.
 */
export async function endAllSessions(
  tx: Tx,
  borrowerId: string,
  wall: Temporal.Instant,
): Promise<void> {
  await Promise.all([
    store.endAllOf(tx, borrowerId, wall, null),
    deleteDevices(tx, borrowerId, null),
    deletePasswordProofs(tx, borrowerId),
    removeEveryPasskey(tx, borrowerId, wall),
  ]);
}

/**
 * Ends a borrower's other sessions after a proof of identity in this one.
 * @returns the number of sessions that were open.
 */
export async function endOtherSessions(
  tx: Tx,
  who: Borrower,
  wall: Temporal.Instant,
): Promise<number> {
  const [ended] = await Promise.all([
    revokeOtherAccess(tx, who, wall),
    store.setProven(tx, who.tokenHash, wall),
  ]);
  return ended;
}

/**
 * Ends a borrower's other sessions, forgets all other devices and removes all passkeys.
 * @returns the number of sessions that were open.
 */
export async function revokeOtherAccess(
  tx: Tx,
  { borrowerId, tokenHash }: Borrower,
  wall: Temporal.Instant,
): Promise<number> {
  const [ended] = await Promise.all([
    store.endAllOf(tx, borrowerId, wall, tokenHash),
    // Keep the session's stored device known, because a caller can name any device.
    deleteDevices(tx, borrowerId, tokenHash),
    deletePasswordProofs(tx, borrowerId),
    removeEveryPasskey(tx, borrowerId, wall),
  ]);
  return ended.filter((times) => store.isOpen(times, wall)).length;
}

type Issued = { borrowerId: string; openedAt: Temporal.Instant; provenAt: Temporal.Instant | null };

function issue(
  db: Read,
  ctx: Opening,
  { borrowerId, openedAt, provenAt }: Issued,
): { token: string; statement: CompiledQuery } {
  const token = newToken();
  const statement = store.insertSessionQuery(db, {
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

export async function logout(
  ctx: BorrowerCtx,
  tx: Tx,
  _input: RequestOf<typeof logoutCall>,
): Promise<Done> {
  await endSession(tx, ctx.who.tokenHash, ctx.wall);
  return { ids: {} };
}
