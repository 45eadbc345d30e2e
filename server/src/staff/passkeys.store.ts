// All SQL for passkeys of staff, which are keys of staff once two people added them.
import { sql } from 'kysely';
import type { Db, Read, Tx } from '#/db/database.ts';

export type StaffPasskey = {
  tokenHash: Buffer;
  credentialId: Buffer;
  publicKey: Buffer;
  userHandle: Buffer;
  signCount: number;
  name: string;
  madeAt: Temporal.Instant;
};

function passkeys(read: Read) {
  return read
    .selectFrom('staff_passkeys')
    .select(['token_hash as tokenHash', 'credential_id as credentialId'])
    .select(['public_key as publicKey', 'user_handle as userHandle', 'name']);
}
export type KeptPasskey = Omit<StaffPasskey, 'signCount' | 'madeAt'>;

/** Returns the passkeys that are keys of nobody yet, with this name, newer than `since`. */
export async function countUnadded(
  read: Read,
  name: string,
  since: Temporal.Instant,
): Promise<number> {
  const row = await read
    .selectFrom('staff_passkeys as p')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('p.name', '=', name)
    .where('p.made_at', '>', since)
    .where(isUnadded)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const isUnadded = sql<boolean>`not exists (select from staff_key_hashes h
  where h.token_hash = p.token_hash)`;

/** Keeps a new passkey. @returns false if its credential is known */
export async function insertPasskey(tx: Tx, passkey: StaffPasskey): Promise<boolean> {
  const row = await tx
    .insertInto('staff_passkeys')
    .values({
      token_hash: passkey.tokenHash,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      user_handle: passkey.userHandle,
      sign_count: BigInt(passkey.signCount),
      name: passkey.name,
      made_at: passkey.madeAt,
    })
    .onConflict((clash) => clash.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

export async function passkeyByCredential(
  read: Read,
  credentialId: Buffer,
): Promise<KeptPasskey | undefined> {
  return await passkeys(read).where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Returns the kept passkeys whose hash is between two hashes, both included. */
export async function passkeysBetween(
  read: Read,
  [least, most]: readonly [Buffer, Buffer],
): Promise<KeptPasskey[]> {
  return await passkeys(read)
    .where('token_hash', '>=', least)
    .where('token_hash', '<=', most)
    .execute();
}

/** A passkey of a person. `waitsFrom` is when it was added, if the person had a key before. */
export type KeyPasskey = KeptPasskey & {
  keyId: string;
  waitsFrom: Temporal.Instant | null;
  /** Wall time. */
  endsAt: Temporal.Instant;
};

/** Returns the passkeys of these keys of staff, or of all. */
export async function passkeysOfKeys(read: Read, keyId?: string): Promise<KeyPasskey[]> {
  let query = read
    .selectFrom('staff_passkeys as p')
    .innerJoin('staff_key_hashes as h', 'h.token_hash', 'p.token_hash')
    .leftJoin('staff_key_passkeys as a', 'a.token_hash', 'p.token_hash')
    .select(['p.token_hash as tokenHash', 'p.credential_id as credentialId'])
    .select(['p.public_key as publicKey', 'p.user_handle as userHandle', 'p.name'])
    .select(['h.key_id as keyId', 'h.ends_at as endsAt', 'a.added_at as waitsFrom'])
    .orderBy('h.made_at');
  if (keyId !== undefined) query = query.where('h.key_id', '=', keyId);
  return await query.$narrowType<{ keyId: string; endsAt: Temporal.Instant }>().execute();
}

/**
 * Records the counter of a passkey's answer.
 * @returns false if the counter did not rise, which reveals a copied passkey; 0 means no counter
 */
export async function countSignature(
  read: Read,
  tokenHash: Buffer,
  count: number,
): Promise<boolean> {
  const row = await read
    .updateTable('staff_passkeys')
    .set({ sign_count: BigInt(count) })
    .where('token_hash', '=', tokenHash)
    .where((row) =>
      row.or([
        row('sign_count', '<', BigInt(count)),
        row.and([row('sign_count', '=', 0n), row.val(count === 0)]),
      ]),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the passkeys made before `before` that nobody proposed. */
export async function deleteUnproposed(db: Db, before: Temporal.Instant): Promise<void> {
  await sql`delete from staff_passkeys p where made_at < ${before} and ${isUnadded}
    and not exists (select from staff_key_proposals o where o.token_hash = p.token_hash)
    and not exists (select from staff_passkey_proposals o where o.token_hash = p.token_hash)`.execute(
    db,
  );
}

export async function insertPasskeyProposal(
  tx: Tx,
  approvalId: string,
  { keyId, tokenHash }: { keyId: string; tokenHash: Buffer },
): Promise<void> {
  await tx
    .insertInto('staff_passkey_proposals')
    .values({ approval_id: approvalId, key_id: keyId, token_hash: tokenHash })
    .execute();
}

/** `waits` is true while the proposer's key is suspended. */
export type PasskeyProposal = {
  id: string;
  keyId: string;
  name: string;
  tokenHash: Buffer;
  proposedBy: string;
  proposedAt: Temporal.Instant;
  lapsesAt: Temporal.Instant;
  waits: boolean;
};

/** Returns the proposed passkeys of people who have a key, sorted by name. */
export async function openPasskeyProposals(read: Read): Promise<PasskeyProposal[]> {
  return await read
    .selectFrom('staff_passkey_proposals as p')
    .innerJoin('approvals as a', 'a.id', 'p.approval_id')
    .innerJoin('staff_keys as k', 'k.id', 'p.key_id')
    .select(['a.id', 'k.id as keyId', 'k.name', 'p.token_hash as tokenHash'])
    .select(['a.proposed_by as proposedBy', 'a.proposed_at as proposedAt'])
    .select(['a.expires_at as lapsesAt'])
    .select(sql<boolean>`is_suspended(a.proposed_key_id)`.as('waits'))
    .where('a.state', '=', 'open')
    .orderBy('k.name')
    .$narrowType<{ lapsesAt: Temporal.Instant }>()
    .execute();
}

/** Returns the proposed passkeys with these approvals. */
export async function passkeyProposalsById(read: Read, ids: readonly string[]) {
  return await read
    .selectFrom('staff_passkey_proposals as p')
    .innerJoin('staff_keys as k', 'k.id', 'p.key_id')
    .select(['p.approval_id as id', 'k.name'])
    .where('p.approval_id', 'in', ids)
    .execute();
}

/** Adds a passkey exactly as it was approved. The database accepts no other. */
export async function addApprovedPasskey(
  tx: Tx,
  approvalId: string,
  { wall, now }: { wall: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  await sql`select add_approved_passkey(${approvalId}, ${wall}, ${now})`.execute(tx);
}
