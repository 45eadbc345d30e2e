// All SQL for sessions. A session is open until it is ended, idle too long, or past its lifetime.
import { type CompiledQuery, type Selectable, sql } from 'kysely';
import { sessionIdleMs, sessionLifeMs } from '#/account/rules.ts';
import { deleteBy } from '#/context/cleanup.ts';
import type { Db, Read, Tx } from '#/db/database.ts';
import { type Given, onePart } from '#/db/snapshot.ts';
import type { Sessions } from '#/db/tables.ts';

type NewSession = Omit<Selectable<Sessions>, 'ended_at'>;

export function insertSessionQuery(db: Read, session: NewSession): CompiledQuery {
  return db.insertInto('sessions').values(session).compile();
}

export async function findSession(
  read: Read,
  tokenHash: Buffer,
  wall: Temporal.Instant,
): Promise<
  Pick<Selectable<Sessions>, 'borrower_id' | 'device_id' | 'proven_at' | 'last_seen_at'> | undefined
> {
  const { idleSince, openSince } = sessionBounds(wall);
  return await read
    .selectFrom('sessions')
    .select(['borrower_id', 'device_id', 'proven_at', 'last_seen_at'])
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', idleSince)
    .where('opened_at', '>', openSince)
    .executeTakeFirst();
}

/**
 * Makes the transaction fail in the database, as Refused sessionInvalid, unless the session is
 * open.
 */
export async function requireOpen(
  tx: Tx,
  tokenHash: Buffer,
  wall: Temporal.Instant,
): Promise<void> {
  const { idleSince, openSince } = sessionBounds(wall);
  await sql`select refuse_unless(exists (select from sessions
    where token_hash = ${tokenHash} and ended_at is null
      and last_seen_at > ${idleSince} and opened_at > ${openSince}), 'sessionInvalid')`.execute(tx);
}

type Token = Given<{
  tokenHash: Buffer;
  deviceId: string;
  idleSince: Temporal.Instant;
  openSince: Temporal.Instant;
}>;

/** Selects the open session with a token on a device. Its row comes first in a call's snapshot. */
export const sessionLead = onePart(
  (db, { tokenHash, deviceId, idleSince, openSince }: Token) =>
    db
      .selectFrom('sessions')
      .select(['borrower_id', 'proven_at', 'last_seen_at'])
      .where('token_hash', '=', tokenHash)
      .where('device_id', '=', deviceId)
      .where('ended_at', 'is', null)
      .where('last_seen_at', '>', idleSince)
      .where('opened_at', '>', openSince),
  (row) => row,
);

/**
 * Returns the bounds of an open session: it has expired if it was last seen before `idleSince` or
 * opened before `openSince`.
 */
export function sessionBounds(wall: Temporal.Instant): {
  idleSince: Temporal.Instant;
  openSince: Temporal.Instant;
} {
  return {
    idleSince: wall.subtract({ milliseconds: sessionIdleMs }),
    openSince: wall.subtract({ milliseconds: sessionLifeMs }),
  };
}

/** Updates an open session's last-seen time unless that time is later than `notSince`. */
export async function moveLastSeen(
  tx: Tx,
  tokenHash: Buffer,
  wall: Temporal.Instant,
  notSince: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: wall })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '<=', notSince)
    .execute();
}

export async function endByToken(tx: Tx, tokenHash: Buffer, wall: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: wall })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute();
}

type OpenedUnder = {
  borrowerId: string;
  deviceId: string;
  requestId: string;
  openedAfter: Temporal.Instant;
};

/**
 * Ends the session that a login with this request id opened on this device.
 * @returns undefined if there is no such session or it was opened too long ago.
 */
export async function endByRequest(
  tx: Tx,
  of: OpenedUnder,
  wall: Temporal.Instant,
): Promise<Pick<Selectable<Sessions>, 'opened_at' | 'proven_at'> | undefined> {
  return await tx
    .updateTable('sessions')
    .set({ ended_at: wall })
    .where('borrower_id', '=', of.borrowerId)
    .where('device_id', '=', of.deviceId)
    .where('opened_under', '=', of.requestId)
    .where('ended_at', 'is', null)
    .where('opened_at', '>', of.openedAfter)
    .returning(['opened_at', 'proven_at'])
    .executeTakeFirst();
}

