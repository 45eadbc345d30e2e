// Account movements, computed from the totals of chained days and the lines of later days, so that
// nobody needs to sum all history.
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import type { AccountKind } from './chart.ts';

/**
 * Unsigned movements on a kind of account, on a booked day and a business day
 * (docs/operators/books.md).
 */
type Movement = {
  kind: AccountKind;
  booked_on: Temporal.PlainDate;
  business_on: Temporal.PlainDate;
  debit: bigint;
  credit: bigint;
};

/**
 * Returns all movements as rows to be summed: the totals of chained days, and the lines of later
 * days. Both parts use the same last chained day, so a day that is chained in the meantime counts
 * once.
 */
export async function movements(read: Read): Promise<RawBuilder<Movement>> {
  const { rows } = await sql<{
    last: Temporal.PlainDate | null;
  }>`select max(day) as last from ledger_days`.execute(read);
  const last = sql`coalesce(${rows[0]?.last ?? null}::date, '-infinity')`;
  return sql<Movement>`(
    select kind, day as booked_on, business_on, debit_centavos as debit, credit_centavos as credit
      from ledger_day_totals where day <= ${last}
    union all
    select a.kind, e.booked_on, e.business_on, greatest(l.amount_centavos, 0),
      greatest(-l.amount_centavos, 0)
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id where e.booked_on > ${last})`;
}
