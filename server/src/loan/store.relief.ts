// All SQL of what staff decides about a bill: charges taken back, loans given up, and promises to pay.
import type { Day } from '@sandali/contract/day.ts';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { BillDecisions, PayPromises } from '#/db/tables.ts';
import type { ReliefPart } from './rules/relief.ts';

/** The reliefs of a bill that two people granted, as a part of a query that calls the loan `l`, in the order of their days. */
export const grantedReliefs = sql<
  { id: string; kind: DecisionKind; part: ReliefPart; value_on: string; granted_centavos: string }[]
>`coalesce((
  select json_agg(json_build_object('id', d.id, 'kind', d.kind, 'part', d.part, 'value_on', d.value_on,
    'granted_centavos', d.granted_centavos::text) order by d.value_on, d.confirmed_at, d.id)
  from bill_decisions d where d.loan_id = l.id and d.confirmed_at is not null and d.part is not null), '[]')`;

/** The promises to pay of a bill, as a part of such a query, the first one first. */
export const promisesMade = sql<
  { id: string; made_on: string; paid_before_centavos: string; parts: { due_on: string; amount_centavos: string }[] }[]
>`coalesce((
  select json_agg(json_build_object('id', p.id, 'made_on', p.made_on, 'paid_before_centavos', p.paid_before_centavos::text, 'parts',
    (select json_agg(json_build_object('due_on', t.due_on, 'amount_centavos', t.amount_centavos::text) order by t.number)
      from pay_promise_parts t where t.promise_id = p.id)) order by p.number)
  from pay_promises p where p.loan_id = l.id), '[]')`;

export type DecisionKind = 'waive' | 'adjust' | 'writeOff';

/** The proposal about a bill that waits for another person, or undefined. */
export async function openDecision(read: Read, loanId: string) {
  return await read
    .selectFrom('bill_decisions')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('confirmed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirst();
}

/** Writes a proposal down; an open one of the same bill is dropped for it. */
export async function propose(
  tx: Tx,
  decision: Insertable<BillDecisions> & { loan_id: string; proposed_at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('bill_decisions')
    .set({ dropped_at: decision.proposed_at })
    .where('loan_id', '=', decision.loan_id)
    .where('confirmed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .execute();
  await tx.insertInto('bill_decisions').values(decision).execute();
}

/** Another person confirms: from now on it counts, from its day. */
export async function confirm(
  tx: Tx,
  id: string,
  of: { who: string; at: Temporal.Instant; valueOn: Day; grantedCentavos: bigint },
): Promise<void> {
  await tx
    .updateTable('bill_decisions')
    .set({
      confirmed_by: of.who,
      confirmed_at: of.at,
      value_on: Temporal.PlainDate.from(of.valueOn),
      granted_centavos: of.grantedCentavos,
    })
    .where('id', '=', id)
    .execute();
}

/** Proposals that wait for another person, the oldest first. */
export async function openDecisions(read: Read, limit: number) {
  return await read
    .selectFrom('bill_decisions as d')
    .innerJoin('loans as l', 'l.id', 'd.loan_id')
    .selectAll('d')
    .select('l.reference_no')
    .where('d.confirmed_at', 'is', null)
    .where('d.dropped_at', 'is', null)
    .orderBy('d.proposed_at')
    .limit(limit)
    .execute();
}

/** Writes what reliefs took off a bill more or less than before. */
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
    .insertInto('bill_waived')
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

/** Gives a bill up: it is written off from a day on. The database wants two people behind it. */
export async function markWrittenOff(tx: Tx, loanId: string, of: { on: Day; at: Temporal.Instant }): Promise<void> {
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

/** Whether a loan of this borrower was ever given up: their line stays closed. */
export async function isLineClosed(read: Read, borrowerId: string): Promise<boolean> {
  const row = await read
    .selectFrom('bills')
    .select('loan_id')
    .where('borrower_id', '=', borrowerId)
    .where('written_off_on', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a promise to pay down with its parts. */
export async function insertPromise(
  tx: Tx,
  promise: Insertable<PayPromises> & { id: string },
  parts: { dueOn: Day; amountCentavos: bigint }[],
) {
  await tx.insertInto('pay_promises').values(promise).execute();
  await tx
    .insertInto('pay_promise_parts')
    .values(
      parts.map((part, nth) => ({
        promise_id: promise.id,
        number: nth + 1,
        due_on: Temporal.PlainDate.from(part.dueOn),
        amount_centavos: part.amountCentavos,
      })),
    )
    .execute();
}

/** The loan of a reference number, or undefined. */
export async function findLoanByReference(read: Read, referenceNo: string) {
  return await read.selectFrom('loans').select(['id', 'borrower_id']).where('reference_no', '=', referenceNo).executeTakeFirst();
}
