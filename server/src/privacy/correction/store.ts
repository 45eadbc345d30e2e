// All SQL for corrections. Triggers require two approvers (14-privacy.sql).
import { type Insertable, type NotNull, type Selectable, sql } from 'kysely';
import { afterRowCondition, pageLength } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Corrections } from '#/db/tables.ts';

export type CorrectionRow = Selectable<Corrections>;

export async function insertCorrection(tx: Tx, row: Insertable<Corrections>): Promise<void> {
  await tx.insertInto('corrections').values(row).execute();
}

export async function setApplied(
  tx: Tx,
  id: string,
  at: Temporal.Instant,
  beforeSealed: Buffer,
): Promise<void> {
  await tx
    .updateTable('corrections')
    .set({ applied_at: at, previous_sealed: beforeSealed })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the open proposal to correct a field of a borrower's data, with its proposer and expiry.
 */
export async function openCorrection(read: Read, borrowerId: string, what: string) {
  return await read
    .selectFrom('corrections as c')
    .innerJoin('approvals as a', 'a.id', 'c.approval_id')
    .select([
      'c.id',
      'c.case_no',
      'c.value_sealed',
      'a.id as approval_id',
      'a.proposed_by',
      'a.expires_at',
    ])
    .where('c.borrower_id', '=', borrowerId)
    .where('c.field', '=', what)
    .where('a.state', '=', 'open')
    .executeTakeFirst();
}

/**
 * Returns a page of open proposals after an approval, oldest first, and one more if there are
 * more.
 */
export async function openCorrections(read: Read, after: string | null) {
  return await read
    .selectFrom('approvals as a')
    .innerJoin('corrections as c', 'c.approval_id', 'a.id')
    .select([
      'c.id',
      'a.id as approval_id',
      'c.borrower_id',
      'c.field as what',
      'c.case_no',
      'c.proposed_at',
      'a.proposed_by',
      'a.expires_at',
    ])
    .where('a.act', '=', 'correction')
    .where('a.state', '=', sql.lit('open'))
    .where(
      await afterRowCondition(read, { table: 'approvals', alias: 'a', by: 'proposed_at' }, after),
    )
    .orderBy('a.proposed_at')
    .orderBy('a.id')
    .limit(pageLength + 1)
    .execute();
}

/** Returns the corrections that these approvals propose, without their values. */
export async function correctionsById(read: Read, approvalIds: readonly string[]) {
  return await read
    .selectFrom('corrections')
    .select(['approval_id', 'borrower_id', 'field as what', 'case_no'])
    .where('approval_id', 'in', approvalIds)
    .$narrowType<{ approval_id: NotNull }>()
    .execute();
}

/** Returns a borrower's applied corrections, newest first. */
export async function correctionsOf(read: Read, borrowerId: string): Promise<CorrectionRow[]> {
  return await read
    .selectFrom('corrections')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('applied_at', 'is not', null)
    .orderBy('applied_at', 'desc')
    .execute();
}

/** Returns the id of the borrower whose complaint has this number, or null. */
export async function borrowerOfComplaint(read: Read, number: string): Promise<string | null> {
  const row = await read
    .selectFrom('complaints')
    .select('borrower_id')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.borrower_id ?? null;
}
