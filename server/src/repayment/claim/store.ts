// All SQL for claims, which are reversed money that no bill owes.
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { ClaimDecisions } from '#/db/tables.ts';
import { ownBank } from '#/repayment/transfer/store.ts';

/** A claim. `id` is the borrower's id, or the receipt's id if the payer is unknown. */
export type Claim = {
  id: string;
  borrower_id: string | null;
  receipt_id: string | null;
  owed_centavos: bigint;
  /** The gateway's id for an unknown payer's payment; null if a borrower owes the claim. */
  payment: string | null;
  is_erased: boolean;
};

/**
 * Claims against borrowers, and claims against unknown payers whose payment was sent back before
 * the gateway reversed it.
 */
const claims = sql`(
  select a.owner_id as id, a.owner_id as borrower_id, null::uuid as receipt_id,
    a.balance_centavos as owed_centavos,
    null::text as payment, b.erased_at is not null as is_erased
  from ledger_accounts a join borrowers b on b.id = a.owner_id where a.kind = 'borrower.takenBack'
    and a.balance_centavos > 0
  union all
  select r.id, null, r.id, w.amount - e.amount, r.gateway_payment_id, false
  from (select v.receipt_id, sum(l.amount_centavos)::int8 as amount from payment_reversals v
    join ledger_lines l on l.entry_id = v.entry_id
      join ledger_accounts a on a.id = l.account_id and a.kind = 'payment.takenBack'
        group by v.receipt_id) w
    join receipts r on r.id = w.receipt_id
    cross join lateral (select coalesce(sum(c.amount_centavos), 0)::int8 as amount
      from claim_decisions c
      where c.claim_id = r.id and c.state = 'confirmed') e
  where w.amount > e.amount) k`;

/** The amount and id of a claim. */
export type ClaimPlace = { owedCentavos: number; id: string };

/** Returns the open claims after a place, largest first. A claim may have ended since. */
export async function openClaims(read: Read, after: ClaimPlace | null, limit: number) {
  const isAfter = after
    ? sql`(-k.owed_centavos, k.id) > (${-after.owedCentavos}::int8, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<Claim & { proposed: string | null; proposed_by: string | null }>`
    select k.*, d.act as proposed, p.proposed_by from ${claims} left join claim_decisions d on d.claim_id = k.id and d.state = 'open'
      left join approvals p on p.id = d.id where ${isAfter} order by -k.owed_centavos, k.id limit ${limit}`.execute(
    read,
  );
  return rows;
}

/** Returns an open claim; undefined if nothing is owed under this id. */
export async function findClaim(read: Read, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`select * from ${claims} where k.id = ${id}`.execute(read);
  return rows[0];
}

/** Locks an unknown payer's receipt, so that only one decision on its claim runs at a time. */
export async function lockClaimOf(tx: Tx, receiptId: string): Promise<void> {
  await tx.selectFrom('receipts').select('id').where('id', '=', receiptId).forUpdate().execute();
}

export type Source = { id: string; left_centavos: bigint };

/** Locks the suspense transfer with this bank reference, and reads its remaining amount. */
export async function lockTransfer(tx: Tx, bankReference: string): Promise<Source | undefined> {
  const { rows } = await sql<Source>`
    select r.id, r.amount_centavos - (select coalesce(sum(c.amount_centavos), 0)::int8
      from claim_decisions c
      where c.source_id = r.id and c.state = 'confirmed') as left_centavos
    from receipts r where r.gateway = ${ownBank} and r.gateway_payment_id = ${bankReference}
      and r.borrower_id is null
      and not exists (select from suspense_decisions d where d.receipt_id = r.id
        and d.state = 'confirmed') for update of r`.execute(tx);
  return rows[0];
}

/** Returns the decisions on a claim, oldest first. */
export async function decisionsOf(read: Read, claimId: string) {
  return await read
    .selectFrom('claim_decisions as d')
    .innerJoin('approvals as a', 'a.id', 'd.id')
    .leftJoin('receipts as r', 'r.id', 'd.source_id')
    .selectAll('d')
    .select(['a.proposed_by', 'a.confirmed_by', 'r.gateway_payment_id as bank_reference'])
    .where('d.claim_id', '=', claimId)
    .orderBy('a.proposed_at')
    .execute();
}
export type Decision = Awaited<ReturnType<typeof decisionsOf>>[number];

/** Returns the decisions that await a second person's confirmation, oldest first. */
export async function decisionsWithIds(read: Read, ids: readonly string[]) {
  return await read
    .selectFrom('approvals as a')
    .innerJoin('claim_decisions as d', 'd.id', 'a.id')
    .leftJoin('receipts as r', 'r.id', 'd.source_id')
    .select(['d.id', 'd.claim_id', 'd.act', 'd.amount_centavos'])
    .select('r.gateway_payment_id as bank_reference')
    .where('a.id', 'in', ids)
    .execute();
}

/** Stores a proposed decision with the id of its approval. */
export async function insertDecision(tx: Tx, decision: Insertable<ClaimDecisions>): Promise<void> {
  await tx.insertInto('claim_decisions').values(decision).execute();
}

export async function addEntry(tx: Tx, id: string, entryId: string): Promise<void> {
  await tx.updateTable('claim_decisions').set({ entry_id: entryId }).where('id', '=', id).execute();
}
