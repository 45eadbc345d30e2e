// SQL for other slices: query sections of bills for their snapshots.
import { sql } from 'kysely';
import { type Given, type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import { narrowTo, newestSettledQuery, selectBills } from './bill.store.ts';
import { readBills } from './view.ts';

/** The borrower's open bills and the newest page of settled bills. */
export const recentBillsPart = part(
  (db, { borrowerId }: OfBorrower) =>
    narrowTo({ are: 'recent' }, selectBills(db, borrowerId), newestSettledQuery(db, borrowerId)),
  readBills,
);

/** The bill of `loanId`; if it is null, the open bills and the newest page of settled bills. */
export const namedOrRecentBillsPart = part(
  (db, { borrowerId, loanId }: Given<{ borrowerId: string; loanId: string | null }>) =>
    selectBills(db, borrowerId).where((is) =>
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
    ),
  readBills,
);

/** The borrower's open bills. */
export const openBillsPart = part(
  (db, { borrowerId }: OfBorrower) => selectBills(db, borrowerId).where('b.settled_at', 'is', null),
  readBills,
);

/** The borrower's bill of a loan, if there is one. */
export const viewedBillPart = onePart(
  (db, { borrowerId, loanId }: Given<{ borrowerId: string; loanId: string }>) =>
    selectBills(db, borrowerId).where('l.id', '=', loanId),
  (row) => readBills(row ? [row] : []),
);
