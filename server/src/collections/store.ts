// All SQL for overdue bills and calls.
import type { Insertable } from 'kysely';
import { isAfter, type Place } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { CollectionCalls } from '#/db/tables.ts';
import type { Called, CallOutcome } from './rules.ts';

/**
 * Returns a day's overdue bills, longest overdue first, with the last call. `isPromised` selects
 * bills with a part due that day or later; the rules check whether earlier parts were paid.
 */
export async function overdueBills(
  read: Read,
  of: { today: string; after: Place | null; limit: number; isPromised: boolean },
) {
  const today = Temporal.PlainDate.from(of.today);
  let query = read
    .selectFrom('bills as b')
    .leftJoinLateral(
      (inner) =>
        inner
          .selectFrom('collection_calls as c')
          .select(['c.called_at', 'c.outcome'])
          .whereRef('c.loan_id', '=', 'b.loan_id')
          .orderBy('c.called_at', 'desc')
          .limit(1)
          .as('c'),
      (join) => join.onTrue(),
    )
    .select(['b.loan_id', 'b.borrower_id', 'b.last_free_on', 'c.called_at', 'c.outcome'])
    .where('b.settled_at', 'is', null)
    .where('b.last_free_on', '<', today)
    .where(isAfter('b.last_free_on', 'b.loan_id', of.after))
    .orderBy('b.last_free_on')
    .orderBy('b.loan_id')
    .limit(of.limit);
  if (of.isPromised)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('promises_to_pay as p')
          .innerJoin('promise_installments as t', 't.promise_id', 'p.id')
          .select('t.number')
          .whereRef('p.loan_id', '=', 'b.loan_id')
          .where('t.due_on', '>=', today),
      ),
    );
  return await query.execute();
}

/** Returns the calls to a person since the given day. */
export async function callsSince(
  read: Read,
  borrowerId: string,
  day: Temporal.PlainDate,
): Promise<Called[]> {
  const rows = await read
    .selectFrom('collection_calls')
    .select(['called_on', 'outcome'])
    .where('borrower_id', '=', borrowerId)
    .where('called_on', '>=', day)
    .execute();
  return rows.map((row) => ({ on: row.called_on.toString(), outcome: row.outcome as CallOutcome }));
}

export async function insertCall(tx: Tx, call: Insertable<CollectionCalls>): Promise<void> {
  await tx.insertInto('collection_calls').values(call).execute();
}

/** Returns the calls to a person, oldest first. */
export async function callsOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('collection_calls')
    .select(['id', 'loan_id', 'called_at', 'outcome', 'note_sealed'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('called_at')
    .execute();
}
