// All SQL for the desk's sessions and challenges.
import { sql } from 'kysely';
import type { Db, Read, Tx } from '#/db/database.ts';

export type Session = {
  id: string;
  keyId: string;
  /** The hash of the key that opened the session. */
  keyHash: Buffer;
  isByPasskey: boolean;
  openedAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant;
};

export async function insertSession(
  tx: Tx,
  { tokenHash, ...session }: Session & { tokenHash: Buffer },
): Promise<void> {
  await tx
    .insertInto('desk_sessions')
    .values({
      id: session.id,
      token_hash: tokenHash,
      key_id: session.keyId,
      key_hash: session.keyHash,
      is_by_passkey: session.isByPasskey,
      opened_at: session.openedAt,
      last_used_at: session.lastUsedAt,
    })
    .execute();
}

/**
 * Returns the session with this token, unless it was ended, or its key was suspended since.
 */
export async function sessionByToken(read: Read, tokenHash: Buffer): Promise<Session | undefined> {
  return await read
    .selectFrom('desk_sessions as s')
    .select(['s.id', 's.key_id as keyId', 's.key_hash as keyHash'])
    .select(['s.is_by_passkey as isByPasskey', 's.opened_at as openedAt'])
    .select(['s.last_used_at as lastUsedAt'])
    .where('s.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from staff_suspensions u
        where u.key_id = s.key_id and u.suspended_at >= s.opened_at and u.decision_id is not null)`,
    )
    .executeTakeFirst();
}

export async function recordUse(read: Read, id: string, wall: Temporal.Instant): Promise<void> {
  await read
    .updateTable('desk_sessions')
    .set({ last_used_at: wall })
    .where('id', '=', id)
    .where('last_used_at', '<', wall)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends a session, or all sessions of a key. */
export async function endSessions(
  read: Read,
  of: { id: string } | { keyId: string },
  wall: Temporal.Instant,
): Promise<void> {
  const query = read
    .updateTable('desk_sessions')
    .set({ ended_at: wall })
    .where('ended_at', 'is', null);
  await ('id' in of
    ? query.where('id', '=', of.id)
    : query.where('key_id', '=', of.keyId)
  ).execute();
}

/** Records a change of this session. @returns false if it has been carried out already */
export async function insertAct(tx: Tx, id: string, sessionId: string): Promise<boolean> {
  const row = await tx
    .insertInto('desk_acts')
    .values({ id, session_id: sessionId })
    .onConflict((clash) => clash.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type Purpose = 'make' | 'signIn' | 'confirm';
export type Challenge = {
  id: string;
  challenge: Buffer;
  purpose: Purpose;
  endsAt: Temporal.Instant;
  /** Of a passkey that is made. */
  name?: string;
  userHandle?: Buffer;
  /** Of a confirmation. */
  sessionId?: string;
  aboutHash?: Buffer;
};

export async function insertChallenge(read: Read, challenge: Challenge): Promise<void> {
  await read
    .insertInto('desk_challenges')
    .values({
      id: challenge.id,
      challenge: challenge.challenge,
      purpose: challenge.purpose,
      ends_at: challenge.endsAt,
      name: challenge.name ?? null,
      user_handle: challenge.userHandle ?? null,
      session_id: challenge.sessionId ?? null,
      about_hash: challenge.aboutHash ?? null,
    })
    .execute();
}

/**
 * Uses up a challenge of this purpose. Returns undefined if it is missing, used or expired. One
 * statement does all, so that only one of several concurrent responses counts.
 */
export async function takeChallenge(
  read: Read,
  { id, purpose }: { id: string; purpose: Purpose },
  wall: Temporal.Instant,
) {
  return await read
    .updateTable('desk_challenges')
    .set({ used_at: wall })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .returning(['challenge', 'name', 'user_handle as userHandle'])
    .returning(['session_id as sessionId', 'about_hash as aboutHash'])
    .executeTakeFirst();
}

/** Deletes the challenges that ended, and the sessions that were opened, before `before`. */
export async function deleteOld(db: Db, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('desk_challenges').where('ends_at', '<', before).execute();
  await db.deleteFrom('desk_sessions').where('opened_at', '<', before).execute();
}
