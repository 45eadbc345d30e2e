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
export async function sessionsOf(read: Read, borrowerId: string, wall: Temporal.Instant, limit: number): Promise<SessionSeen[]> {
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

/** Ends open sessions of a borrower, all or those of `tokenHashes`; how many there were. */
export async function endSessionsOf(
  tx: Tx,
  borrowerId: string,
  wall: Temporal.Instant,
  tokenHashes: readonly Buffer[] | null,
): Promise<number> {
  let ending = tx.updateTable('sessions').set({ ended_at: wall }).where('borrower_id', '=', borrowerId).where('ended_at', 'is', null);
  if (tokenHashes) ending = ending.where('token_hash', 'in', [...tokenHashes]);
  return Number((await ending.executeTakeFirst()).numUpdatedRows);
}
