// The SQL for who holds a bill of the call list.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

export type Owner = { by: string; untilOn: Temporal.PlainDate };
type Turn = { who: string; today: Temporal.PlainDate; untilOn: Temporal.PlainDate };

/** Returns who holds a bill on this day; undefined if nobody does. */
export async function ownerOf(
  read: Read,
  loanId: string,
  today: Temporal.PlainDate,
): Promise<Owner | undefined> {
  return await read
    .selectFrom('collection_owners')
    .select(['taken_by as by', 'until_on as untilOn'])
    .where('loan_id', '=', loanId)
    .where('until_on', '>=', today)
    .executeTakeFirst();
}

/** Takes a bill, or restarts its days. @returns false if another person holds it */
export async function takeBill(
  tx: Tx,
  loanId: string,
  { who, today, untilOn }: Turn,
): Promise<boolean> {
  const { rows } = await sql`
    insert into collection_owners (loan_id, taken_by, taken_on, until_on)
    values (${loanId}, ${who}, ${today}::date, ${untilOn}::date)
    on conflict (loan_id) do update
      set taken_by = excluded.taken_by, taken_on = excluded.taken_on, until_on = excluded.until_on
      where collection_owners.taken_by = excluded.taken_by
        or collection_owners.until_on < excluded.taken_on
    returning loan_id`.execute(tx);
  return rows.length > 0;
}

export async function releaseBill(tx: Tx, loanId: string): Promise<void> {
  await tx.deleteFrom('collection_owners').where('loan_id', '=', loanId).execute();
}
