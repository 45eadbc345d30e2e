// All SQL for SMS codes.
import { sql } from 'kysely';
import { codeAttempts, codesKeptMs } from '#/account/rules.ts';
import { deleteEnded } from '#/context/cleanup.ts';
import type { Db, Read, Tx } from '#/db/database.ts';

/** A code's challenge, number and purpose, and its borrower if known. */
export type ChallengeKey = {
  id: string;
  phoneHash: Buffer;
  purpose: string;
  borrowerId: string | null;
};
/**
 * The number, purpose and device of a series of codes; each new code replaces the previous code.
 */
export type Chain = { phoneHash: Buffer; purpose: string; deviceId: string };
/**
 * Identifies a counter of attempts. `countedOn` is the caller: a session's borrower, a known
 * device, a device that sent the correct password, or a stranger's device.
 */
export type Count = { phoneHash: Buffer; purpose: string; countedOn: string };

/**
 * Lets only one transaction at a time send codes to a number or for an address. Lock the number
 * first.
 */
export async function lockSending(tx: Tx, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0)})`.execute(tx);
}

/** What a caller requested for a number, whatever the purpose of the codes. */
export type Sends = {
  lastAt: Temporal.Instant | null;
  /**
   * The number of codes requested since a given time, for the phone number or from the caller's
   * address, whichever is higher.
   */
  recent: number;
  /** Whether a code was sent and has not expired. */
  isSentLately: boolean;
};

/** Returns what this caller requested for a number; `recent` counts from `since`. */
export async function sendsOf(
  read: Read,
  { count, address }: { count: Count; address: Buffer | null },
  { since, wall }: { since: Temporal.Instant; wall: Temporal.Instant },
): Promise<Sends> {
  return await read
    .selectFrom('sms_challenges')
    .select((row) => [
      row.fn.max('made_at').as('lastAt'),
      sql<number>`greatest(count(*) filter (where made_at > ${since}),
        (select count(*) from sms_challenges
          where address_hash = ${address} and made_at > ${since}))::integer`.as('recent'),
      sql<boolean>`coalesce(bool_or(is_sent and ends_at > ${wall}), false)`.as('isSentLately'),
    ])
    .where('phone_hash', '=', count.phoneHash)
    .where('counted_on', '=', count.countedOn)
    .executeTakeFirstOrThrow();
}

/**
 * Returns how many codes were sent to strangers between two instants, and how many of them were
 * entered correctly.
 */
export async function countSentAndUsed(
  read: Read,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<{ sent: number; used: number }> {
  const row = await read
    .selectFrom('sms_challenges')
    .select(({ fn }) => [fn.countAll<string>().as('sent'), fn.count<string>('used_at').as('used')])
    .where('made_at', '>', from)
    .where('made_at', '<=', to)
    .where('is_sent', '=', true)
    .where('counted_on', 'like', 'stranger:%')
    .executeTakeFirstOrThrow();
  return { sent: Number(row.sent), used: Number(row.used) };
}

/** Returns the current attempt count for a phone number's codes with one purpose. */
export async function findCount(
  tx: Tx,
  of: Count,
  wall: Temporal.Instant,
): Promise<{ tries: number; ends_at: Temporal.Instant } | undefined> {
  return await tx
    .selectFrom('code_attempts')
    .select(['tries', 'ends_at'])
    .where('phone_hash', '=', of.phoneHash)
    .where('purpose', '=', of.purpose)
    .where('device_id', '=', of.countedOn)
    .where('ends_at', '>', wall)
    .executeTakeFirst();
}

/** Extends the caller's attempt count when a new code is sent, or starts a count. */
export async function prolongCount(
  tx: Tx,
  of: Count,
  wall: Temporal.Instant,
  endsAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('code_attempts')
    .values({
      phone_hash: of.phoneHash,
      purpose: of.purpose,
      device_id: of.countedOn,
      tries: 0,
      ends_at: endsAt,
    })
    .onConflict((clash) =>
      clash.columns(['phone_hash', 'purpose', 'device_id']).doUpdateSet({
        tries: sql`case when code_attempts.ends_at > ${wall}::timestamptz
          then code_attempts.tries else 0 end`,
        ends_at: endsAt,
      }),
    )
    .execute();
}

/** Ends the open code for a number, purpose and device, because a newer one replaces it. */
export async function endOpen(tx: Tx, chain: Chain, wall: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('sms_challenges')
    .set({ ends_at: wall })
    .where('phone_hash', '=', chain.phoneHash)
    .where('purpose', '=', chain.purpose)
    .where('device_id', '=', chain.deviceId)
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .execute();
}

/**
 * Ends all open codes of a borrower and their former number. Deletes that number's attempt counts
 * for the borrower's devices.
 */
export async function endAllOpen(
  tx: Tx,
  of: { phoneHash: Buffer; borrowerId: string },
  wall: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('sms_challenges')
    .set({ ends_at: wall })
    .where((row) =>
      row.or([row('phone_hash', '=', of.phoneHash), row('borrower_id', '=', of.borrowerId)]),
    )
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .execute();
  await tx
    .deleteFrom('code_attempts')
    .where('phone_hash', '=', of.phoneHash)
    .where('device_id', 'not like', 'stranger:%')
    .execute();
}

type NewChallenge = ChallengeKey & {
  deviceId: string;
  countedOn: string;
  codeHash: Buffer;
  isSent: boolean;
  addressHash: Buffer | null;
  madeAt: Temporal.Instant;
  endsAt: Temporal.Instant;
};

export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx
    .insertInto('sms_challenges')
    .values({
      id: challenge.id,
      phone_hash: challenge.phoneHash,
      purpose: challenge.purpose,
      device_id: challenge.deviceId,
      borrower_id: challenge.borrowerId,
      code_hash: challenge.codeHash,
      counted_on: challenge.countedOn,
      is_sent: challenge.isSent,
      address_hash: challenge.addressHash,
      made_at: challenge.madeAt,
      ends_at: challenge.endsAt,
    })
    .execute();
}

export async function findChallenge(
  read: Read,
  id: string,
): Promise<{ made_at: Temporal.Instant; ends_at: Temporal.Instant } | undefined> {
  return await read
    .selectFrom('sms_challenges')
    .select(['made_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Whether a code can still be compared. Neither counts an attempt nor reveals anything about the
 * code.
 */
export async function checkComparable(
  read: Read,
  key: ChallengeKey,
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await openChallenge(read, key, wall)
    .innerJoin('code_attempts', (join) =>
      join
        .onRef('code_attempts.phone_hash', '=', 'sms_challenges.phone_hash')
        .onRef('code_attempts.purpose', '=', 'sms_challenges.purpose')
        .onRef('code_attempts.device_id', '=', 'sms_challenges.counted_on'),
    )
    .select('id')
    .where('tries', '<', codeAttempts)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a used code valid again. Its attempts still count. */
export async function reopen(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('sms_challenges').set({ used_at: null }).where('id', '=', id).execute();
}

/**
 * The result of comparing a code. `dead`: no code is open or no attempt is left, so nothing was
 * counted.
 */
export type Compared = 'right' | 'wrong' | 'dead';

/**
 * Counts an attempt, compares the code, and uses it up if it is correct. Locks the count for the
 * number and purpose, so that concurrent guesses share its attempts.
 */
export async function compare(
  tx: Tx,
  key: ChallengeKey,
  codeHash: Buffer,
  wall: Temporal.Instant,
): Promise<Compared> {
  const open = await openChallenge(tx, key, wall).select('counted_on').executeTakeFirst();
  if (!open) return 'dead';
  const counted = await tx
    .updateTable('code_attempts')
    .set({ tries: sql`tries + 1` })
    .where('phone_hash', '=', key.phoneHash)
    .where('purpose', '=', key.purpose)
    .where('device_id', '=', open.counted_on)
    .where('tries', '<', codeAttempts)
    .returning('tries')
    .executeTakeFirst();
  if (!counted) return 'dead';
  const used = await tx
    .updateTable('sms_challenges')
    .set({ used_at: wall })
    .where('id', '=', key.id)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .returning('id')
    .executeTakeFirst();
  return used === undefined ? 'wrong' : 'right';
}

/** A challenge whose code was entered correctly, on the device that requested the code. */
export type Proof = { id: string; phoneHash: Buffer; deviceId: string };

/** Accepts a challenge whose code was correct as proof of the phone number until `until`. */
export async function prove(tx: Tx, id: string, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('sms_challenges')
    .set({ proves_until: until })
    .where('id', '=', id)
    .execute();
}

/** Whether a challenge is accepted as proof of its phone number. */
export async function checkProof(
  read: Read,
  proof: Proof,
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await read
    .selectFrom('sms_challenges')
    .select('id')
    .where('id', '=', proof.id)
    .where('phone_hash', '=', proof.phoneHash)
    .where('device_id', '=', proof.deviceId)
    .where('proves_until', '>', wall)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a challenge's proof. Returns false if the challenge has none. */
export async function spendProof(
  tx: Tx,
  { id, phoneHash, deviceId }: Proof,
  wall: Temporal.Instant,
): Promise<boolean> {
  const spent = await tx
    .updateTable('sms_challenges')
    .set({ proves_until: null })
    .where('id', '=', id)
    .where('phone_hash', '=', phoneHash)
    .where('device_id', '=', deviceId)
    .where('proves_until', '>', wall)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Returns the challenge with this key, if its code can still be entered. */
function openChallenge(read: Read, key: ChallengeKey, wall: Temporal.Instant) {
  return read
    .selectFrom('sms_challenges')
    .where('id', '=', key.id)
    .where('sms_challenges.phone_hash', '=', key.phoneHash)
    .where('sms_challenges.purpose', '=', key.purpose)
    .where('borrower_id', key.borrowerId === null ? 'is' : '=', key.borrowerId)
    .where('used_at', 'is', null)
    .where('sms_challenges.ends_at', '>', wall);
}

/**
 * Deletes codes, counts, pictures, passkey challenges and password proofs that expired over two
 * days ago. No limit counts them by then.
 */
export async function deleteExpiredCodes(db: Db, wall: Temporal.Instant): Promise<void> {
  const before = wall.subtract({ milliseconds: codesKeptMs });
  for (const table of [
    'sms_challenges',
    'code_attempts',
    'captchas',
    'passkey_challenges',
    'password_proofs',
  ]) {
    await deleteEnded(db, table, 'ends_at', before);
  }
}