/** Returns the statement that ends a borrower's open sessions on a device. */
export function endOnDeviceQuery(
  db: Read,
  borrowerId: string,
  deviceId: string,
  wall: Temporal.Instant,
): CompiledQuery {
  return db
    .updateTable('sessions')
    .set({ ended_at: wall })
    .where('borrower_id', '=', borrowerId)
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .compile();
}

/** Deletes sessions that ended before `before`, by wall time (03-account.sql). */
export async function forgetSessions(db: Db, before: Temporal.Instant): Promise<void> {
  await deleteBy(db, 'forget_sessions', before);
}

type Times = Pick<Selectable<Sessions>, 'opened_at' | 'last_seen_at'>;

/** Whether a session that has not been ended is within its idle time and lifetime. */
export function isOpen({ opened_at, last_seen_at }: Times, wall: Temporal.Instant): boolean {
  const sinceMs = (at: Temporal.Instant) => wall.epochMilliseconds - at.epochMilliseconds;
  return sinceMs(last_seen_at) < sessionIdleMs && sinceMs(opened_at) < sessionLifeMs;
}

/**
 * Ends a borrower's sessions, except the one with token hash `except`, if given.
 * @returns the times of the ended sessions, including those that had expired.
 */
export async function endAllOf(
  tx: Tx,
  borrowerId: string,
  wall: Temporal.Instant,
  except: Buffer | null,
): Promise<Times[]> {
  let ending = tx
    .updateTable('sessions')
    .set({ ended_at: wall })
    .where('borrower_id', '=', borrowerId)
    .where('ended_at', 'is', null);
  if (except) ending = ending.where('token_hash', '<>', except);
  return await ending.returning(['opened_at', 'last_seen_at']).execute();
}

export async function setProven(tx: Tx, tokenHash: Buffer, wall: Temporal.Instant): Promise<void> {
  await tx.executeQuery(setProvenQuery(tx, tokenHash, wall));
}

export function setProvenQuery(db: Read, tokenHash: Buffer, wall: Temporal.Instant): CompiledQuery {
  return db
    .updateTable('sessions')
    .set({ proven_at: wall })
    .where('token_hash', '=', tokenHash)
    .compile();
}

/**
 * Sets the time of the last proof in all of a borrower's sessions that have a proof and have not
 * been ended.
 */
export async function setProvenInAll(
  tx: Tx,
  borrowerId: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proven_at: at })
    .where('borrower_id', '=', borrowerId)
    .where('ended_at', 'is', null)
    .where('proven_at', 'is not', null)
    .execute();
}

/** Returns a borrower's open sessions, newest first. */
export async function openSessionsOf(
  read: Read,
  borrowerId: string,
  wall: Temporal.Instant,
): Promise<
  Pick<
    Selectable<Sessions>,
    'token_hash' | 'device_id' | 'browser' | 'system' | 'opened_at' | 'last_seen_at'
  >[]
> {
  return await read
    .selectFrom('sessions')
    .select(['token_hash', 'device_id', 'browser', 'system', 'opened_at', 'last_seen_at'])
    .where('borrower_id', '=', borrowerId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', wall.subtract({ milliseconds: sessionIdleMs }))
    .where('opened_at', '>', wall.subtract({ milliseconds: sessionLifeMs }))
    .orderBy('opened_at', 'desc')
    .execute();
}

const mostListed = 500;

/** Returns a borrower's stored sessions, newest first, at most 500. */
export async function allSessionsOf(
  read: Read,
  borrowerId: string,
): Promise<
  Pick<Selectable<Sessions>, 'browser' | 'system' | 'opened_at' | 'last_seen_at' | 'ended_at'>[]
> {
  return await read
    .selectFrom('sessions')
    .select(['browser', 'system', 'opened_at', 'last_seen_at', 'ended_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('opened_at', 'desc')
    .limit(mostListed)
    .execute();
}
