// All SQL about borrowers. Sessions and codes have separate files.

import { type CompiledQuery, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type Given, type OfBorrower, onePart, readPart } from '#/db/snapshot.ts';
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

/**
 * Opens an account; false when the number has one already, also when that was opened a moment ago.
 */
export async function insertBorrower(tx: Tx, borrower: NewBorrower): Promise<boolean> {
  const row = await tx
    .insertInto('borrowers')
    .values(borrower)
    .onConflict((clash) => clash.column('phone_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The sealed number of a borrower, and their language. */
export const phonePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers')
      .select(['id', 'phone_sealed', 'locale'])
      .where('id', '=', borrowerId),
  (row) => row,
);

/** What the profile shows. */
export const profilePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers as b')
      .select(['b.id', 'b.phone_sealed', 'b.name_sealed', 'b.first_name_sealed', 'b.registered_at'])
      .select((row) => [
        sql<boolean>`b.password_hash is not null`.as('has_password'),
        row
          .exists(
            row
              .selectFrom('passkeys as k')
              .select('k.id')
              .whereRef('k.borrower_id', '=', 'b.id')
              .where('k.removed_at', 'is', null),
          )
          .$castTo<boolean>()
          .as('has_passkey'),
      ])
      .where('b.id', '=', borrowerId),
  (row) => row,
);

/** The sealed names that a borrower gave; null before any. */
export const namesPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers')
      .select(['name_sealed', 'first_name_sealed'])
      .where('id', '=', borrowerId),
  (row) => row,
);

/** Whether a borrower has a password. */
export const hasPasswordPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers')
      .select(sql<boolean>`password_hash is not null`.as('has_password'))
      .where('id', '=', borrowerId),
  (row) => row?.has_password ?? false,
);

/** Keeps that a version of the agreements was accepted, and when first. */
export function acceptanceStatement(
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

/** The versions of the agreements that a borrower accepted, the newest first. */
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

/** Number and language of borrowers whose accounts were not erased. */
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

export async function findIdByPhone(read: Read, phoneHash: Buffer): Promise<string | null> {
  const row = await read
    .selectFrom('borrowers')
    .select('id')
    .where('phone_hash', '=', phoneHash)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Of the account of a number what a login by password and a reset need, read alike whether the
 * number is known or not.
 */
export type ForLogin = { id: string; password_hash: string | null; is_known_device: boolean };
type OfLogin = { phoneHash: Buffer; deviceId: string };

/** The account of a number for a login on a device, or null; `given` as for `findForLogin`. */
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

/**
 * The version of the agreements that was accepted at a login, and the language of the borrower from
 * then on.
 */
export function loginStatements(
  db: Read,
  id: string,
  by: { locale: string; agreementVersion: string; at: Temporal.Instant },
): readonly CompiledQuery[] {
  const spoken = { locale: by.locale, agreement_version: by.agreementVersion };
  return [
    acceptanceStatement(db, id, by.agreementVersion, by.at),
    db.updateTable('borrowers').set(spoken).where('id', '=', id).compile(),
  ];
}

/** Sets the first password; false when there is one. */
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

/** Replaces the password; false when it is no longer the one that was compared. */
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

/** Lets no payout account be added before this instant of business time. */
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
 * Locks the borrower who has this number, if there is one: one statement in both cases, so that the
 * duration is the same.
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
 * Locks the borrower's row until the transaction ends; false when their number or their password is
 * not this one any more.
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

/** The same for a batch that waits for no answer: fails in the database, as Refused loginWrong. */
export function lockWithPasswordStatement(
  db: Read,
  who: { id: string; phoneHash: Buffer },
  passwordHash: string,
): CompiledQuery {
  return sql`select refuse_unless(exists (select from borrowers
    where id = ${who.id} and phone_hash = ${who.phoneHash} and password_hash = ${passwordHash} for update), 'loginWrong')`.compile(
    db,
  );
}

/**
 * Locks the borrower's row until the transaction ends; false when there is none, or when the
 * account was erased.
 */
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
 * The same for a batch that waits for no answer: it fails in the database, as Refused
 * sessionInvalid, where there is no such account.
 */
export async function requireRow(tx: Tx, id: string): Promise<void> {
  await sql`select refuse_unless(exists (select from borrowers where id = ${id} and erased_at is null for update), 'sessionInvalid')`.execute(
    tx,
  );
}

/** What besides a code proves who a borrower is. */
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

export function deleteAttributionStatement(db: Read, borrowerId: string): CompiledQuery {
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
