// All SQL for reversals.
import { type Insertable, sql } from 'kysely';
import { afterRowCondition } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { PaymentReversals } from '#/db/tables.ts';

/** The columns of a receipt that are needed to book a reversal. */
export type ReversedReceipt = {
  id: string;
  borrower_id: string | null;
  currency: string;
  amount_centavos: bigint;
  paid_at: Temporal.Instant;
  value_on: Temporal.PlainDate;
  /** Whether two people recorded that the money was sent back. */
  is_returned: boolean;
};

/**
 * Locks a payment's receipt. The caller must lock the borrower afterwards. Returns undefined if
 * there is no receipt.
 */
export async function lockReceipt(
  tx: Tx,
  gateway: string,
  gatewayPaymentId: string,
): Promise<ReversedReceipt | undefined> {
  const { rows } = await sql<ReversedReceipt>`
    select r.id, r.borrower_id, r.currency, r.amount_centavos, r.paid_at, r.value_on,
      exists (select from suspense_decisions d where d.receipt_id = r.id and d.act = 'return'
        and d.state = 'confirmed') as is_returned
    from receipts r where r.gateway = ${gateway}
      and r.gateway_payment_id = ${gatewayPaymentId} for no key update of r`.execute(tx);
  return rows[0];
}

export async function reversalsOf(read: Read, receiptId: string) {
  return await read
    .selectFrom('payment_reversals')
    .select(['movement_id', 'amount_centavos'])
    .where('receipt_id', '=', receiptId)
    .execute();
}

export type KeptReceipt = { id: string; left_centavos: bigint; value_on: Temporal.PlainDate };

/**
 * Returns a borrower's other receipts from the day of a reversed receipt onwards, earliest first,
 * with the amount that is neither allocated to bills nor reversed. Excludes money for a loan that
 * was returned or never paid out.
 */
export async function receiptsKeptSince(
  tx: Tx,
  of: { borrowerId: string; receiptId: string; fromOn: Temporal.PlainDate },
): Promise<KeptReceipt[]> {
  const { rows } = await sql<KeptReceipt>`
    select r.id, r.value_on, r.amount_centavos - k.reversed - k.on_bills as left_centavos
      from receipts r
      left join repayment_codes c on c.id = r.code_id left join bills own on own.loan_id = c.loan_id
      cross join lateral (select
        (select coalesce(sum(v.amount_centavos), 0)::int8 from payment_reversals v
          where v.receipt_id = r.id) as reversed,
        (select coalesce(sum(m.amount_centavos), 0)::int8 from payment_allocations m
          join bills b on b.loan_id = m.loan_id
          where m.receipt_id = r.id and b.settled_as is distinct from 'void') as on_bills) k
    where r.borrower_id = ${of.borrowerId} and r.id <> ${of.receiptId}
      and r.value_on >= ${of.fromOn}::date
      and coalesce(own.settled_as, '') not in ('cooledOff', 'void')
        and r.amount_centavos - k.reversed - k.on_bills > 0
    order by r.value_on, r.booked_at, r.id`.execute(tx);
  return rows;
}

/** A receipt's reversals, as a column of a query on `receipts`. */
export const takenBack = sql<
  { cause: string; amount: string; on: string }[]
>`(select coalesce(json_agg(json_build_object('cause', v.cause,
  'amount', v.amount_centavos::text, 'on', v.value_on) order by v.happened_at, v.id), '[]') from payment_reversals v where v.receipt_id = receipts.id)`;

export async function insertReversal(
  tx: Tx,
  reversal: Insertable<PaymentReversals>,
): Promise<void> {
  await tx.insertInto('payment_reversals').values(reversal).execute();
}

/** Selects reversals with the columns that staff see. */
const listed = (read: Read) =>
  read
    .selectFrom('payment_reversals as v')
    .innerJoin('receipts as r', 'r.id', 'v.receipt_id')
    .select([
      'v.id',
      'v.gateway',
      'v.movement_id',
      'v.cause',
      'v.amount_centavos',
      'v.value_on',
      'v.booked_at',
    ])
    .select([
      'r.borrower_id',
      'r.gateway_payment_id',
      'r.currency',
      'r.value_on as paid_on',
      'r.amount_centavos as paid_centavos',
    ]);

/**
 * Returns the newest reversals, or those that are older than the reversal `after`. If `payment`
 * (the gateway's id) is given, returns only that payment's reversals.
 */
export async function newestReversals(
  read: Read,
  of: { payment: string | null; after: string | null; limit: number },
) {
  const order = { table: 'payment_reversals', alias: 'v', by: 'booked_at', isNewestFirst: true };
  let query = listed(read);
  if (of.payment !== null) query = query.where('r.gateway_payment_id', '=', of.payment);
  return await query
    .where(await afterRowCondition(read, order, of.after))
    .orderBy('v.booked_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(of.limit)
    .execute();
}

/**
 * Returns the reversals that led to a claim, oldest first. A part of a reversed amount may be owed
 * on bills instead.
 */
export async function reversalsOfClaim(read: Read, claimId: string) {
  return await listed(read)
    .where((is) => is.or([is('r.borrower_id', '=', claimId), is('r.id', '=', claimId)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ledger_lines as l')
          .innerJoin('ledger_accounts as a', 'a.id', 'l.account_id')
          .select('l.entry_id')
          .whereRef('l.entry_id', '=', 'v.entry_id')
          .where('a.kind', 'in', ['borrower.takenBack', 'payment.takenBack']),
      ),
    )
    .orderBy('v.booked_at')
    .orderBy('v.id')
    .execute();
}

/** Counts the accounts with open claims: one per borrower, and one for all unknown payers. */
export async function countClaims(read: Read): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ledger_accounts
    where kind in ('borrower.takenBack', 'payment.takenBack') and balance_centavos > 0`.execute(
    read,
  );
  return rows[0]?.count ?? 0;
}

export type ListedReversal = Awaited<ReturnType<typeof newestReversals>>[number];
