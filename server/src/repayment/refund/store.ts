// All SQL for refunds.
import type { Expression, Insertable, Selectable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type FactsOf, type OfBorrower, onePart, readerOf } from '#/db/snapshot.ts';
import type { Refunds } from '#/db/tables.ts';

export type RefundRow = Selectable<Refunds>;

export async function insertRefund(tx: Tx, refund: Insertable<Refunds>): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
}

export async function findRefund(read: Read, id: string): Promise<RefundRow | null> {
  return (
    (await read.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
  );
}

/** Locks a refund. The borrower must be locked first. */
export async function lockRefund(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('refunds').select('id').where('id', '=', id).forUpdate().execute();
}

/** Closes a refund, or marks a paid refund as returned. */
export async function endRefund(
  tx: Tx,
  id: string,
  as: { state: 'paid' | 'failed' | 'reversed'; at: Temporal.Instant; failure: string | null },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: as.state, ended_at: as.at, failure: as.failure })
    .where('id', '=', id)
    .execute();
}

function newest(db: Read, borrowerId: Expression<string>) {
  return db
    .selectFrom('refunds as f')
    .select([
      'f.id',
      'f.state',
      'f.amount_centavos',
      'f.receiver_label',
      'f.receiver_last4',
      'f.ended_at',
    ])
    .where('f.borrower_id', '=', borrowerId)
    .orderBy('f.ordered_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(1);
}

export const newestRefundPart = onePart(
  (db, { borrowerId }: OfBorrower) => newest(db, borrowerId),
  (row) => row,
);
export const newestRefund = readerOf(newestRefundPart);

/** A borrower's newest refund, with the fields of the refund screen and the route of its payout. */
export const newestRefundSentPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    newest(db, borrowerId)
      .leftJoin('payouts as p', (join) =>
        join.onRef('p.subject_id', '=', 'f.id').on('p.kind', '=', 'refund'),
      )
      .select([
        'f.channel',
        'f.receiver_mark',
        'f.ordered_at',
        'p.sent_at',
        'p.rail',
        'p.expected_on',
      ]),
  (row) => row,
);
export type RefundSent = NonNullable<FactsOf<{ refund: typeof newestRefundSentPart }>['refund']>;

/** Returns a borrower's refunds, oldest first. */
export async function refundsOf(read: Read, borrowerId: string): Promise<RefundRow[]> {
  return await read
    .selectFrom('refunds')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('ordered_at')
    .execute();
}
