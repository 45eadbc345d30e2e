// All SQL for staff decisions about bills: proposals, waivers and write-offs. Also the columns with
// a bill's reliefs and promises.
import type { Day } from '@sandali/contract/day.ts';
import { type Insertable, sql } from 'kysely';
import { afterRowCondition } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type OfBorrower, onePart } from '#/db/snapshot.ts';
import type { BillDecisions } from '#/db/tables.ts';
import type { ReliefPart } from '#/loan/rules/relief.ts';

/** The `made_by` of a plan, which is a promise to pay that a borrower makes without staff. */
export const byBorrower = 'the borrower';

/**
 * A bill's confirmed reliefs in the order of their days, as a column for queries in which `l` is
 * the loan.
 */
export const grantedReliefs = sql<
  { id: string; kind: DecisionKind; part: ReliefPart; value_on: string; granted_centavos: string }[]
>`coalesce((
  select json_agg(json_build_object('id', d.id, 'kind', d.kind, 'part', d.part,
    'value_on', d.value_on, 'granted_centavos', d.granted_centavos::text)
    order by d.value_on, a.confirmed_at, d.id)
  from bill_decisions d join approvals a on a.id = d.id
  where d.loan_id = l.id and d.state = 'confirmed' and d.part is not null), '[]')`;

/** A bill's promises to pay, oldest first, as a column for queries in which `l` is the loan. */
export const promisesMade = sql<
  {
    id: string;
    made_on: string;
    paid_before_centavos: string;
    extensions_before: number;
    is_plan: boolean;
    parts: { due_on: string; amount_centavos: string }[];
  }[]
>`coalesce((
  select json_agg(json_build_object('id', p.id, 'made_on', p.made_on,
    'paid_before_centavos', p.paid_before_centavos::text,
    'extensions_before', p.extensions_before, 'is_plan', p.made_by = ${byBorrower}, 'parts',
    (select json_agg(json_build_object('due_on', t.due_on,
        'amount_centavos', t.amount_centavos::text) order by t.number)
      from promise_installments t where t.promise_id = p.id)) order by p.number)
  from promises_to_pay p where p.loan_id = l.id), '[]')`;

export type DecisionKind = 'waive' | 'adjust' | 'writeOff';

/** Returns the open proposal about a bill, or undefined. It is waiting for another approver. */
export async function openDecision(read: Read, loanId: string) {
  return await read
    .selectFrom('bill_decisions as d')
    .innerJoin('approvals as a', 'a.id', 'd.id')
    .selectAll('d')
    .select(['a.reason', 'a.proposed_by'])
    .where('d.loan_id', '=', loanId)
    .where('d.state', '=', 'open')
    .executeTakeFirst();
}

/** Stores a proposal with the id of its approval. */
export async function insertDecision(tx: Tx, decision: Insertable<BillDecisions>): Promise<void> {
  await tx.insertInto('bill_decisions').values(decision).execute();
}

/** Records the value date and the granted amount of a confirmed decision. */
export async function grant(
  tx: Tx,
  id: string,
  of: { valueOn: Day; grantedCentavos: bigint },
): Promise<void> {
  const set = {
    value_on: Temporal.PlainDate.from(of.valueOn),
    granted_centavos: of.grantedCentavos,
  };
  await tx.updateTable('bill_decisions').set(set).where('id', '=', id).execute();
}

/**
 * Returns the proposals that are waiting for another approver, oldest first, after the one with the
 * id `after`.
 */
export async function openDecisions(
  read: Read,
  { after = null, limit }: { after?: string | null; limit: number },
) {
  const order = { table: 'approvals', alias: 'a', by: 'proposed_at' };
  return await decisions(read)
    .where('a.act', '=', 'bill')
    .where('a.state', '=', sql.lit('open'))
    .where(await afterRowCondition(read, order, after))
    .orderBy('a.proposed_at')
    .orderBy('a.id')
    .limit(limit)
    .execute();
}

/** Returns the proposed decisions with these ids. */
export async function decisionsWithIds(read: Read, ids: readonly string[]) {
  return await decisions(read).where('a.id', 'in', ids).execute();
}

const decisions = (read: Read) =>
  read
    .selectFrom('approvals as a')
    .innerJoin('bill_decisions as d', 'd.id', 'a.id')
    .innerJoin('loans as l', 'l.id', 'd.loan_id')
    .selectAll('d')
    .select(['l.reference_no', 'a.reason', 'a.proposed_by', 'a.proposed_at']);

/** Stores the changes in the amounts that reliefs waive. */
export async function insertWaived(
  tx: Tx,
  rows: {
    id: string;
    loanId: string;
    borrowerId: string;
    decisionId: string;
    valueOn: Day;
    amountCentavos: bigint;
    entryId: string;
    at: Temporal.Instant;
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('waived_charges')
    .values(
      rows.map((row) => ({
        id: row.id,
        loan_id: row.loanId,
        borrower_id: row.borrowerId,
        decision_id: row.decisionId,
        value_on: Temporal.PlainDate.from(row.valueOn),
        amount_centavos: row.amountCentavos,
        entry_id: row.entryId,
        booked_at: row.at,
      })),
    )
    .execute();
}

/** Marks a bill as written off on the given day. The database requires two approvers. */
export async function markWrittenOff(
  tx: Tx,
  loanId: string,
  of: { on: Day; at: Temporal.Instant },
): Promise<void> {
  const on = Temporal.PlainDate.from(of.on);
  await tx
    .updateTable('bills')
    .set({
      written_off_on: on,
      settled_on: on,
      settled_at: of.at,
      settled_as: 'writtenOff',
      charged_to: sql`greatest(charged_to, ${on}::date)`,
    })
    .where('loan_id', '=', loanId)
    .execute();
}

/** Whether any loan of this borrower was written off, which closes the line for good. */
export const isLineClosedPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('bills')
      .select('loan_id')
      .where('borrower_id', '=', borrowerId)
      .where('written_off_on', 'is not', null)
      .limit(1),
  (row) => row !== null,
);

export async function findLoanByReference(read: Read, referenceNo: string) {
  return await read
    .selectFrom('loans')
    .select(['id', 'borrower_id'])
    .where('reference_no', '=', referenceNo)
    .executeTakeFirst();
}
