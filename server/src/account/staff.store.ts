// All SQL for staff who view and end a borrower's sessions or reset attempt counts.
import { sql } from 'kysely';
import { pageLength } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import { Declined } from '#/platform/refuse.ts';
import { codeAttempts, deviceAttempts, idAttempts, sessionIdleMs, sessionLifeMs } from './rules.ts';

export type SessionSeen = {
  tokenHash: Buffer;
  deviceId: string;
  openedAt: Temporal.Instant;
  lastSeenAt: Temporal.Instant;
  endedAt: Temporal.Instant | null;
  isOpen: boolean;
};

/** The start of a session's hash in hex, as staff see it. */
const isNamed = (name: string) => sql<boolean>`encode(token_hash, 'hex') like ${`${name}%`}`;

/**
 * Returns a page of a borrower's sessions, including ended ones, newest first, and one more if
 * there are more. `after` is the name of the last session of the previous page.
 */
export async function sessionsOf(
  read: Read,
  borrowerId: string,
  wall: Temporal.Instant,
  after: string | null,
): Promise<SessionSeen[]> {
  const own = read.selectFrom('sessions').where('borrower_id', '=', borrowerId);
  let query = own;
  if (after !== null) {
    const last = await own
      .select(['opened_at', 'token_hash'])
      .where(isNamed(after))
      .executeTakeFirst();
    if (!last)
      throw new Declined(`This person has no session ${after}. Begin with the first page.`);
    query = query.where(
      sql<boolean>`(opened_at, token_hash) < (${last.opened_at}, ${last.token_hash})`,
    );
  }
  const rows = await query
    .select([
      'token_hash as tokenHash',
      'device_id as deviceId',
      'opened_at as openedAt',
      'last_seen_at as lastSeenAt',
      'ended_at as endedAt',
    ])
    .orderBy('opened_at', 'desc')
    .orderBy('token_hash', 'desc')
    .limit(pageLength + 1)
    .execute();
  const isOpen = (row: (typeof rows)[number]) =>
    row.endedAt === null &&
    wall.epochMilliseconds - row.lastSeenAt.epochMilliseconds < sessionIdleMs &&
    wall.epochMilliseconds - row.openedAt.epochMilliseconds < sessionLifeMs;
  return rows.map((row) => ({ ...row, isOpen: isOpen(row) }));
}

/** A count of wrong attempts that still counts. `until` is the wall time at which it is reset. */
export type AttemptCount = {
  kind: 'password' | 'code' | 'passwordAgain' | 'idDigits' | 'idNumber';
  used: number;
  limit: number;
  until: Temporal.Instant;
};

/**
 * Returns the wrong attempts counted on an account's own devices and those of strangers, at most
 * one count of each kind: the one closest to its limit. Networks are not counted.
 */
export async function attemptCounts(
  read: Read,
  of: { borrowerId: string; phoneHash: Buffer },
  wall: Temporal.Instant,
): Promise<AttemptCount[]> {
  const { borrowerId, phoneHash } = of;
  const logins = `login:${phoneHash.toString('hex')}:`;
  // A sliding window ends an hour after each of its parts began.
  const { rows } = await sql<AttemptCount>`
    select distinct on (kind) kind, used, "limit", until from (
      select case when name like 'login:%' then 'password'
          when name like 'password:%' then 'passwordAgain'
          when name like 'idDigits:%' then 'idDigits' else 'idNumber' end as kind,
        sum(used)::int as used,
        case when name like 'login:%' or name like 'password:%' then ${sql.lit(deviceAttempts)}
          else ${sql.lit(idAttempts)} end as "limit",
        max(case when name like 'login:%' then window_start + interval '65 minutes'
          else ends_at end) as until
      from rate_limits
      where (name in (${sql.join([`password:${borrowerId}`, `idDigits:${borrowerId}`, `idNumber:${borrowerId}`])})
          or name like ${`${logins}stranger:%`}
          or name in (select ${logins} || device_id from trusted_devices
            where borrower_id = ${borrowerId}))
        and case when name like 'login:%' then window_start > ${wall}::timestamptz - interval '65 minutes'
          else ends_at > ${wall} end
      group by name
      union all
      select 'code', tries, ${sql.lit(codeAttempts)}, ends_at from code_attempts
      where phone_hash = ${phoneHash} and ends_at > ${wall} and tries > 0
    ) counts
    where used > 0 order by kind, used - "limit" desc, until desc`.execute(read);
  return rows;
}

/** Returns the hashes of a borrower's sessions with this name. */
export async function sessionHashesNamed(
  read: Read,
  borrowerId: string,
  name: string,
): Promise<Buffer[]> {
  const rows = await read
    .selectFrom('sessions')
    .select('token_hash')
    .where('borrower_id', '=', borrowerId)
    .where(isNamed(name))
    .execute();
  return rows.map((row) => row.token_hash);
}

/**
 * Deletes the attempts counted for an account's passwords, codes and ID number, whether by its
 * owner or by strangers. Keeps the counts for networks, for devices and for all callers.
 * @returns the number of deleted counts.
 */
export async function resetAttempts(
  tx: Tx,
  of: { borrowerId: string; phoneHash: Buffer },
): Promise<number> {
  const number = of.phoneHash.toString('hex');
  const ownNames = ['password', 'idDigits', 'idNumber', 'idNumberTries'].map(
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
    .where((eb) =>
      eb.or([
        eb('name', 'in', ownNames),
        ...[...begins, `sms:session:${of.borrowerId}:%`].map((pattern) =>
          eb('name', 'like', pattern),
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

/**
 * Ends all of a borrower's open sessions, or only those with `tokenHashes`.
 * @returns the number of ended sessions.
 */
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
