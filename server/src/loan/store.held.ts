// SQL for a person's own copy of their loans.
import type { Read } from '#/db/database.ts';

/** Every loan of a borrower with its bill, its changes of state and the money booked on it, in order. */
export async function factsHeld(read: Read, borrowerId: string) {
  const [loans, changes, money] = await Promise.all([
    read
      .selectFrom('loans as l')
      .leftJoin('bills as b', 'b.loan_id', 'l.id')
      .selectAll('l')
      .select(['b.arrived_at', 'b.due_on', 'b.settled_at', 'b.settled_as'])
      .where('l.borrower_id', '=', borrowerId)
      .orderBy('l.signed_at')
      .execute(),
    read
      .selectFrom('loan_changes as c')
      .innerJoin('loans as l', 'l.id', 'c.loan_id')
      .select(['c.loan_id', 'c.state', 'c.at'])
      .where('l.borrower_id', '=', borrowerId)
      .orderBy('c.number')
      .execute(),
    read
      .selectFrom('bill_money')
      .select(['loan_id', 'value_on', 'amount_centavos'])
      .where('borrower_id', '=', borrowerId)
      .orderBy('value_on')
      .orderBy('id')
      .execute(),
  ]);
  return { loans, changes, money };
}

/** The prices that a borrower asked for and that are still kept, the oldest first. */
export async function quotesHeld(read: Read, borrowerId: string) {
  return await read
    .selectFrom('quotes')
    .select(['principal_centavos', 'term_days', 'made_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('made_at')
    .execute();
}
