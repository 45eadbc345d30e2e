// All SQL for promises to pay, whether staff recorded them or borrowers made them as plans, and for
// the accepted statements of plans.
import type { Day } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { Insertable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type OfBorrower, onePart, readerOf } from '#/db/snapshot.ts';
import type { PlanDisclosures, PromisesToPay } from '#/db/tables.ts';
import { dayOf } from '#/loan/facts.ts';
import type { PromisedPart } from '#/loan/rules/relief.ts';

/** Stores a promise to pay with its parts. */
export async function insertPromise(
  tx: Tx,
  promise: Insertable<PromisesToPay> & { id: string },
  parts: { dueOn: Day; amountCentavos: bigint }[],
): Promise<void> {
  await tx.insertInto('promises_to_pay').values(promise).execute();
  await tx
    .insertInto('promise_installments')
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

/**
 * Stores the statement of an accepted plan. The database refuses a borrower's second plan within 90
 * days.
 */
export async function insertPlanText(tx: Tx, text: Insertable<PlanDisclosures>): Promise<void> {
  await tx.insertInto('plan_disclosures').values(text).execute();
}

/** The Manila day on which the borrower last made a plan without staff; null if there was none. */
export const lastPlanPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('plan_disclosures')
      .select('made_on')
      .where('borrower_id', '=', borrowerId)
      .orderBy('made_on', 'desc')
      .limit(1),
  (row): Day | null => row && dayOf(row.made_on),
);
export const lastPlanOn = readerOf(lastPlanPart);

/** Returns a plan's parts in the order of their dates. */
export async function partsOfPlan(read: Read, planId: string): Promise<PromisedPart[]> {
  const rows = await read
    .selectFrom('promise_installments')
    .select(['due_on', 'amount_centavos'])
    .where('promise_id', '=', planId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    on: dayOf(row.due_on),
    amountCentavos: centavos(row.amount_centavos),
  }));
}

/**
 * Returns the statements of a borrower's plans, oldest first. If `planId` is given, returns only
 * that plan's statement.
 */
export async function planTextsOf(read: Read, borrowerId: string, planId?: string) {
  let query = read
    .selectFrom('plan_disclosures as t')
    .innerJoin('promises_to_pay as p', 'p.id', 't.promise_id')
    .innerJoin('loans as l', 'l.id', 'p.loan_id')
    .select([
      't.promise_id as id',
      'p.loan_id',
      'l.reference_no',
      't.hash',
      't.text_sealed',
      't.session_hash',
      't.accepted_at',
    ])
    .where('t.borrower_id', '=', borrowerId)
    .orderBy('t.accepted_at');
  if (planId) query = query.where('t.promise_id', '=', planId);
  return await query.execute();
}
