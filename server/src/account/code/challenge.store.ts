// All SQL about SMS codes.
import { sql } from 'kysely';
import { codesKeptMs, codeTries } from '#/account/rules.ts';
import { deleteEnded } from '#/context/cleanup.ts';
import type { Read, Tx } from '#/db/database.ts';

/**
 * Which code: the challenge it was sent for, its number and purpose, and whose it is where that is
 * known.
 */
export type ChallengeKey = {
  id: string;
  phoneHash: Buffer;
  purpose: string;
  borrowerId: string | null;
};
/** Where a code was asked for. */
export type Chain = { phoneHash: Buffer; purpose: string; deviceId: string };
/**
 * What wrong attempts are counted for. `countedOn` is the caller: a borrower in session, a device
 * that the number's owner has used, a device on which their password was typed, or a stranger's
 * device.
 */
export type Count = { phoneHash: Buffer; purpose: string; countedOn: string };

/**
 * Lets only one transaction at a time send to a number, or for an address; the number's lock is
 * taken first.
 */
export async function lockSending(tx: Tx, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0)})`.execute(tx);
}

/** When this caller last asked for a code to a number, for any purpose. */
export async function lastSentAt(
  read: Read,
  { phoneHash, countedOn }: Count,
): Promise<Temporal.Instant | null> {
  const row = await read
    .selectFrom('sms_challenges')
    .select('made_at')
    .where('phone_hash', '=', phoneHash)
    .where('counted_on', '=', countedOn)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.made_at ?? null;
}

/**
 * How many codes were sent within the time after `since`: to a number, counted alike, and where
 * there is an address, to it.
 */
export async function countSends(
  tx: Tx,
  to: { count: Count; address: Buffer | null },
  since: Temporal.Instant,
) {
  const sent = tx
    .selectFrom('sms_challenges')
    .select((row) => row.fn.countAll<number>().as('sent'))
    .where('made_at', '>', since);
  const ofNumber = sent
    .where('phone_hash', '=', to.count.phoneHash)
    .where('counted_on', '=', to.count.countedOn);
  const { sent: numbers } = await ofNumber.executeTakeFirstOrThrow();
  const ofAddress =
    to.address === null
      ? { sent: 0 }
      : await sent.where('address_hash', '=', to.address).executeTakeFirstOrThrow();
  return Math.max(Number(numbers), Number(ofAddress.sent));
}

/**
 * Of the codes that strangers were sent between two moments: how many, and how many of them came
 * back right.
 */
export async function sentAndUsed(
  read: Read,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<{ sent: number; used: number }> {
  const row = await read
    .selectFrom('sms_challenges')
    .select((one) => [
      one.fn.countAll<string>().as('sent'),
      one.fn.count<string>('used_at').as('used'),
    ])
    .where('made_at', '>', from)
    .where('made_at', '<=', to)
    .where('is_sent', '=', true)
    .where('counted_on', 'like', 'stranger:%')
    .executeTakeFirstOrThrow();
  return { sent: Number(row.sent), used: Number(row.used) };
}

/** The count that is still running for codes of a number and purpose. */
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

/** Lets a count run on for a new code, or begins one. */
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
        tries: sql`case when code_attempts.ends_at > ${wall}::timestamptz then code_attempts.tries else 0 end`,
        ends_at: endsAt,
      }),
    )
    .execute();
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

/**
 * Ends every open code of a number that a borrower gives up, and of the borrower wherever it went;
 * and deletes the counts that devices had at the number because the borrower used them.
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
      counted_on: one.countedOn,
      is_sent: one.isSent,
      address_hash: one.addressHash,
      made_at: one.madeAt,
      ends_at: one.endsAt,
    })
    .execute();
}

/** Whether this caller was sent a code to a number that has not expired. */
export async function wasSentLately(
  read: Read,
  { phoneHash, countedOn }: Count,
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await read
    .selectFrom('sms_challenges')
    .select('id')
    .where('phone_hash', '=', phoneHash)
    .where('counted_on', '=', countedOn)
    .where('is_sent', '=', true)
    .where('ends_at', '>', wall)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

/** Whether a code can still be compared. It counts nothing, and says nothing about the code. */
export async function isComparable(
  read: Read,
  key: ChallengeKey,
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await openOnes(read, key, wall)
    .innerJoin('code_attempts', (join) =>
      join
        .onRef('code_attempts.phone_hash', '=', 'sms_challenges.phone_hash')
        .onRef('code_attempts.purpose', '=', 'sms_challenges.purpose')
        .onRef('code_attempts.device_id', '=', 'sms_challenges.counted_on'),
    )
    .select('id')
    .where('tries', '<', codeTries)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a code that was just used up good again; its tries stay counted. */
export async function reopen(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('sms_challenges').set({ used_at: null }).where('id', '=', id).execute();
}

/**
 * What came of comparing: `dead` where there was nothing to compare, or no try left, so that
 * nothing was counted either.
 */
export type Compared = 'right' | 'wrong' | 'dead';

/**
 * Counts a try, and compares only where it was counted; a right code is used up by it. All
 * comparisons for a number and purpose wait for each other at the row of their count, so that
 * parallel guesses share the same few tries.
 */
export async function compare(
  tx: Tx,
  key: ChallengeKey,
  codeHash: Buffer,
  wall: Temporal.Instant,
): Promise<Compared> {
  const open = await openOnes(tx, key, wall).select('counted_on').executeTakeFirst();
  if (!open) return 'dead';
  const counted = await tx
    .updateTable('code_attempts')
    .set({ tries: sql`tries + 1` })
    .where('phone_hash', '=', key.phoneHash)
    .where('purpose', '=', key.purpose)
    .where('device_id', '=', open.counted_on)
    .where('tries', '<', codeTries)
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

/** A challenge whose code was right, on the device that asked for it. */
export type Proof = { id: string; phoneHash: Buffer; deviceId: string };

/** Lets a challenge that was just answered prove its number until a moment. */
export async function prove(tx: Tx, id: string, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('sms_challenges')
    .set({ proves_until: until })
    .where('id', '=', id)
    .execute();
}

/** Whether a challenge proves its number. */
export async function isProof(read: Read, proof: Proof, wall: Temporal.Instant): Promise<boolean> {
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

/** Ends what a challenge proves, once; false where it proves nothing. */
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

/** The challenge of a key, as long as it can be answered. */
function openOnes(read: Read, key: ChallengeKey, wall: Temporal.Instant) {
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
 * Deletes codes, counts, pictures, passkey challenges and password proofs that ended two days ago:
 * no limit counts them any more.
 */
export async function deleteExpiredCodes(db: Read, wall: Temporal.Instant): Promise<void> {
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
