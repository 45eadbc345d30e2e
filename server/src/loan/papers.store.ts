// SQL for the list of a borrower's papers.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

export type LoanWithPapers = {
  id: string;
  referenceNo: string;
  principalCentavos: bigint;
  signedAt: Temporal.Instant;
  /** False for loans from before texts were kept. */
  hasText: boolean;
  /** The day of the last payment that was needed; null unless it is repaid. */
  repaidOn: Temporal.PlainDate | null;
  /** What stands on its bill by source, in the order of value dates; of the fee of an extension the due date that it brought, and whether its statement is kept. */
  payments: { sourceId: string; on: string; amountCentavos: string; extendedTo: string | null; hasStatement: boolean }[];
};

/** Loans of a borrower, the newest first, at most `limit`: those before one, or one. */
export async function loansWithPapers(
  read: Read,
  of: { borrowerId: string; loanId: string | undefined; before: string | undefined; limit: number },
): Promise<LoanWithPapers[]> {
  const { rows } = await sql<LoanWithPapers>`
    select l.id, l.reference_no as "referenceNo", l.principal_centavos as "principalCentavos", l.signed_at as "signedAt",
      t.loan_id is not null as "hasText", case when b.settled_as in ('repaid', 'cooledOff') then b.settled_on end as "repaidOn",
      coalesce((select json_agg(json_build_object('sourceId', m.receipt_id, 'on', m.value_on, 'amountCentavos', m.amount::text, 'extendedTo', e.due_on, 'hasStatement', t.extension_id is not null)
          order by m.value_on, m.booked_at, m.receipt_id)
        from (select receipt_id, value_on, sum(amount_centavos) as amount, min(booked_at) as booked_at
          from payment_allocations where loan_id = l.id group by receipt_id, value_on) m
        left join extensions e on e.receipt_id = m.receipt_id left join extension_disclosures t on t.extension_id = e.id where m.amount > 0), '[]') as payments
    from loans l left join bills b on b.loan_id = l.id left join signed_agreements t on t.loan_id = l.id
    where l.borrower_id = ${of.borrowerId}
      and (${of.loanId ?? null}::uuid is null or l.id = ${of.loanId ?? null}::uuid)
      and (${of.before ?? null}::uuid is null
        or (l.signed_at, l.id) < (select p.signed_at, p.id from loans p where p.id = ${of.before ?? null}::uuid and p.borrower_id = ${of.borrowerId}))
    order by l.signed_at desc, l.id desc limit ${of.limit}`.execute(read);
  return rows;
}
