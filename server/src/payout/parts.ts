// Query sections for snapshots of other slices.
import { type Given, type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import type { PayoutSeen } from './store.ts';

export const loanPayoutPart = onePart(
  (db, { loanId }: Given<{ loanId: string }>) =>
    db
      .selectFrom('payouts')
      .select([
        'id',
        'state',
        'rail',
        'sent_at',
        'expected_on',
        'ready_at',
        'paid_at',
        'collect_until as collect_until_on',
        'collect_days',
      ])
      .select(['ordered_at', 'recalled_at', 'withdrawal_code_sealed', 'receiver_sealed'])
      .where('kind', '=', 'loan')
      .where('subject_id', '=', loanId),
  (row): PayoutSeen | null => row && { ...row, collect_until: row.collect_until_on },
);

/** The last day to collect each loan's ready pickup, by loan id. Excludes recalled pickups. */
export const pickupDaysPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('payouts')
      .select(['subject_id', 'collect_until as collect_until_on'])
      .where('borrower_id', '=', borrowerId)
      .where('kind', '=', 'loan')
      .where('state', 'in', ['sent', 'unknown'])
      .where('recalled_at', 'is', null)
      .where('collect_until', 'is not', null)
      .$narrowType<{ collect_until_on: Temporal.PlainDate }>(),
  (rows): ReadonlyMap<string, Temporal.PlainDate> =>
    new Map(rows.map((row) => [row.subject_id, row.collect_until_on])),
);

/**
 * The business time at which a restore or failover last paused payouts, or null, and whether
 * payouts are held after a failover.
 */
export const payoutsPausedPart = onePart(
  (db) => db.selectFrom('database_cluster').select(['payouts_paused_at', 'held_at']),
  (row) => ({ pausedAt: row?.payouts_paused_at ?? null, isHeld: Boolean(row?.held_at) }),
);
