// All SQL for borrowers. Sessions and codes have their own files.

import { type CompiledQuery, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type Given, onePart, readPart } from '#/db/snapshot.ts';
import type { Attributions, Borrowers } from '#/db/tables.ts';

export type NewBorrower = Pick<
  Selectable<Borrowers>,
  | 'id'
  | 'phone_sealed'
  | 'phone_hash'
  | 'password_hash'
  | 'agreement_version'
  | 'locale'
  | 'registered_at'
>;

/** Opens an account. Returns false if the number already has one, even one opened concurrently. */
export async function insertBorrower(tx: Tx, borrower: NewBorrower): Promise<boolean> {
  const row = await tx
    .insertInto('borrowers')
    .values(borrower)
    .onConflict((clash) => clash.column('phone_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the first acceptance of a version of the agreements. */
export function insertAcceptanceQuery(
  db: Read,
  borrowerId: string,
  version: string,
  at: Temporal.Instant,
): CompiledQuery {
  return db
    .insertInto('agreement_acceptances')
    .values({ borrower_id: borrowerId, version, accepted_at: at })
    .onConflict((clash) => clash.doNothing())
    .compile();
}

/** Returns the versions of the agreements that a borrower accepted, newest first. */
export async function acceptancesOf(
  read: Read,
  borrowerId: string,
): Promise<{ version: string; at: Temporal.Instant }[]> {
  return await read
    .selectFrom('agreement_acceptances')
    .select(['version', 'accepted_at as at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('accepted_at', 'desc')
    .execute();
}

export async function findBorrower(
  read: Read,
  id: string,
): Promise<Selectable<Borrowers> | undefined> {
  return await read.selectFrom('borrowers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the numbers and languages of borrowers whose accounts are not erased. */
export async function findAddresses(
  read: Read,
  ids: readonly string[],
): Promise<Pick<Selectable<Borrowers>, 'id' | 'phone_sealed' | 'locale'>[]> {
  return await read
    .selectFrom('borrowers')
    .select(['id', 'phone_sealed', 'locale'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('erased_at', 'is', null)
    .execute();
}

/** Returns the numbers and names of borrowers whose accounts are not erased. */
export async function findPeople(
  read: Read,
  ids: readonly string[],
): Promise<Pick<Selectable<Borrowers>, 'id' | 'phone_sealed' | 'name_sealed'>[]> {
  return await read
    .selectFrom('borrowers')
    .select(['id', 'phone_sealed', 'name_sealed'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('erased_at', 'is', null)
    .execute();
}

export async function findIdByPhone(read: Read, phoneHash: Buffer): Promise<string | null> {
  const row = await read
    .selectFrom('borrowers')
    .select('id')
    .where('phone_hash', '=', phoneHash)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The account columns that a password login and a reset need, for known and unknown numbers. */
export type ForLogin = { id: string; password_hash: string | null; is_known_device: boolean };
type OfLogin = { phoneHash: Buffer; deviceId: string };

/**
 * Reads a number's account for a login on a device, with the query of `findForLogin`; null if there
 * is no account.
 */
export const forLoginPart = onePart(
  (db, { phoneHash, deviceId }: Given<OfLogin>) =>
    db
      .selectFrom('borrowers')
      .select((row) => [
        'id',
        'password_hash as password_compared',
        row
          .exists(
            row
              .selectFrom('trusted_devices')
              .select('device_id')
              .whereRef('trusted_devices.borrower_id', '=', 'borrowers.id')
              .where('device_id', '=', deviceId),
          )
          .$castTo<boolean>()
          .as('is_known_device'),
      ])
      .where('phone_hash', '=', phoneHash),
  (row): ForLogin | null =>
    row && {
      id: row.id,
      password_hash: row.password_compared,
      is_known_device: row.is_known_device,
    },
);

export async function findForLogin(
  read: Read,
  phoneHash: Buffer,
  deviceId: string,
): Promise<ForLogin | null> {
  return await readPart(read, forLoginPart, { phoneHash, deviceId });
}

/** Returns the statements that store the accepted agreements and the language at a login. */
export function loginQueries(
  db: Read,
  id: string,
  by: { locale: string; agreementVersion: string; at: Temporal.Instant },
): readonly CompiledQuery[] {
  const spoken = { locale: by.locale, agreement_version: by.agreementVersion };
  return [
    insertAcceptanceQuery(db, id, by.agreementVersion, by.at),
    db.updateTable('borrowers').set(spoken).where('id', '=', id).compile(),
  ];
}

/**
 * Sets the first password.
 * @returns false if the account already has a password.
 */
export async function setFirstPassword(tx: Tx, id: string, passwordHash: string): Promise<boolean> {
  const row = await tx
    .updateTable('borrowers')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the password. Returns false if it has changed since the comparison. */
export async function replacePassword(
  tx: Tx,
  id: string,
  from: string | null,
  to: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('borrowers')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', from === null ? 'is' : '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the password, whatever it was before. */
export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('borrowers')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute();
}

/** Holds new payout accounts until this instant, in business time. */
export async function holdNewAccounts(tx: Tx, id: string, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('borrowers')
    .set({ new_accounts_held_until: until })
    .where('id', '=', id)
    .execute();
}

export async function setNames(
  tx: Tx,
  id: string,
  by: { nameSealed: Buffer; firstNameSealed: Buffer },
): Promise<void> {
  await tx
    .updateTable('borrowers')
    .set({ name_sealed: by.nameSealed, first_name_sealed: by.firstNameSealed })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks the borrower who has this number, if there is one. Both cases take one statement, and
 * therefore the same time.
 */
export async function lockByPhone(tx: Tx, phoneHash: Buffer): Promise<void> {
  await tx
    .selectFrom('borrowers')
    .select('id')
    .where('phone_hash', '=', phoneHash)
    .forUpdate()
    .execute();
}

/**
 * Locks the borrower's row until the transaction ends. Returns false if the number or the password
 * has changed.
 */
export async function lockWithPassword(
  tx: Tx,
  who: { id: string; phoneHash: Buffer },
  passwordHash: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('borrowers')
    .select(['password_hash', 'phone_hash'])
    .where('id', '=', who.id)
    .forUpdate()
    .executeTakeFirst();
  return row?.password_hash === passwordHash && row.phone_hash.equals(who.phoneHash);
}

/**
 * Like `lockWithPassword`, for a batch that does not wait for results. If the number or the
 * password has changed, the database fails the batch as Refused loginWrong.
 */
export function lockWithPasswordQuery(
  db: Read,
  who: { id: string; phoneHash: Buffer },
  passwordHash: string,
): CompiledQuery {
  return sql`select refuse_unless(exists (select from borrowers
    where id = ${who.id} and phone_hash = ${who.phoneHash} and password_hash = ${passwordHash}
    for update), 'loginWrong')`.compile(db);
}

/** Locks the borrower's row until the transaction ends; returns false if missing or erased. */
export async function lockRow(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('borrowers')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Like `lockRow`, for a batch that does not wait for results. If the account is missing or erased,
 * the database fails the batch as Refused sessionInvalid.
 */
export async function requireRow(tx: Tx, id: string): Promise<void> {
  await sql`select refuse_unless(exists (select from borrowers
    where id = ${id} and erased_at is null for update), 'sessionInvalid')`.execute(tx);
}

/** Returns which proofs of identity the borrower has besides a code. */
export async function otherProofsOf(
  read: Read,
  id: string,
): Promise<{ hasPassword: boolean; hasPasskey: boolean }> {
  const row = await read
    .selectFrom('borrowers as b')
    .select((eb) => [
      eb('b.password_hash', 'is not', null).as('hasPassword'),
      eb
        .exists(
          eb
            .selectFrom('passkeys as p')
            .select('p.id')
            .whereRef('p.borrower_id', '=', 'b.id')
            .where('p.removed_at', 'is', null),
        )
        .as('hasPasskey'),
    ])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow();
  return { hasPassword: row.hasPassword === true, hasPasskey: row.hasPasskey === true };
}

export async function insertAttribution(tx: Tx, row: Selectable<Attributions>): Promise<void> {
  await tx.insertInto('attributions').values(row).execute();
}

export function deleteAttributionQuery(db: Read, borrowerId: string): CompiledQuery {
  return db.deleteFrom('attributions').where('borrower_id', '=', borrowerId).compile();
}

export async function findAttribution(
  read: Read,
  borrowerId: string,
): Promise<Selectable<Attributions> | undefined> {
  return await read
    .selectFrom('attributions')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirst();
}
