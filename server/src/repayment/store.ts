// All SQL for codes, receipts and payments in parts.

import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type FactsOf, type Given, onePart, part, readPart } from '#/db/snapshot.ts';
import type { Receipts, RepaymentCodes } from '#/db/tables.ts';
import { takenBack } from './reversal/store.ts';

/** Marks the live code for a bill and channel as replaced. Payments with it are still booked. */
export async function replaceCode(
  tx: Tx,
  loanId: string,
  channel: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('repayment_codes')
    .set({ replaced_at: at })
    .where('loan_id', '=', loanId)
    .where('channel', '=', channel)
    .where('replaced_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute();
}

export async function insertCode(tx: Tx, code: Insertable<RepaymentCodes>): Promise<void> {
  await tx.insertInto('repayment_codes').values(code).execute();
}

/**
 * A borrower's code with its payments, its last payment, the code for the next part, and the amount
 * paid with earlier parts.
 */
export const codePart = onePart(
  (db, { borrowerId, repaymentId }: Given<{ borrowerId: string; repaymentId: string }>) =>
    db
      .selectFrom('repayment_codes as c')
      .leftJoin('extensions as e', 'e.id', 'c.extension_id')
      .leftJoinLateral(
        (lateral) =>
          lateral
            .selectFrom('receipts as r')
            .select(['r.id', 'r.amount_centavos', 'r.paid_at'])
            .whereRef('r.code_id', '=', 'c.id')
            .orderBy('r.booked_at', 'desc')
            .orderBy('r.id', 'desc')
            .limit(1)
            .as('last'),
        (on) => on.onTrue(),
      )
      .select([
        'c.id',
        'c.loan_id',
        'c.purpose',
        'c.channel',
        'c.amount_centavos',
        'c.code',
        'c.payload',
        'c.link',
        'c.progress',
      ])
      .select([
        'c.asked_at',
        'c.issued_at',
        'c.refused_at',
        'c.ends_at',
        'c.toward',
        'c.toward_centavos',
        'c.part_number',
      ])
      .select([
        'e.state as extension_state',
        'e.due_on as extension_due_on',
        'e.ends_at as extension_ends_at',
        'e.taken_back_on as extension_taken_back_on',
      ])
      .select(['last.amount_centavos as last_centavos', 'last.paid_at as last_paid_at'])
      .select([
        sql<bigint>`(select coalesce(sum(amount_centavos), 0)::int8
          from receipts r where r.code_id = c.id)`.as('paid_centavos'),
        sql<Temporal.Instant | null>`(select max(paid_at) from receipts r
          where r.code_id = c.id)`.as('paid_at'),
        sql<bigint>`(select coalesce(sum(v.amount_centavos), 0)::int8
          from payment_reversals v join receipts r on r.id = v.receipt_id
          where r.code_id = c.id
            and (c.loan_id is not null or r.id = last.id))`.as('taken_back_centavos'),
        sql<string | null>`(select n.id from repayment_codes n where n.follows_id = c.id)`.as(
          'next_id',
        ),
        sql<bigint>`(with recursive earlier as (
            select c.follows_id as id
            union all
            select f.follows_id from repayment_codes f join earlier on earlier.id = f.id)
          select coalesce(sum(amount_centavos), 0)::int8
          from receipts r where r.code_id in (select id from earlier))`.as('paid_before_centavos'),
      ])
      .where('c.id', '=', repaymentId)
      .where('c.borrower_id', '=', borrowerId),
  (row) => row,
);
export type CodeRecord = NonNullable<FactsOf<{ code: typeof codePart }>['code']>;

/** Returns the code with this id if it is the borrower's, otherwise null. */
export async function findCode(
  read: Read,
  borrowerId: string,
  repaymentId: string,
): Promise<CodeRecord | null> {
  return await readPart(read, codePart, { borrowerId, repaymentId });
}

/**
 * Returns the borrower's permanent code for a channel at a gateway, unless the gateway refused it.
 */
export async function permanentCodeOf(
  read: Read,
  borrowerId: string,
  channel: string,
  gateway: string,
) {
  return await read
    .selectFrom('repayment_codes')
    .select(['id', 'issued_at'])
    .where('borrower_id', '=', borrowerId)
    .where('channel', '=', channel)
    .where('gateway', '=', gateway)
    .where('loan_id', 'is', null)
    .where('refused_at', 'is', null)
    .executeTakeFirst();
}

/** A gateway's channels for which the borrower has a permanent code. */
export const channelsWithCodePart = part(
  (db, { borrowerId, gateway }: Given<{ borrowerId: string; gateway: string }>) =>
    db
      .selectFrom('repayment_codes')
      .select('channel')
      .where('borrower_id', '=', borrowerId)
      .where('gateway', '=', gateway)
      .where('loan_id', 'is', null)
      .where('issued_at', 'is not', null),
  (rows): ReadonlySet<string> => new Set(rows.map((row) => row.channel)),
);

/**
 * Selects the newest live code for a borrower's open bills: unpaid, without progress at the
 * gateway, and without a later payment on its bill. A fee code also needs an open offer.
 */
export function newestLiveCode(
  db: Read,
  { borrowerId, now }: Given<{ borrowerId: string; now: Temporal.Instant }>,
) {
  return db
    .selectFrom('repayment_codes as c')
    .innerJoin('bills as b', 'b.loan_id', 'c.loan_id')
    .leftJoin('extensions as e', 'e.id', 'c.extension_id')
    .select([
      'c.id',
      'c.loan_id',
      'c.purpose',
      'c.channel',
      'c.code',
      'c.ends_at',
      'c.amount_centavos',
    ])
    .where((where) =>
      where.or([where('c.extension_id', 'is', null), where('e.state', '=', 'feeDue')]),
    )
    .where('c.borrower_id', '=', borrowerId)
    .where('b.settled_at', 'is', null)
    .where('c.issued_at', 'is not', null)
    .where('c.replaced_at', 'is', null)
    .where('c.ends_at', '>=', now)
    .where('c.progress', 'is', null)
    .where(sql<boolean>`not exists (select from receipts r where r.code_id = c.id)
      and not exists (select from payment_allocations m
        where m.loan_id = c.loan_id and m.booked_at > c.asked_at)`)
    .orderBy('c.asked_at', 'desc')
    .limit(1);
}

/** The newest live code for one bill. */
export const liveCodePart = onePart(
  (db, params: Given<{ borrowerId: string; loanId: string; now: Temporal.Instant }>) =>
    newestLiveCode(db, params).where('c.loan_id', '=', params.loanId),
  (row) => row,
);

/** The newest unpaid code, issued or requested, for the fee of the bill's open extension offer. */
export const liveFeeCodePart = onePart(
  (
    db,
    {
      borrowerId,
      loanId,
      now,
    }: Given<{ borrowerId: string; loanId: string; now: Temporal.Instant }>,
  ) =>
    db
      .selectFrom('repayment_codes as c')
      .innerJoin('extensions as e', 'e.id', 'c.extension_id')
      .select(['c.id', 'c.ends_at'])
      .where('c.borrower_id', '=', borrowerId)
      .where('c.loan_id', '=', loanId)
      .where('e.state', '=', 'feeDue')
      .where('c.replaced_at', 'is', null)
      .where('c.refused_at', 'is', null)
      .where('c.ends_at', '>=', now)
      .orderBy('c.asked_at', 'desc')
      .limit(1),
  (row) => row,
);

export type ClaimedCode = {
  id: string;
  gateway: string;
  borrower_id: string;
  loan_id: string | null;
  channel: string;
  amount_centavos: bigint | null;
  ends_at: Temporal.Instant | null;
  attempts: number;
};

/**
 * Refuses requested codes at gateways outside `known`, which this server cannot call. Payments with
 * such a code are still matched to their borrower.
 * @returns the number of refused codes
 */
export async function refuseForeignCodes(
  db: Read,
  of: { known: readonly string[]; at: Temporal.Instant },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('repayment_codes')
    .set({ refused_at: of.at, lease_until: null })
    .where('issued_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('gateway', 'not in', of.known)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Leases codes that these gateways have not issued yet. */
export async function claimCodes(
  db: Read,
  of: { gateways: readonly string[]; wall: Temporal.Instant; leaseMs: number; limit: number },
): Promise<ClaimedCode[]> {
  const until = of.wall.add({ milliseconds: of.leaseMs });
  const { rows } = await sql<ClaimedCode>`
    update repayment_codes set lease_until = ${until}, attempts = attempts + 1
    where id in (
      select id from repayment_codes
      where issued_at is null and refused_at is null and replaced_at is null
        and gateway = any(${of.gateways}) and next_attempt_at <= ${of.wall}
        and (lease_until is null or lease_until < ${of.wall})
      order by next_attempt_at limit ${of.limit} for update skip locked)
    returning id, gateway, borrower_id, loan_id, channel, amount_centavos, ends_at,
      attempts`.execute(db);
  return rows;
}

/** Stores an attempt's result unless a later attempt has leased the code. */
export async function changeCode(
  db: Read,
  id: string,
  attempt: number,
  change: Partial<Insertable<RepaymentCodes>>,
): Promise<void> {
  await db
    .updateTable('repayment_codes')
    .set({ ...change, lease_until: null })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('issued_at', 'is', null)
    .execute();
}

/**
 * Returns the code that a payment used: found by our reference, then by the gateway's id for the
 * code (which some gateways report instead), then by the text that the payer typed.
 */
export async function codeOfPayment(
  read: Read,
  gateway: string,
  { codeReference, code }: { codeReference: string | null; code: string },
) {
  const query = read
    .selectFrom('repayment_codes as c')
    .innerJoin('borrowers as b', 'b.id', 'c.borrower_id')
    .select(['c.id', 'c.borrower_id', 'c.loan_id', 'c.extension_id'])
    .where('c.gateway', '=', gateway)
    .where('b.erased_at', 'is', null);
  if (codeReference && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(codeReference)) {
    const byReference = await query.where('c.id', '=', codeReference).executeTakeFirst();
    if (byReference) return byReference;
  }
  const byGatewayId = await query.where('c.gateway_id', '=', code).executeTakeFirst();
  return byGatewayId ?? (await query.where('c.code', '=', code).executeTakeFirst());
}

/** Returns the borrowers with this payment code, or with a payment with this reference. */
export async function borrowersOfText(
  read: Read,
  gateways: readonly string[],
  text: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select borrower_id as id from repayment_codes
    where gateway = any(${gateways}) and code = ${text}
    union select borrower_id from receipts
    where gateway = any(${gateways}) and gateway_payment_id = ${text} and borrower_id is not null
    `.execute(read);
  return rows.map((row) => row.id);
}

export async function existsReceipt(
  read: Read,
  gateway: string,
  gatewayPaymentId: string,
): Promise<boolean> {
  const row = await read
    .selectFrom('receipts')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_payment_id', '=', gatewayPaymentId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertReceipt(tx: Tx, receipt: Insertable<Receipts>): Promise<void> {
  await tx.insertInto('receipts').values(receipt).execute();
}

/** Returns a borrower's codes and receipts, each oldest first. */
export async function codesAndReceiptsOf(read: Read, borrowerId: string) {
  const [codes, receipts] = await Promise.all([
    read
      .selectFrom('repayment_codes')
      .select(['channel', 'amount_centavos', 'code', 'asked_at', 'ends_at'])
      .where('borrower_id', '=', borrowerId)
      .orderBy('asked_at')
      .execute(),
    read
      .selectFrom('receipts')
      .select(['channel', 'amount_centavos', 'paid_at', 'value_on'])
      .select(takenBack.as('taken_back'))
      .where('borrower_id', '=', borrowerId)
      .orderBy('paid_at')
      .execute(),
  ]);
  return { codes, receipts };
}

/**
 * Stores a transfer reference as an issued code.
 * @returns false if another code already has this text
 */
export async function insertFreeCode(tx: Tx, code: Insertable<RepaymentCodes>): Promise<boolean> {
  const inserted = await tx
    .insertInto('repayment_codes')
    .values(code)
    .onConflict((clash) =>
      clash.column('code').where('gateway', '=', sql.lit('ownBank')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export type CodeBefore = {
  id: string;
  borrower_id: string;
  loan_id: string;
  channel: string;
  purpose: string;
  toward: 'all' | 'sum';
  toward_centavos: bigint | null;
  part_number: number;
  paid_centavos: bigint;
};

/**
 * Returns a paid part's code if another part may follow, otherwise null. It must be the newest code
 * of its bill, and no other payment may have been allocated to the bill since the code was
 * requested.
 */
export async function codeToFollow(tx: Tx, id: string): Promise<CodeBefore | null> {
  const { rows } = await sql<CodeBefore>`
    select c.id, c.borrower_id, c.loan_id, c.channel, c.purpose, c.toward, c.toward_centavos,
      c.part_number,
      (select sum(amount_centavos)::int8 from receipts r where r.code_id = c.id) as paid_centavos
    from repayment_codes c
    where c.id = ${id} and c.toward is not null
      and not exists (select from repayment_codes o
        where o.borrower_id = c.borrower_id and o.loan_id = c.loan_id and o.id <> c.id
        and o.asked_at > c.asked_at)
      and not exists (select from payment_allocations m
        where m.loan_id = c.loan_id and m.booked_at > c.asked_at
        and (select r.code_id from receipts r where r.id = m.receipt_id) is distinct
          from c.id)`.execute(tx);
  return rows[0] ?? null;
}
