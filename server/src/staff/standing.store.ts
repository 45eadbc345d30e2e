// The SQL for what a person's standing shows about money on its way, unallocated or unknown.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

export type NewestPayout = {
  id: string;
  kind: string;
  referenceNo: string | null;
  amountCentavos: bigint;
  channel: string;
  state: string;
  orderedAt: Temporal.Instant;
};

/** Returns the borrower's newest payout, with its loan's reference number; null if none exists. */
export async function newestPayout(read: Read, borrowerId: string): Promise<NewestPayout | null> {
  const row = await read
    .selectFrom('payouts as p')
    .leftJoin('loans as l', (join) =>
      join.onRef('l.id', '=', 'p.subject_id').on('p.kind', '=', sql.lit('loan')),
    )
    .select([
      'p.id',
      'p.kind',
      'l.reference_no as referenceNo',
      'p.amount_centavos as amountCentavos',
      'p.channel',
      'p.state',
      'p.ordered_at as orderedAt',
    ])
    .where('p.borrower_id', '=', borrowerId)
    .orderBy('p.ordered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the borrower's newest loan that is signed and has no payout yet; null if none is. */
export async function unorderedLoan(read: Read, borrowerId: string) {
  const row = await read
    .selectFrom('loans as l')
    .leftJoin('payouts as p', (join) =>
      join.onRef('p.subject_id', '=', 'l.id').on('p.kind', '=', sql.lit('loan')),
    )
    .select([
      'l.reference_no as referenceNo',
      'l.arrival_centavos as amountCentavos',
      'l.channel',
      'l.state',
      'l.signed_at as signedAt',
    ])
    .where('l.borrower_id', '=', borrowerId)
    .where('l.state', 'in', ['submitting', 'approving'])
    .where('p.id', 'is', null)
    .orderBy('l.signed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the codes with which the borrower can pay now, newest first: codes of bills that have
 * neither ended nor been paid, and permanent codes.
 */
export async function payableCodes(read: Read, borrowerId: string, now: Temporal.Instant) {
  return await read
    .selectFrom('repayment_codes as c')
    .leftJoin('loans as l', 'l.id', 'c.loan_id')
    .select([
      'l.reference_no as referenceNo',
      'c.channel',
      'c.code',
      'c.amount_centavos as amountCentavos',
      'c.ends_at as endsAt',
      'c.progress',
    ])
    .where('c.borrower_id', '=', borrowerId)
    .where('c.issued_at', 'is not', null)
    .where('c.replaced_at', 'is', null)
    .where(({ or, eb }) => or([eb('c.ends_at', 'is', null), eb('c.ends_at', '>=', now)]))
    .where(({ not, and, eb, exists, selectFrom }) =>
      not(
        and([
          eb('c.loan_id', 'is not', null),
          exists(selectFrom('receipts as r').select('r.id').whereRef('r.code_id', '=', 'c.id')),
        ]),
      ),
    )
    .orderBy('c.asked_at', 'desc')
    .limit(20)
    .execute();
}

const mostPayments = 20;

export type Overpayment = {
  id: string;
  paidAt: Temporal.Instant;
  amountCentavos: bigint;
  beyondCentavos: bigint;
};

/** Returns the borrower's newest payments of which a part was not owed by any bill. */
export async function overpayments(read: Read, borrowerId: string): Promise<Overpayment[]> {
  const { rows } = await sql<Overpayment>`
    select id, "paidAt", "amountCentavos", "beyondCentavos" from (
      select r.id, r.paid_at as "paidAt", r.amount_centavos as "amountCentavos",
        (r.amount_centavos
          - (select coalesce(sum(m.amount_centavos), 0) from payment_allocations m
             where m.receipt_id = r.id and m.reversal_id is null)
          - (select coalesce(sum(v.amount_centavos), 0) from payment_reversals v
             where v.receipt_id = r.id))::int8 as "beyondCentavos"
      from receipts r where r.borrower_id = ${borrowerId}) payments
    where "beyondCentavos" > 0 order by "paidAt" desc limit ${sql.lit(mostPayments)}`.execute(read);
  return rows;
}

/** Returns transfers to our account for this borrower that wait for a second person. */
export async function waitingTransfers(read: Read, borrowerId: string) {
  return await read
    .selectFrom('bank_transfers')
    .select(['id', 'amount_centavos as amountCentavos', 'paid_on as paidOn'])
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'open')
    .execute();
}

/** The newest payments without an owner that are compared with a person. */
const mostCompared = 500;

export type FittingMoney = {
  id: string;
  amountCentavos: bigint;
  currency: string;
  codeTyped: string | null;
  channel: string;
  paidAt: Temporal.Instant;
  fitsBy: 'code' | 'amount';
};

/**
 * Returns money in suspense that was paid with a code of this borrower, or with the amount of one
 * of their codes of the last 60 days; the fits by code come first.
 */
export async function fittingMoney(
  read: Read,
  borrowerId: string,
  now: Temporal.Instant,
): Promise<FittingMoney[]> {
  const since = now.subtract({ hours: 24 * 60 });
  const { rows } = await sql<FittingMoney>`
    with codes as materialized (
      select c.code, c.amount_centavos, c.asked_at from repayment_codes c
      where c.borrower_id = ${borrowerId}),
    unknown as materialized (
      select r.id, r.amount_centavos, r.currency, r.code_typed, r.channel, r.paid_at
      from receipts r where r.borrower_id is null
      order by r.paid_at desc limit ${sql.lit(mostCompared)})
    select u.id, u.amount_centavos as "amountCentavos", u.currency, u.code_typed as "codeTyped",
      u.channel, u.paid_at as "paidAt",
      case when u.code_typed in (select code from codes) then 'code' else 'amount' end as "fitsBy"
    from unknown u
    where (u.code_typed in (select code from codes) or u.currency = 'PHP' and u.amount_centavos in (
        select amount_centavos from codes where asked_at >= ${since}))
      and not exists (select from suspense_decisions d
        where d.receipt_id = u.id and d.state = 'confirmed')
    order by "fitsBy" desc, u.paid_at desc limit ${sql.lit(mostPayments)}`.execute(read);
  return rows;
}

/** Returns the borrower's corrections that wait for a second person, oldest first. */
export async function openCorrectionsOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('corrections as c')
    .innerJoin('approvals as a', 'a.id', 'c.approval_id')
    .select(['c.field', 'c.case_no as caseNo', 'c.proposed_at as proposedAt'])
    .where('c.borrower_id', '=', borrowerId)
    .where('c.applied_at', 'is', null)
    .where('a.state', '=', 'open')
    .orderBy('c.proposed_at')
    .execute();
}
