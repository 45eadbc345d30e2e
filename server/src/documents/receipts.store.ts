// SQL for the documents about payments and refunds. Other slices own the rows.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

/**
 * The amount of each payment that is allocated to loans, except loans whose payout was reversed.
 */
const onLoansOf = (borrowerId: string) => sql`(
  select m.receipt_id, sum(m.amount_centavos) as amount
  from bills b join payment_allocations m on m.loan_id = b.loan_id
  where b.borrower_id = ${borrowerId} and b.settled_as is distinct from 'void'
  group by m.receipt_id)`;

/** Returns a borrower's payment with the amounts that are unallocated and reversed. */
export async function findReceipt(read: Read, borrowerId: string, id: string) {
  const { rows } = await sql<{
    channel: string;
    amount_centavos: bigint;
    gateway_payment_id: string;
    value_on: Temporal.PlainDate;
    kept_centavos: bigint;
    taken_back_centavos: bigint;
  }>`select r.channel, r.amount_centavos, r.gateway_payment_id, r.value_on,
      greatest(r.amount_centavos - v.taken_back - coalesce(m.amount, 0), 0)::int8 as kept_centavos,
      v.taken_back as taken_back_centavos
    from receipts r cross join lateral (
      select coalesce(sum(amount_centavos), 0)::int8 as taken_back
      from payment_reversals where receipt_id = r.id) v
    left join ${onLoansOf(borrowerId)} m on m.receipt_id = r.id
    where r.id = ${id} and r.borrower_id = ${borrowerId}`.execute(read);
  return rows[0];
}

/**
 * Returns a borrower's unallocated payments and arrived refunds, newest first. If `id` is given,
 * returns only the one with that id.
 */
export async function paidOutsideLoans(
  read: Read,
  of: { borrowerId: string; id: string | null; limit: number },
) {
  const { rows } = await sql<{
    kind: 'receipt' | 'refund';
    id: string;
    on: Temporal.PlainDate;
    amountCentavos: bigint;
  }>`
    select * from (
      select 'receipt' as kind, r.id, r.value_on as "on", r.amount_centavos as "amountCentavos"
      from receipts r left join ${onLoansOf(of.borrowerId)} m on m.receipt_id = r.id
      where r.borrower_id = ${of.borrowerId} and coalesce(m.amount, 0) = 0
        and not exists (select from payment_reversals v where v.receipt_id = r.id)
      union all
      select 'refund', f.id, (f.ended_at at time zone 'Asia/Manila')::date, f.amount_centavos
      from refunds f where f.borrower_id = ${of.borrowerId} and f.state = 'paid') p
    where ${of.id}::uuid is null or p.id = ${of.id}::uuid
    order by p."on" desc, p.id desc limit ${of.limit}`.execute(read);
  return rows;
}

/**
 * Returns a borrower's refund with its payout's id at the gateway; undefined if the refund did not
 * arrive or was returned.
 */
export async function findPaidRefund(read: Read, borrowerId: string, id: string) {
  return await read
    .selectFrom('refunds as f')
    .innerJoin('payouts as p', (join) =>
      join.onRef('p.subject_id', '=', 'f.id').on('p.kind', '=', 'refund'),
    )
    .select([
      'f.amount_centavos',
      'f.receiver_label',
      'f.receiver_last4',
      'f.ordered_at',
      'f.ended_at',
      'p.gateway_id',
    ])
    .where('f.id', '=', id)
    .where('f.borrower_id', '=', borrowerId)
    .where('f.state', '=', 'paid')
    .executeTakeFirst();
}
