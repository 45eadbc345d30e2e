// All SQL of what staff see and end of a borrower's sessions.
import type { Read, Tx } from '#/db/database.ts';
import { sessionIdleMs, sessionLifeMs } from './rules.ts';

export type SessionSeen = {
  tokenHash: Buffer;
  deviceId: string;
  openedAt: Temporal.Instant;
  lastSeenAt: Temporal.Instant;
  endedAt: Temporal.Instant | null;
  isOpen: boolean;
};

/** The newest sessions of a borrower, ended ones too. */
export async function sessionsOf(
  read: Read,
  borrowerId: string,
  wall: Temporal.Instant,
  limit: number,
): Promise<SessionSeen[]> {
  const rows = await read
    .selectFrom('sessions')
    .select([
      'token_hash as tokenHash',
      'device_id as deviceId',
      'opened_at as openedAt',
      'last_seen_at as lastSeenAt',
      'ended_at as endedAt',
    ])
    .where('borrower_id', '=', borrowerId)
    .orderBy('opened_at', 'desc')
    .limit(limit)
    .execute();
  const isOpen = (row: (typeof rows)[number]) =>
    row.endedAt === null &&
    wall.epochMilliseconds - row.lastSeenAt.epochMilliseconds < sessionIdleMs &&
    wall.epochMilliseconds - row.openedAt.epochMilliseconds < sessionLifeMs;
  return rows.map((row) => ({ ...row, isOpen: isOpen(row) }));
}

/**
 * Deletes the counted tries for an account: at its passwords, codes and ID number, by its owner and
 * by strangers. What networks and devices have taken, and all together, stays counted. @returns how
 * many counts.
 */
export async function resetTries(
  tx: Tx,
  of: { borrowerId: string; phoneHash: Buffer },
): Promise<number> {
  const number = of.phoneHash.toString('hex');
  const own = ['password', 'idDigits', 'idNumber', 'idNumberTries'].map(
    (kind) => `${kind}:${of.borrowerId}`,
  );
  const begins = [
    'login',
    'sms:stranger',
    'sms:knownDevice',
    'sms:rightPassword',
    'sms:session',
  ].map((kind) => `${kind}:${number}%`);
  const rateLimits = await tx
    .deleteFrom('rate_limits')
    .where((is) =>
      is.or([
        is('name', 'in', own),
        ...[...begins, `sms:session:${of.borrowerId}:%`].map((pattern) =>
          is('name', 'like', pattern),
        ),
      ]),
    )
    .executeTakeFirst();
  const codes = await tx
    .deleteFrom('code_attempts')
    .where('phone_hash', '=', of.phoneHash)
    .executeTakeFirst();
  return Number(rateLimits.numDeletedRows) + Number(codes.numDeletedRows);
}

/** Ends open sessions of a borrower, all or those of `tokenHashes`; how many there were. */
export async function endSessionsOf(
  tx: Tx,
  borrowerId: string,
  wall: Temporal.Instant,
  tokenHashes: readonly Buffer[] | null,
): Promise<number> {
  let ending = tx
    .updateTable('sessions')
    .set({ ended_at: wall })
    .where('borrower_id', '=', borrowerId)
    .where('ended_at', 'is', null);
  if (tokenHashes) ending = ending.where('token_hash', 'in', [...tokenHashes]);
  return Number((await ending.executeTakeFirst()).numUpdatedRows);
}
