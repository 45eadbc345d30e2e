// What accounts moved, without reading all of history: chained days by their totals, and the days
// after them by their lines.
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import type { AccountKind } from './chart.ts';

/**
 * A column for each way to name a day (docs/operators/books.md), and what a kind of account moved
 * in it: both sides, without sign.
 */
type Movement = {
  kind: AccountKind;
  booked_on: Temporal.PlainDate;
  business_on: Temporal.PlainDate;
  debit: bigint;
  credit: bigint;
};

/**
 * Every movement of the books as rows to be summed: one for each chained day, kind and business
 * day, and one for each line of the days after them, which are found by their day. Both parts go by
 * the same last chained day, so that a day that is chained meanwhile is in one of them.
 */
export async function movements(read: Read): Promise<RawBuilder<Movement>> {
  const { rows } = await sql<{
    last: Temporal.PlainDate | null;
  }>`select max(day) as last from ledger_days`.execute(read);
  const last = sql`coalesce(${rows[0]?.last ?? null}::date, '-infinity')`;
  return sql<Movement>`(
    select kind, day as booked_on, business_on, debit_centavos as debit, credit_centavos as credit from ledger_day_totals where day <= ${last}
    union all
    select a.kind, e.booked_on, e.business_on, greatest(l.amount_centavos, 0), greatest(-l.amount_centavos, 0)
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id where e.booked_on > ${last})`;
}
