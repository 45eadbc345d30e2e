// The devices on which a borrower is logged in, and the call that ends all other sessions.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { type deviceList, logoutOthers as logoutOthersCall } from '@sandali/contract/device.ts';
import { type FreshProof, prepareFreshProof } from '#/account/password/fresh-proof.ts';
import { findIdByPhone } from '#/account/store.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Db, Read, Tx } from '#/db/database.ts';
import { shownAt, wireInstant } from '#/platform/days.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import { rememberDevice } from './device.store.ts';
import { openSessionsOf } from './session.store.ts';
import { endOtherSessions, revokeOtherAccess } from './session.ts';

type Listed = DataOf<typeof deviceList>['devices'][number];
type Input = RequestOf<typeof logoutOthersCall>;

/** Returns the borrower's devices. If a device has several sessions, only the newest is listed. */
export async function devicesOf(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof deviceList>> {
  const rows = await openSessionsOf(read, ctx.who.borrowerId, ctx.wall);
  const ownDeviceId = rows.find((row) => row.token_hash.equals(ctx.who.tokenHash))?.device_id;
  const newest = rows.filter(
    (row, place) => rows.findIndex(({ device_id }) => device_id === row.device_id) === place,
  );
  const devices = newest
    .sort(
      (a, b) =>
        Number(b.device_id === ownDeviceId) - Number(a.device_id === ownDeviceId) ||
        Temporal.Instant.compare(b.last_seen_at, a.last_seen_at),
    )
    .map((row) => ({
      browser: row.browser as Listed['browser'],
      system: row.system as Listed['system'],
      openedAt: wireInstant(shownAt(row.opened_at, ctx)) as Listed['openedAt'],
      lastSeenAt: wireInstant(shownAt(row.last_seen_at, ctx)) as Listed['lastSeenAt'],
      isThis: row.device_id === ownDeviceId,
    }));
  return { devices };
}

/** Compares the password, if required, before the transaction, because hashing is slow. */
export async function prepareLogoutOthers(
  ctx: BorrowerCtx,
  read: Db,
  { password }: Input,
): Promise<FreshProof> {
  return await prepareFreshProof(ctx, read, password);
}

/** Ends every other session and forgets the other devices. A wrong password is counted. */
export async function logoutOthers(
  ctx: BorrowerCtx,
  tx: Tx,
  _input: Input,
  proof: FreshProof,
): Promise<Done<Ended>> {
  const { isNeeded, hasPassword, isRight } = proof;
  // Without a password there is nothing to compare, and ending other sessions is harmless.
  if (!isNeeded || !hasPassword)
    return { ids: { endedCount: await revokeOtherAccess(tx, ctx.who, ctx.wall) } };
  if (isRight === null) return refuse(logoutOthersCall, 'passwordNeeded');
  if (!isRight) refuseButKeep(logoutOthersCall, 'passwordWrong');
  return { ids: { endedCount: await endOtherSessions(tx, ctx.who, ctx.wall) } };
}

/**
 * For the sandbox: makes a device known to the borrower whose number has this hash.
 * @returns false if no account has that number.
 */
export async function trustDevice(
  tx: Tx,
  phoneHash: Buffer,
  deviceId: string,
  wall: Temporal.Instant,
): Promise<boolean> {
  const borrowerId = await findIdByPhone(tx, phoneHash);
  if (borrowerId !== null) await rememberDevice(tx, borrowerId, deviceId, wall);
  return borrowerId !== null;
}

type Ended = { endedCount: number };

export async function showEnded(
  _ctx: BorrowerCtx,
  _read: Read,
  { endedCount }: Ended,
): Promise<Ended> {
  return { endedCount };
}
