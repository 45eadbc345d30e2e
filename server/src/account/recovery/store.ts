// All SQL for recoveries. Triggers require two approvers, and refuse the change of number before
// the waiting period ends (03-account.sql).
import { type Insertable, type NotNull, type Selectable, sql } from 'kysely';
import { afterRowCondition, pageLength } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { AccountRecoveries, AccountRecoveryPictures } from '#/db/tables.ts';

export type Recovery = Selectable<AccountRecoveries>;
export type RecoveryEnd = 'done' | 'refused' | 'stopped' | 'overtaken';
type NewRecovery = Pick<
  Recovery,
  'id' | 'borrower_id' | 'device_id' | 'locale' | 'new_phone_sealed' | 'new_phone_hash' | 'begun_at'
>;

export async function insertRecovery(tx: Tx, recovery: NewRecovery): Promise<void> {
  await tx.insertInto('account_recoveries').values(recovery).execute();
}

/** Returns a recovery; `isLocked` locks it until the transaction ends. Lock its borrower first. */
export async function findRecovery(
  read: Read,
  id: string,
  { isLocked = false } = {},
): Promise<Recovery | undefined> {
  const query = read.selectFrom('account_recoveries').selectAll().where('id', '=', id);
  return await (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

const openOnes = (read: Read) =>
  read
    .selectFrom('account_recoveries')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('asked_at', 'is not', null);

/** Returns the submitted recoveries of all accounts or one that have not ended, oldest first. */
export async function openRecoveries(read: Read, borrowerId?: string): Promise<Recovery[]> {
  const ofAccounts =
    borrowerId === undefined
      ? openOnes(read).where('borrower_id', 'is not', null)
      : openOnes(read).where('borrower_id', '=', borrowerId);
  return await ofAccounts.orderBy('begun_at').execute();
}

/**
 * Returns a page of the submitted recoveries of accounts that have not ended, oldest first, and one
 * more if there are more.
 */
export async function recoveriesToAnswer(read: Read, after: string | null): Promise<Recovery[]> {
  const order = { table: 'account_recoveries', by: 'begun_at' };
  return await openOnes(read)
    .where('borrower_id', 'is not', null)
    .where(await afterRowCondition(read, order, after))
    .orderBy('begun_at')
    .orderBy('id')
    .limit(pageLength + 1)
    .execute();
}

/** Returns the recoveries whose approval these approvals propose. */
export async function recoveriesToApprove(read: Read, approvalIds: readonly string[]) {
  return await read
    .selectFrom('account_recoveries')
    .selectAll()
    .where('approval_id', 'in', approvalIds)
    .$narrowType<{ approval_id: NotNull; borrower_id: NotNull }>()
    .execute();
}

/** Whether an open recovery to this number has been submitted. */
export async function checkOpenRecovery(read: Read, phoneHash: Buffer): Promise<boolean> {
  const row = await read
    .selectFrom('account_recoveries')
    .select('id')
    .where('new_phone_hash', '=', phoneHash)
    .where('asked_at', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a borrower's submitted recoveries, newest first. */
export async function recoveriesOf(read: Read, borrowerId: string): Promise<Recovery[]> {
  return await read
    .selectFrom('account_recoveries')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('asked_at', 'is not', null)
    .orderBy('begun_at', 'desc')
    .execute();
}

/**
 * Submits a recovery. One that matches no account is refused from `refusedFrom` on. The database
 * requires both pictures.
 */
export async function setAsked(
  tx: Tx,
  id: string,
  at: Temporal.Instant,
  refusedFrom: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('account_recoveries')
    .set({ asked_at: at, refused_from: refusedFrom })
    .where('id', '=', id)
    .execute();
}

export async function setApproval(tx: Tx, id: string, approvalId: string): Promise<void> {
  await tx
    .updateTable('account_recoveries')
    .set({ approval_id: approvalId })
    .where('id', '=', id)
    .execute();
}

export async function setApproved(
  tx: Tx,
  id: string,
  at: Temporal.Instant,
  effectiveFrom: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('account_recoveries')
    .set({ approved_at: at, effective_from: effectiveFrom })
    .where('id', '=', id)
    .execute();
}

export async function endRecovery(
  tx: Tx,
  id: string,
  at: Temporal.Instant,
  as: RecoveryEnd,
): Promise<void> {
  await tx
    .updateTable('account_recoveries')
    .set({ ended_at: at, ended_as: as })
    .where('id', '=', id)
    .execute();
}

/** Returns due recoveries: approved ones to apply, and ones that match no account to refuse. */
export async function dueRecoveries(read: Read, of: { now: Temporal.Instant; most: number }) {
  return await read
    .selectFrom('account_recoveries')
    .select('id')
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('effective_from', '<=', of.now), eb('refused_from', '<=', of.now)]))
    .orderBy('begun_at')
    .limit(of.most)
    .execute();
}

/**
 * Counts recoveries of accounts that were requested before the given instant and are neither
 * approved nor ended.
 */
export async function countWaiting(read: Read, askedBefore: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from account_recoveries
    where ended_at is null and approved_at is null and borrower_id is not null
      and asked_at < ${askedBefore}`.execute(read);
  return rows[0]?.count ?? 0;
}

/** Deletes an account's password, so that the holder of its number chooses another. */
export async function deletePassword(tx: Tx, borrowerId: string): Promise<void> {
  await tx
    .updateTable('borrowers')
    .set({ password_hash: null })
    .where('id', '=', borrowerId)
    .execute();
}

/** Stores a picture, replacing the previous picture of its kind. */
export async function insertPicture(
  tx: Tx,
  picture: Insertable<AccountRecoveryPictures>,
): Promise<void> {
  const { file_name, width, height, size_bytes, uploaded_at } = picture;
  await tx
    .insertInto('account_recovery_pictures')
    .values(picture)
    .onConflict((clash) =>
      clash
        .columns(['recovery_id', 'purpose'])
        .doUpdateSet({ file_name, width, height, size_bytes, uploaded_at }),
    )
    .execute();
}

/** Returns a recovery's pictures that are not deleted. */
export async function picturesOf(
  read: Read,
  recoveryId: string,
): Promise<Selectable<AccountRecoveryPictures>[]> {
  return await read
    .selectFrom('account_recovery_pictures')
    .selectAll()
    .where('recovery_id', '=', recoveryId)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Marks pictures as deleted if the recovery ended by `endedBefore`. Deletes recoveries that were
 * begun by `begunBefore` and never submitted, or that ended by then and match no account.
 * @returns the files that no row names any more, and the larger of the two row counts.
 */
export async function deletePictures(
  tx: Tx,
  of: {
    endedBefore: Temporal.Instant;
    begunBefore: Temporal.Instant;
    at: Temporal.Instant;
    most: number;
  },
): Promise<{ names: string[]; examined: number }> {
  const { rows } = await sql<{ file_name: string }>`
    with due as (
      select p.recovery_id, p.purpose from account_recovery_pictures p
      join account_recoveries r on r.id = p.recovery_id
      where p.deleted_at is null and p.uploaded_at <= ${of.endedBefore}
        and r.ended_at <= ${of.endedBefore}
      order by p.uploaded_at limit ${of.most} for update of p skip locked
    )
    update account_recovery_pictures p set deleted_at = ${of.at} from due
      where (p.recovery_id, p.purpose) = (due.recovery_id, due.purpose)
      returning p.file_name`.execute(tx);
  const orphans = await sql<{ id: string; file_name: string | null }>`
    with due as (
      select r.id from account_recoveries r where r.id in (
        (select id from account_recoveries
         where ended_at <= ${of.begunBefore} and borrower_id is null
         order by ended_at limit ${of.most})
        union all
        (select id from account_recoveries
         where ended_at is null and asked_at is null and begun_at <= ${of.begunBefore}
         order by begun_at limit ${of.most}))
      limit ${of.most} for update skip locked
    ), files as (
      select p.recovery_id, p.file_name from account_recovery_pictures p
      join due on due.id = p.recovery_id where p.deleted_at is null
    ),
    gone as (delete from account_recoveries r using due where r.id = due.id returning r.id)
    select g.id, f.file_name from gone g left join files f on f.recovery_id = g.id`.execute(tx);
  const names = [...new Set([...rows, ...orphans.rows].flatMap((row) => row.file_name ?? []))];
  return {
    names,
    examined: Math.max(rows.length, new Set(orphans.rows.map((row) => row.id)).size),
  };
}

/** Returns the picture files of a borrower's recoveries, for erasure. */
export async function filesOf(read: Read, borrowerId: string): Promise<string[]> {
  const rows = await read
    .selectFrom('account_recovery_pictures as p')
    .innerJoin('account_recoveries as r', 'r.id', 'p.recovery_id')
    .select('p.file_name')
    .where('r.borrower_id', '=', borrowerId)
    .where('p.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.file_name);
}
