// All SQL about money whose owner is not known, and what two people decide of it.
import { type Insertable, sql } from 'kysely';
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
  code?: string | undefined;
  amountCentavos?: number | undefined;
  on?: string | undefined;
};

/** What of a receipt `r` settled claims. */
const usedCentavos = sql<bigint>`(select coalesce(sum(c.amount_centavos), 0)::int8 from claim_decisions c
  where c.source_id = r.id and c.state = 'confirmed')`;

/** The amount of a receipt `r` less its reversals, and less what settled claims. */
const leftCentavos = sql<bigint>`r.amount_centavos - ${usedCentavos}
  - (select coalesce(sum(v.amount_centavos), 0)::int8 from payment_reversals v where v.receipt_id = r.id)`;

const isUndecided = sql<boolean>`not exists (select from suspense_decisions d where d.receipt_id = r.id and d.state = 'confirmed')
  and ${leftCentavos} > 0`;

/**
 * Money in suspense, the oldest first, at most `limit`; only that which was paid with a code, of an
 * amount, or on a Manila day, where these are given.
 */
export async function suspense(
  read: Read,
  { code, amountCentavos, on }: SuspenseFilter,
  limit: number,
): Promise<Waiting[]> {
  let query = read
    .selectFrom('receipts as r')
    .leftJoin('suspense_decisions as p', (join) =>
      join.onRef('p.receipt_id', '=', 'r.id').on('p.state', '=', 'open'),
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
  return await query.orderBy('r.paid_at').limit(limit).execute();
}

/** The number of receipts in suspense that are not decided. */
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
 * Money that came without an owner, with its rest and its decisions; undefined if there is none of
 * this id.
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

/** What people have said of a receipt, the oldest first. */
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

/** What somebody proposes to make of money without an owner, and nobody has answered. */
export async function openDecisions(read: Read) {
  return await read
    .selectFrom('suspense_decisions as d')
    .innerJoin('receipts as r', 'r.id', 'd.receipt_id')
    .select([
      'd.id',
      'd.receipt_id',
      'd.act',
      'd.borrower_id',
      'r.currency',
      leftCentavos.as('amount_centavos'),
    ])
    .where('d.state', '=', 'open')
    .execute();
}

/** Keeps what somebody proposes to make of it, under its approval's id. */
export async function insertDecision(
  tx: Tx,
  decision: Insertable<SuspenseDecisions>,
): Promise<void> {
  await tx.insertInto('suspense_decisions').values(decision).execute();
}

/** Adds the entry that a confirmed decision made. */
export async function addEntry(tx: Tx, id: string, entryId: string): Promise<void> {
  await tx
    .updateTable('suspense_decisions')
    .set({ entry_id: entryId })
    .where('id', '=', id)
    .execute();
}

/** Names the owner of money that had none. The decision of two people is there already. */
export async function giveOwner(tx: Tx, receiptId: string, borrowerId: string): Promise<void> {
  await tx
    .updateTable('receipts')
    .set({ borrower_id: borrowerId })
    .where('id', '=', receiptId)
    .execute();
}
