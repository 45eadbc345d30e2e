// All SQL for lists of a loan's documents.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

export type LoanWithPapers = {
  id: string;
  referenceNo: string;
  principalCentavos: bigint;
  signedAt: Temporal.Instant;
  /**
   * The day of the last payment that the loan needed; null unless the loan was repaid or returned.
   */
  repaidOn: Temporal.PlainDate | null;
  /**
   * Payments on the bill, by source and value date. For an extension fee, also the new due date.
   */
  payments: { sourceId: string; on: string; amountCentavos: string; extendedTo: string | null }[];
  /** The plans that the borrower accepted, with their days. */
  plans: { planId: string; on: string }[];
  /** Waived charges, by decision and day. */
  waivers: { decisionId: string; part: 'late' | 'interest'; on: string; amountCentavos: string }[];
  /** The waived remainder, which is dated on the day of the last payment. */
  remainderCentavos: bigint;
  /** Whether the payout was reversed, which makes the payments on the loan's bill refundable. */
  isVoid: boolean;
};

/**
 * Returns up to `limit` of the borrower's loans, newest first. If `before` is given, returns only
 * loans older than that loan. If `loanId` is given, returns only that loan.
 */
export async function loansWithPapers(
  read: Read,
  of: { borrowerId: string; loanId: string | undefined; before: string | undefined; limit: number },
): Promise<LoanWithPapers[]> {
  const { rows } = await sql<LoanWithPapers>`
    select l.id, l.reference_no as "referenceNo", l.principal_centavos as "principalCentavos",
      l.signed_at as "signedAt",
      case when b.settled_as in ('repaid', 'cooledOff') then b.settled_on end as "repaidOn",
      coalesce((select json_agg(json_build_object('sourceId', m.receipt_id, 'on', m.value_on,
            'amountCentavos', m.amount::text, 'extendedTo', e.due_on)
          order by m.value_on, m.booked_at, m.receipt_id)
        from (select receipt_id, value_on, sum(amount_centavos) as amount,
            min(booked_at) as booked_at
          from payment_allocations where loan_id = l.id and reversal_id is null
          group by receipt_id, value_on) m
        left join extensions e on e.receipt_id = m.receipt_id
        where m.amount > 0), '[]') as payments,
      coalesce((
        select json_agg(json_build_object('planId', p.id, 'on', p.made_on) order by p.number)
        from promises_to_pay p join plan_disclosures d on d.promise_id = p.id
        where p.loan_id = l.id), '[]') as plans,
      coalesce((select json_agg(json_build_object('decisionId', w.decision_id, 'part', w.part,
            'on', w.value_on, 'amountCentavos', w.amount::text)
          order by w.value_on, w.decision_id)
        from (select c.decision_id, d.part, c.value_on, sum(c.amount_centavos) as amount
          from waived_charges c join bill_decisions d on d.id = c.decision_id
          where c.loan_id = l.id group by c.decision_id, d.part, c.value_on) w
        where w.amount > 0 and b.settled_as is distinct from 'cooledOff'), '[]') as waivers,
      coalesce(b.remainder_centavos, 0) as "remainderCentavos",
      coalesce(b.settled_as = 'void', false) as "isVoid"
    from loans l left join bills b on b.loan_id = l.id
    where l.borrower_id = ${of.borrowerId}
      and (${of.loanId ?? null}::uuid is null or l.id = ${of.loanId ?? null}::uuid)
      and (${of.before ?? null}::uuid is null
        or (l.signed_at, l.id) < (select p.signed_at, p.id from loans p
          where p.id = ${of.before ?? null}::uuid and p.borrower_id = ${of.borrowerId}))
    order by l.signed_at desc, l.id desc limit ${of.limit}`.execute(read);
  return rows;
}
