// Query sections about limits for the snapshots of other slices.
import { type FactsOf, type OfBorrower, onePart, part } from '#/db/snapshot.ts';

/**
 * When the limit was opened or last rose, and whether it ever rose; null and false if there is no
 * line.
 */
const lastIncreasePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('limit_changes')
      .select(['at as changed_at', 'reason'])
      .where('borrower_id', '=', borrowerId)
      .where('reason', '<>', 'takenBack')
      .orderBy('number', 'desc')
      .limit(1),
  (change) => ({
    changedAt: change?.changed_at ?? null,
    hasRisen: change !== null && change.reason !== 'opened',
  }),
);

/** The loans whose earned step is used up. */
const usedLoanIdsPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db.selectFrom('earned_limit_increases').select('loan_id').where('borrower_id', '=', borrowerId),
  (rows): ReadonlySet<string> => new Set(rows.map((row) => row.loan_id)),
);

/** The newest request of a borrower, or null. */
const latestRequestPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('limit_increase_requests')
      .select([
        'state',
        'reapply_on',
        'granted_centavos',
        'requested_centavos',
        'decided_at',
        'reason_group',
        'answer_on',
      ])
      .where('borrower_id', '=', borrowerId)
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  (row) => row,
);

/** The facts that the growth rules need besides the line and the bills. */
export const limitParts = {
  lastIncrease: lastIncreasePart,
  usedLoanIds: usedLoanIdsPart,
  latestRequest: latestRequestPart,
};
export type LimitRead = FactsOf<typeof limitParts>;
