// SQL for other slices: query sections of their snapshots, and a subquery.
import type { Day } from '@sandali/contract/day.ts';
import { sql } from 'kysely';
import { type Given, type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import { type BillRecord, narrowTo, newestSettledQuery, selectBills } from './bill.store.ts';

/** The borrower's open bills and the newest page of settled bills. */
export const recentBillsPart = part(
  (db, { borrowerId }: OfBorrower) =>
    narrowTo({ are: 'recent' }, selectBills(db, borrowerId), newestSettledQuery(db, borrowerId)),
  (rows): BillRecord[] => rows,
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
  (rows): BillRecord[] => rows,
);

/** The borrower's open bills. */
export const openBillsPart = part(
  (db, { borrowerId }: OfBorrower) => selectBills(db, borrowerId).where('b.settled_at', 'is', null),
  (rows): BillRecord[] => rows,
);

/** Whether the borrower has a quote and has signed no loan since. */
export const hasUnusedQuotePart = onePart(
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

/** A kind of reminder, with the due date, last free day or promised day that makes it due. */
type WantedDay = { kind: string; by: 'dueOn' | 'lastFreeOn' | 'partOn'; on: Day };

/**
 * Selects the open bills with a wanted day, with the borrower and the kind. Code that moves a due
 * date must update both `due_on` and `last_free_on`.
 */
export function billsWithDays(wanted: readonly WantedDay[]) {
  const days = sql.join(
    wanted.map(({ kind, by, on }) => sql`(${kind}::text, ${by}::text, ${on}::date)`),
  );
  return sql`with wanted (kind, by_day, on_day) as (values ${days})
    select b.loan_id, b.borrower_id, w.kind
      from wanted w join bills b on b.settled_at is null and b.due_on = w.on_day
      where w.by_day = 'dueOn'
    union all
    select b.loan_id, b.borrower_id, w.kind
      from wanted w join bills b on b.settled_at is null and b.last_free_on = w.on_day
      where w.by_day = 'lastFreeOn'
    union all
    select p.loan_id, p.borrower_id, w.kind
      from wanted w join promise_installments t on t.due_on = w.on_day
        join promises_to_pay p on p.id = t.promise_id
        join bills b on b.loan_id = p.loan_id and b.settled_at is null
      where w.by_day = 'partOn'`;
}
