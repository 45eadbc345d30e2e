// All SQL for passkeys and their challenges.
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { PasskeyChallenges, Passkeys } from '#/db/tables.ts';

export type PasskeyRow = Selectable<Passkeys>;
type NewPasskey = Omit<PasskeyRow, 'last_used_at' | 'removed_at'>;
export type NewChallenge = Omit<Selectable<PasskeyChallenges>, 'used_at'>;
/** A challenge's id, and the purpose, device and borrower for which it is valid. */
export type ChallengeKey = {
  id: string;
  purpose: string;
  deviceId: string;
  borrowerId: string | null;
};

export async function insertPasskeyChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx.insertInto('passkey_challenges').values(challenge).execute();
}

/**
 * Returns a challenge, even a used or expired one; undefined unless it belongs to this borrower and
 * device.
 */
export async function findPasskeyChallenge(
  read: Read,
  of: ChallengeKey,
): Promise<Pick<NewChallenge, 'challenge' | 'about_hash' | 'ends_at'> | undefined> {
  return await read
    .selectFrom('passkey_challenges')
    .select(['challenge', 'about_hash', 'ends_at'])
    .where('id', '=', of.id)
    .where('purpose', '=', of.purpose)
    .where('device_id', '=', of.deviceId)
    .where('borrower_id', of.borrowerId === null ? 'is' : '=', of.borrowerId)
    .executeTakeFirst();
}

/**
 * Uses up a challenge. Returns undefined if it is missing, used or expired. Uses one statement, so
 * that only one of several concurrent responses counts.
 */
export async function usePasskeyChallenge(
  tx: Tx,
  of: ChallengeKey,
  wall: Temporal.Instant,
): Promise<{ about_hash: Buffer | null } | undefined> {
  return await tx
    .updateTable('passkey_challenges')
    .set({ used_at: wall })
    .where('id', '=', of.id)
    .where('purpose', '=', of.purpose)
    .where('device_id', '=', of.deviceId)
    .where('borrower_id', of.borrowerId === null ? 'is' : '=', of.borrowerId)
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .returning('about_hash')
    .executeTakeFirst();
}

/**
 * Stores a passkey.
 * @returns false if any borrower already has its credential id.
 */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((clash) => clash.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the passkey with this credential id, of any borrower, unless it has been removed. */
export async function findByCredential(
  read: Read,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  return await read
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Returns one of this borrower's passkeys, even a removed one. */
export async function findPasskey(
  read: Read,
  borrowerId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  return await read
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirst();
}

/** Returns a borrower's passkeys, newest first. */
export async function passkeysOf(read: Read, borrowerId: string): Promise<PasskeyRow[]> {
  return await read
    .selectFrom('passkeys')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('removed_at', 'is', null)
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns every passkey that a borrower ever added, newest first. */
export async function everyPasskeyOf(read: Read, borrowerId: string): Promise<PasskeyRow[]> {
  return await read
    .selectFrom('passkeys')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('added_at', 'desc')
    .execute();
}

export async function removeEveryPasskey(
  tx: Tx,
  borrowerId: string,
  wall: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ removed_at: wall })
    .where('borrower_id', '=', borrowerId)
    .where('removed_at', 'is', null)
    .execute();
}

type Used = { id: string; borrowerId: string; counter: number; isBackedUp: boolean };

/**
 * Records a use of a passkey. `gone`: the borrower no longer has the passkey. `back`: its counter
 * did not advance, so the passkey was copied.
 */
export async function countUse(
  tx: Tx,
  used: Used,
  wall: Temporal.Instant,
): Promise<'counted' | 'back' | 'gone'> {
  const row = await tx
    .updateTable('passkeys')
    .set({
      counter: BigInt(used.counter),
      is_backed_up: used.isBackedUp,
      last_used_at: sql`greatest(${wall}::timestamptz, added_at)`,
    })
    .where('id', '=', used.id)
    .where('borrower_id', '=', used.borrowerId)
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('counter', '<', BigInt(used.counter)),
        eb.and([eb('counter', '=', 0n), eb.val(used.counter === 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (row) return 'counted';
  const present = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', used.id)
    .where('borrower_id', '=', used.borrowerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return present ? 'back' : 'gone';
}

/** Removes a passkey. Returns false if the borrower has none with that id. */
export async function removePasskeyRow(
  tx: Tx,
  borrowerId: string,
  id: string,
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ removed_at: sql`greatest(${wall}::timestamptz, added_at)` })
    .where('id', '=', id)
    .where('borrower_id', '=', borrowerId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
