// All SQL for suspense: money with an unknown owner, and the decisions about that money.
import { type Insertable, sql } from 'kysely';
import { afterRowCondition } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { SuspenseDecisions } from '#/db/tables.ts';

export type Waiting = {
  id: string;
  gateway: string;
  gateway_payment_id: string;
  channel: string;
  code_typed: string | null;
  currency: string;
  amount_centavos: bigint;
  paid_at: Temporal.Instant;
  value_on: Temporal.PlainDate;
  proposed: string | null;
  proposed_by: string | null;
};

type SuspenseFilter = {
  /** The last receipt of the previous page. */
  after?: string | undefined;
  code?: string | undefined;
  amountCentavos?: number | undefined;
  on?: string | undefined;
};

/** The amount of a receipt `r` that was used to settle claims. */
const usedCentavos = sql<bigint>`(select coalesce(sum(c.amount_centavos), 0)::int8
  from claim_decisions c where c.source_id = r.id and c.state = 'confirmed')`;

/** The amount of a receipt `r`, less its reversals and the amount used to settle claims. */
const leftCentavos = sql<bigint>`r.amount_centavos - ${usedCentavos}
  - (select coalesce(sum(v.amount_centavos), 0)::int8
     from payment_reversals v where v.receipt_id = r.id)`;

const isUndecided = sql<boolean>`not exists (
    select from suspense_decisions d where d.receipt_id = r.id and d.state = 'confirmed')
  and ${leftCentavos} > 0`;

/** Returns the receipts in suspense that pass the filter, oldest first. `on` is a Manila day. */
export async function suspense(
  read: Read,
  { after, code, amountCentavos, on }: SuspenseFilter,
  limit: number,
): Promise<Waiting[]> {
  let query = read
    .selectFrom('receipts as r')
    .leftJoin('suspense_decisions as p', (join) =>
      join.onRef('p.receipt_id', '=', 'r.id').on('p.state', '=', sql.lit('open')),
    )
    .leftJoin('approvals as a', 'a.id', 'p.id')
    .select([
      'r.id',
      'r.gateway',
      'r.gateway_payment_id',
      'r.channel',
      'r.code_typed',
      'r.currency',
      'r.paid_at',
    ])
    .select(leftCentavos.as('amount_centavos'))
    .select(['r.value_on', 'p.act as proposed', 'a.proposed_by'])
    .where('r.borrower_id', 'is', null)
    .where(isUndecided);
  if (code !== undefined) query = query.where('r.code_typed', '=', code);
  if (amountCentavos !== undefined) query = query.where(leftCentavos, '=', BigInt(amountCentavos));
  if (on !== undefined) query = query.where('r.value_on', '=', Temporal.PlainDate.from(on));
  const order = { table: 'receipts', alias: 'r', by: 'paid_at' };
  query = query.where(await afterRowCondition(read, order, after ?? null));
  return await query.orderBy('r.paid_at').orderBy('r.id').limit(limit).execute();
}

export async function countSuspense(read: Read): Promise<number> {
  const row = await read
    .selectFrom('receipts as r')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('r.borrower_id', 'is', null)
    .where(isUndecided)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Returns a receipt that was booked without an owner, even if it has since been assigned or sent
 * back, with its remaining and used amounts.
 */
export async function findUnmatched(read: Read, id: string, { isLocked = false } = {}) {
  let query = read
    .selectFrom('receipts as r')
    .innerJoin('ledger_entries as e', 'e.id', 'r.entry_id')
    .selectAll('r')
    .select([leftCentavos.as('left_centavos'), usedCentavos.as('used_centavos')])
    .where('r.id', '=', id)
    .where('e.kind', '=', 'money.unmatched');
  if (isLocked) query = query.forUpdate('r');
  return await query.executeTakeFirst();
}
export type Unmatched = NonNullable<Awaited<ReturnType<typeof findUnmatched>>>;

/** Returns the decisions about a receipt, oldest first. */
export async function decisionsOf(read: Read, receiptId: string) {
  return await read
    .selectFrom('suspense_decisions as d')
    .innerJoin('approvals as a', 'a.id', 'd.id')
    .selectAll('d')
    .select(['a.proposed_by', 'a.confirmed_by'])
    .where('d.receipt_id', '=', receiptId)
    .orderBy('a.proposed_at')
    .execute();
}
export type Decision = Awaited<ReturnType<typeof decisionsOf>>[number];

/** Returns the open proposals for money without an owner, oldest first. */
export async function decisionsWithIds(read: Read, ids: readonly string[]) {
  return await read
    .selectFrom('approvals as a')
    .innerJoin('suspense_decisions as d', 'd.id', 'a.id')
    .innerJoin('receipts as r', 'r.id', 'd.receipt_id')
    .leftJoin('loans as l', 'l.id', 'd.loan_id')
    .select(['d.id', 'd.receipt_id', 'd.act', 'd.borrower_id', 'l.reference_no'])
    .select(['r.currency', 'r.value_on', 'r.code_typed', leftCentavos.as('amount_centavos')])
    .where('a.id', 'in', ids)
    .execute();
}

/** Stores a proposed decision with the id of its approval. */
export async function insertDecision(
  tx: Tx,
  decision: Insertable<SuspenseDecisions>,
): Promise<void> {
  await tx.insertInto('suspense_decisions').values(decision).execute();
}

export async function addEntry(tx: Tx, id: string, entryId: string): Promise<void> {
  await tx
    .updateTable('suspense_decisions')
    .set({ entry_id: entryId })
    .where('id', '=', id)
    .execute();
}

/** Sets a receipt's owner. The database requires a confirmed decision by two people. */
export async function giveOwner(tx: Tx, receiptId: string, borrowerId: string): Promise<void> {
  await tx
    .updateTable('receipts')
    .set({ borrower_id: borrowerId })
    .where('id', '=', receiptId)
    .execute();
}
