// All SQL for extensions.
import type { Day } from '@sandali/contract/day.ts';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type FactsOf, type Given, onePart, readPart } from '#/db/snapshot.ts';
import type { ExtensionDisclosures, Extensions } from '#/db/tables.ts';

/** A bill's paid extensions in order, as a column for queries in which `l` is the loan. */
export const bookedExtensions = sql<
  {
    receipt_id: string;
    offered_on: string;
    from_due_on: string;
    from_last_free_on: string;
    due_on: string;
    last_free_on: string;
    back_last_free_on: string | null;
    total_centavos: string;
  }[]
>`coalesce((
  select json_agg(json_build_object('receipt_id', e.receipt_id, 'offered_on', e.offered_on,
    'from_due_on', e.from_due_on, 'from_last_free_on', e.from_last_free_on, 'due_on', e.due_on,
    'last_free_on', e.last_free_on, 'back_last_free_on', e.back_last_free_on,
    'total_centavos', e.total_centavos::text) order by e.number)
  from extensions e where e.loan_id = l.id and e.state = 'success'), '[]')`;

/** The offer that the borrower accepted on a given day, with its text, if it is still open. */
export const openExtensionPart = onePart(
  (db, { loanId, today }: Given<{ loanId: string; today: Day }>) =>
    db
      .selectFrom('extensions as e')
      .leftJoin('extension_disclosures as t', 't.extension_id', 'e.id')
      .select(['e.id', 'e.total_centavos', 't.hash as text_hash', 't.text_sealed'])
      .where('e.loan_id', '=', loanId)
      .where('e.offered_on', '=', sql<Temporal.PlainDate>`${today}::date`)
      .where('e.state', '=', 'feeDue'),
  (row) => row,
);
export type OpenExtension = FactsOf<{ open: typeof openExtensionPart }>['open'];

export async function openExtension(
  read: Read,
  loanId: string,
  today: Day,
): Promise<OpenExtension> {
  return await readPart(read, openExtensionPart, { loanId, today });
}

export async function insertExtension(tx: Tx, extension: Insertable<Extensions>): Promise<void> {
  await tx.insertInto('extensions').values(extension).execute();
}

export async function insertExtensionText(
  tx: Tx,
  text: Insertable<ExtensionDisclosures>,
): Promise<void> {
  await tx.insertInto('extension_disclosures').values(text).execute();
}

/**
 * Returns the accepted statements of a borrower's paid extensions, oldest first. If `receiptId` is
 * given, returns only the statement of the extension that this receipt paid for.
 */
export async function extensionTextsOf(read: Read, borrowerId: string, receiptId?: string) {
  let query = read
    .selectFrom('extension_disclosures as t')
    .innerJoin('extensions as e', 'e.id', 't.extension_id')
    .innerJoin('loans as l', 'l.id', 'e.loan_id')
    .select([
      't.extension_id as id',
      'e.loan_id',
      'l.reference_no',
      't.hash',
      't.text_sealed',
      't.session_hash',
      't.accepted_at',
    ])
    .where('t.borrower_id', '=', borrowerId)
    .where('e.state', '=', 'success')
    .orderBy('t.accepted_at');
  if (receiptId) query = query.where('e.receipt_id', '=', receiptId);
  return await query.execute();
}

export async function lockExtension(tx: Tx, id: string) {
  return await tx
    .selectFrom('extensions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Marks an extension as paid, and moves the bill to its new due date. */
export async function bookExtension(
  tx: Tx,
  of: {
    id: string;
    loanId: string;
    number: number;
    receiptId: string;
    fromLastFreeOn: Day;
    dueOn: Day;
    lastFreeOn: Day;
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .updateTable('extensions')
    .set({
      state: 'success',
      number: of.number,
      receipt_id: of.receiptId,
      from_last_free_on: Temporal.PlainDate.from(of.fromLastFreeOn),
      last_free_on: Temporal.PlainDate.from(of.lastFreeOn),
      ended_at: of.at,
    })
    .where('id', '=', of.id)
    .execute();
  await setTerm(tx, of);
}

async function setTerm(tx: Tx, of: { loanId: string; dueOn: Day; lastFreeOn: Day }): Promise<void> {
  const days = {
    due_on: Temporal.PlainDate.from(of.dueOn),
    last_free_on: Temporal.PlainDate.from(of.lastFreeOn),
  };
  await tx.updateTable('bills').set(days).where('loan_id', '=', of.loanId).execute();
}

/** Restores the term from before an extension whose fee was reversed. */
export async function reverseExtension(
  tx: Tx,
  of: { loanId: string; receiptId: string; on: Day; dueOn: Day; lastFreeOn: Day },
): Promise<void> {
  await tx
    .updateTable('extensions')
    .set({
      taken_back_on: Temporal.PlainDate.from(of.on),
      back_last_free_on: Temporal.PlainDate.from(of.lastFreeOn),
    })
    .where('receipt_id', '=', of.receiptId)
    .where('loan_id', '=', of.loanId)
    .execute();
  await setTerm(tx, of);
}

/**
 * Closes the open offers on a bill. If `fromOn` is given, closes only offers made on that day or
 * later.
 */
export async function lapseExtensions(
  tx: Tx,
  loanId: string,
  of: { fromOn: Day | null; at: Temporal.Instant },
): Promise<void> {
  let query = tx
    .updateTable('extensions')
    .set({ state: 'lapsed', ended_at: of.at })
    .where('loan_id', '=', loanId)
    .where('state', '=', 'feeDue');
  if (of.fromOn) query = query.where('offered_on', '>=', Temporal.PlainDate.from(of.fromOn));
  await query.execute();
}
