// All SQL for the personal data in loans.
import type { Read } from '#/db/database.ts';

/**
 * Returns all of a borrower's loans, oldest first, with bill, state changes, payments, accepted
 * extension offers, waived charges and promises to pay.
 */
export async function loansWithHistory(read: Read, borrowerId: string) {
  const [loans, changes, money, extensions, waived, parts] = await Promise.all([
    read
      .selectFrom('loans as l')
      .leftJoin('bills as b', 'b.loan_id', 'l.id')
      .selectAll('l')
      .select(['b.arrived_at', 'b.due_on', 'b.settled_at', 'b.settled_as', 'b.return_asked_at'])
      .where('l.borrower_id', '=', borrowerId)
      .orderBy('l.signed_at')
      .execute(),
    read
      .selectFrom('loan_state_changes as c')
      .innerJoin('loans as l', 'l.id', 'c.loan_id')
      .select(['c.loan_id', 'c.state', 'c.at'])
      .where('l.borrower_id', '=', borrowerId)
      .orderBy('c.number')
      .execute(),
    read
      .selectFrom('bills as b')
      .innerJoin('payment_allocations as m', 'm.loan_id', 'b.loan_id')
      .select(['m.loan_id', 'm.value_on', 'm.amount_centavos'])
      .where('b.borrower_id', '=', borrowerId)
      .orderBy('m.value_on')
      .orderBy('m.id')
      .execute(),
    read
      .selectFrom('extensions')
      .select(['loan_id', 'offered_on', 'state', 'fee_centavos', 'late_centavos', 'due_on'])
      .where('borrower_id', '=', borrowerId)
      .orderBy('asked_at')
      .execute(),
    read
      .selectFrom('waived_charges as w')
      .innerJoin('bill_decisions as d', 'd.id', 'w.decision_id')
      .select(['w.loan_id', 'w.value_on', 'd.part', 'w.amount_centavos'])
      .where('w.borrower_id', '=', borrowerId)
      .orderBy('w.booked_at')
      .orderBy('w.id')
      .execute(),
    read
      .selectFrom('promises_to_pay as p')
      .innerJoin('promise_installments as t', 't.promise_id', 'p.id')
      .select(['p.loan_id', 't.promise_id', 'p.made_on', 't.due_on', 't.amount_centavos'])
      .where('p.borrower_id', '=', borrowerId)
      .orderBy('p.made_at')
      .orderBy('t.number')
      .execute(),
  ]);
  return { loans, changes, money, extensions, waived, parts };
}

/** Returns all of a borrower's loans, oldest first, with their state and when it last changed. */
export async function loansWithClosing(read: Read, borrowerId: string) {
  return await read
    .selectFrom('loans as l')
    .leftJoin('bills as b', 'b.loan_id', 'l.id')
    .select(['l.reference_no', 'l.signed_at', 'l.state', 'b.settled_at'])
    .select((row) =>
      row
        .selectFrom('loan_state_changes as c')
        .select('c.at')
        .whereRef('c.loan_id', '=', 'l.id')
        .orderBy('c.number', 'desc')
        .limit(1)
        .as('changed_at'),
    )
    .where('l.borrower_id', '=', borrowerId)
    .orderBy('l.signed_at')
    .execute();
}

const mostQuotes = 500;

/** Returns a borrower's newest stored quotes, at most `mostQuotes`, oldest first. */
export async function newestQuotes(read: Read, borrowerId: string) {
  const rows = await read
    .selectFrom('quotes')
    .select(['principal_centavos', 'term_days', 'made_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('made_at', 'desc')
    .limit(mostQuotes)
    .execute();
  return rows.reverse();
}
