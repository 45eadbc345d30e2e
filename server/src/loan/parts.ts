// What snapshots of other slices read about a borrower's bills and quotes.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { type Given, type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import { type BillRecord, narrowTo, newestSettledQuery, selectBills } from './bill.store.ts';

/** The borrower's open bills and the newest page of settled bills. */
export const recentBillsPart = part(
  (db, { borrowerId }: OfBorrower) =>
    narrowTo({ are: 'recent' }, selectBills(db, borrowerId), newestSettledQuery(db, borrowerId)),
  (rows): BillRecord[] => rows,
);

/**
 * Selects the bill of `loanId`. If `loanId` is null, selects the open bills and the newest page of
 * settled bills.
 */
export function namedOrRecentBills(
  db: Read,
  { borrowerId, loanId }: Given<{ borrowerId: string; loanId: string | null }>,
) {
  return selectBills(db, borrowerId).where((is) =>
    is.or([
      is('l.id', '=', sql<string>`${loanId}::uuid`),
      is.and([
        sql<boolean>`${loanId}::uuid is null`,
        is.or([
          is('b.settled_at', 'is', null),
          is('l.id', 'in', newestSettledQuery(db, borrowerId)),
        ]),
      ]),
    ]),
  );
}

/** The borrower's open bills. */
export const openBillsPart = part(
  (db, { borrowerId }: OfBorrower) => selectBills(db, borrowerId).where('b.settled_at', 'is', null),
  (rows): BillRecord[] => rows,
);

/** Whether the borrower has a quote and has signed no loan since. */
export const hasLeftQuotePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('quotes as q')
      .select('q.id')
      .where('q.borrower_id', '=', borrowerId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('loans as l')
              .select('l.id')
              .where('l.borrower_id', '=', borrowerId)
              .whereRef('l.signed_at', '>=', 'q.made_at'),
          ),
        ),
      )
      .limit(1),
  (row) => row !== null,
);
