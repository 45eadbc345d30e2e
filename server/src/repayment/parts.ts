// Query sections that other slices include in their snapshots.
import { type Given, type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import { newestLiveCode } from './store.ts';

/** A borrower's loans with a payment that is in progress at the gateway but not booked yet. */
export const beingPaidPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('repayment_codes as c')
      .select('c.loan_id')
      .where('c.borrower_id', '=', borrowerId)
      .where('c.progress', '=', 'inProgress')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('receipts as r').select('r.id').whereRef('r.code_id', '=', 'c.id'))),
      ),
  (rows): ReadonlySet<string> => new Set(rows.map((row) => row.loan_id ?? '')),
);

/** The newest live code for any of the borrower's bills. */
export const openCodePart = onePart(
  (db, params: Given<{ borrowerId: string; now: Temporal.Instant }>) => newestLiveCode(db, params),
  (row) => row,
);
