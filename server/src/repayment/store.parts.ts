// All SQL of payments in parts.
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

export type CodeBefore = {
  id: string;
  borrower_id: string;
  loan_id: string;
  channel: string;
  purpose: string;
  toward: 'all' | 'sum';
  toward_centavos: bigint | null;
  part_number: number;
  /** All that came with it. */
  paid_centavos: bigint;
};

/**
 * A code that was paid and leaves something to pay, where it is the newest of its bill and nothing came by another way since it was asked for: by another
 * code, a transfer, or out of suspense.
 */
export async function codeToFollow(tx: Tx, id: string): Promise<CodeBefore | null> {
  const { rows } = await sql<CodeBefore>`
    select c.id, c.borrower_id, c.loan_id, c.channel, c.purpose, c.toward, c.toward_centavos, c.part_number,
      (select sum(amount_centavos)::int8 from receipts r where r.code_id = c.id) as paid_centavos
    from repayment_codes c
    where c.id = ${id} and c.toward is not null
      and not exists (select from repayment_codes o where o.loan_id = c.loan_id and o.id <> c.id and o.asked_at > c.asked_at)
      and not exists (select from payment_allocations m where m.loan_id = c.loan_id and m.booked_at > c.asked_at
        and not exists (select from receipts r where r.code_id = c.id and r.id = m.receipt_id))`.execute(tx);
  return rows[0] ?? null;
}

/** The code that follows a part, and what came with those before it. */
export async function partsAround(read: Read, id: string): Promise<{ nextId: string | null; paidBeforeCentavos: Centavos }> {
  const { rows } = await sql<{ next_id: string | null; paid_before: bigint }>`
    with recursive earlier as (
      select follows_id as id from repayment_codes where id = ${id}
      union all select c.follows_id from repayment_codes c join earlier e on e.id = c.id)
    select (select id from repayment_codes where follows_id = ${id}) as next_id,
      (select coalesce(sum(amount_centavos), 0)::int8 from receipts where code_id in (select id from earlier)) as paid_before`.execute(
    read,
  );
  const [row] = rows;
  return { nextId: row?.next_id ?? null, paidBeforeCentavos: centavos(row?.paid_before ?? 0n) };
}
