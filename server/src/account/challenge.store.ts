// All SQL about SMS codes.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { codeTries } from './rules.ts';

/** Which code: the challenge it was sent for, its number and purpose, and whose it is where that is known. */
export type ChallengeKey = { id: string; phoneHash: Buffer; purpose: string; borrowerId: string | null };
/** Where a code was asked for. */
export type Chain = { phoneHash: Buffer; purpose: string; deviceId: string };

/** Lets only one transaction at a time send to a number. */
export async function lockNumber(tx: Tx, phoneHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${phoneHash.readBigInt64BE(0)})`.execute(tx);
}

/** When a number was last sent a code, for whatever purpose. */
export async function lastSentAt(read: Read, phoneHash: Buffer): Promise<Temporal.Instant | null> {
  const row = await read
    .selectFrom('sms_challenges')
    .select('made_at')
    .where('phone_hash', '=', phoneHash)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.made_at ?? null;
}

/** The tries of the open code for a number, purpose and device, and when it ends. */
export async function findOpen(
  tx: Tx,
  chain: Chain,
  wall: Temporal.Instant,
): Promise<{ tries: number; ends_at: Temporal.Instant } | undefined> {
  return await tx
    .selectFrom('sms_challenges')
    .select(['tries', 'ends_at'])
    .where('phone_hash', '=', chain.phoneHash)
    .where('purpose', '=', chain.purpose)
    .where('device_id', '=', chain.deviceId)
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends the open code for a number, purpose and device, as a newer one takes its place. */
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

type NewChallenge = ChallengeKey & {
  deviceId: string;
  codeHash: Buffer;
  tries: number;
  madeAt: Temporal.Instant;
  endsAt: Temporal.Instant;
};

export async function insertChallenge(tx: Tx, one: NewChallenge): Promise<void> {
  await tx
    .insertInto('sms_challenges')
    .values({
      id: one.id,
      phone_hash: one.phoneHash,
      purpose: one.purpose,
      device_id: one.deviceId,
      borrower_id: one.borrowerId,
      code_hash: one.codeHash,
      tries: one.tries,
      made_at: one.madeAt,
      ends_at: one.endsAt,
    })
    .execute();
}

export async function findChallenge(read: Read, id: string): Promise<{ made_at: Temporal.Instant; ends_at: Temporal.Instant } | undefined> {
  return await read.selectFrom('sms_challenges').select(['made_at', 'ends_at']).where('id', '=', id).executeTakeFirst();
}

/** Whether a code can still be compared. It counts nothing, and says nothing about the code. */
export async function isComparable(read: Read, key: ChallengeKey, wall: Temporal.Instant): Promise<boolean> {
  const row = await read
    .selectFrom('sms_challenges')
    .select('id')
    .where('id', '=', key.id)
    .where('phone_hash', '=', key.phoneHash)
    .where('purpose', '=', key.purpose)
    .where('used_at', 'is', null)
    .where('tries', '<', codeTries)
    .where('ends_at', '>', wall)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a code that was just used up good again; its tries stay counted. */
export async function reopen(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('sms_challenges').set({ used_at: null }).where('id', '=', id).execute();
}

/** Compares and counts in one statement, so that parallel guesses share the same few tries; a right code is used up by it. */
export async function compare(tx: Tx, key: ChallengeKey, codeHash: Buffer, wall: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('sms_challenges')
    .set({ tries: sql`tries + 1`, used_at: sql`case when code_hash = ${codeHash} then ${wall}::timestamptz end` })
    .where('id', '=', key.id)
    .where('phone_hash', '=', key.phoneHash)
    .where('purpose', '=', key.purpose)
    .where('borrower_id', key.borrowerId === null ? 'is' : '=', key.borrowerId)
    .where('used_at', 'is', null)
    .where('tries', '<', codeTries)
    .where('ends_at', '>', wall)
    .returning('used_at')
    .executeTakeFirst();
  return row !== undefined && row.used_at !== null;
}
