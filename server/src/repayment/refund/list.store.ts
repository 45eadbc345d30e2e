// SQL for the lists of refunds: those on their way, and money that waits for its borrower.
import { sql } from 'kysely';
import { afterRowCondition } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';

type Page<P> = { after: P | null; limit: number };

export type OrderedRefund = {
  id: string;
  borrower_id: string;
  amount_centavos: bigint;
  receiver_label: string;
  receiver_last4: string;
  ordered_at: Temporal.Instant;
  payout_id: string | null;
  payout_state: string | null;
  waits_for: string | null;
  expected_on: Temporal.PlainDate | null;
};

/** Returns the refunds that have not ended, with their payouts, oldest first. */
export async function orderedRefunds(
  read: Read,
  { after, limit }: Page<string>,
): Promise<OrderedRefund[]> {
  const order = { table: 'refunds', alias: 'f', by: 'ordered_at' };
  return await read
    .selectFrom('refunds as f')
    .leftJoin('payouts as p', (join) =>
      join.on('p.kind', '=', sql.lit('refund')).onRef('p.subject_id', '=', 'f.id'),
    )
    .select(['f.id', 'f.borrower_id', 'f.amount_centavos', 'f.receiver_label', 'f.receiver_last4'])
    .select(['f.ordered_at', 'p.id as payout_id', 'p.state as payout_state', 'p.waits_for'])
    .select('p.expected_on')
    .where('f.state', '=', sql.lit('ordered'))
    .where(await afterRowCondition(read, order, after))
    .orderBy('f.ordered_at')
    .orderBy('f.id')
    .limit(limit)
    .execute();
}

export type KeptMoney = {
  place: string;
  borrower_id: string;
  kept_centavos: bigint;
  /** The newest entry on the account, and when it was booked. */
  kind: string;
  recorded_at: Temporal.Instant;
  refund_state: string | null;
  failure: string | null;
};

/**
 * Returns the money that no bill needs and that no refund has ordered, by borrower, in the order in
 * which the accounts were opened. `place` is the account's number.
 */
export async function keptMoney(read: Read, { after, limit }: Page<number>): Promise<KeptMoney[]> {
  const { rows } = await sql<KeptMoney>`
    select a.id::text as place, a.owner_id as borrower_id, -a.balance_centavos as kept_centavos,
      e.kind, e.recorded_at, f.state as refund_state, f.failure
    from (select id, owner_id, balance_centavos from ledger_accounts
      where kind = 'borrower.refundable' and balance_centavos < 0
        and id > ${after ?? 0} order by id limit ${limit}) a
    -- An account has few lines. \`offset 0\` makes PostgreSQL look up the entry of each.
    cross join lateral (select e.kind, e.recorded_at
      from (select entry_id from ledger_lines where account_id = a.id offset 0) l
      cross join lateral (select * from ledger_entries where id = l.entry_id offset 0) e
      order by e.booked_on desc, e.number desc limit 1) e
    left join lateral (select state, failure from refunds
      where borrower_id = a.owner_id order by ordered_at desc limit 1) f on true
    order by a.id`.execute(read);
  return rows;
}
