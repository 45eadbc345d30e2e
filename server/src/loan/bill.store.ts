// The SQL for bills: reads them with payments, extensions, reliefs and promises, and writes them.
import { asDay, type Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { type Expression, type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type Given, type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import type { Bills } from '#/db/tables.ts';
import { bookedExtensions } from './extension/store.ts';
import { grantedReliefs, promisesMade } from './relief/store.ts';

const billColumns = [
  'l.id',
  'l.borrower_id',
  'l.reference_no',
  'l.state',
  'l.principal_centavos',
  'l.term_days',
  'l.interest_centavos',
  'l.interest_coupon_centavos',
  'l.service_fee_centavos',
  'l.channel_fee_centavos',
  'l.interest_per_day_bps',
  'l.late_charge_per_month_bps',
  'l.service_fee_bps',
  'l.arrival_centavos',
  'l.signed_at',
  'l.receiver_label',
  'l.receiver_last4',
  'l.receiver_mark',
  'l.account_id',
  'l.channel',
  'b.arrived_at',
  'b.arrived_on',
  'b.due_on',
  'b.last_free_on',
  'b.charged_to',
  'b.settled_on',
  'b.settled_at',
  'b.settled_as',
  'b.return_asked_at',
  'b.return_ends_on',
  'b.written_off_on',
] as const;

const money = sql<
  {
    receipt_id: string;
    value_on: string;
    amount_centavos: string;
    booked_at: string;
    reversal_id: string | null;
  }[]
>`coalesce((
  select json_agg(json_build_object('receipt_id', m.receipt_id, 'value_on', m.value_on,
    'amount_centavos', m.amount::text, 'booked_at', m.booked_at,
    'reversal_id', m.reversal_id) order by m.value_on, m.booked_at, m.number)
  from (select receipt_id, value_on, reversal_id, sum(amount_centavos) as amount,
      min(b.booked_at) as booked_at, min(e.number) as number
    from payment_allocations b join ledger_entries e on e.id = b.entry_id
    where b.loan_id = l.id group by receipt_id, value_on, reversal_id) m
  where m.amount <> 0), '[]')`;

/** The number of settled bills per page. */
export const settledAPage = 20;

/**
 * Selects some of a borrower's bills. `owed`: open or written off; `recent`: open, or on the newest
 * page of settled bills; `takers`: bills that can receive money with the value date `fromOn`;
 * `paidBy`: bills that the given receipt paid.
 */
export type Which =
  | { loanId: string }
  | { referenceNo: string }
  | { are: 'open' | 'owed' | 'recent' | 'all' }
  | { takers: { loanId: string | null; fromOn: Day } }
  | { paidBy: string };

/**
 * Returns a borrower's bills with payments, extensions, reliefs and promises. `lock` also locks
 * their rows, in the order of their ids.
 */
export async function billsOf(
  read: Read,
  borrowerId: string | Expression<string>,
  which: Which,
  lock = false,
) {
  const query = narrowTo(
    which,
    selectBills(read, borrowerId),
    newestSettledQuery(read, borrowerId),
  );
  return await (lock ? query.forUpdate('b') : query).execute();
}

export function narrowTo(
  which: Which,
  query: ReturnType<typeof selectBills>,
  newest: ReturnType<typeof newestSettledQuery>,
) {
  if ('loanId' in which) return query.where('l.id', '=', which.loanId);
  if ('referenceNo' in which) return query.where('l.reference_no', '=', which.referenceNo);
  if ('paidBy' in which) {
    return query.where('l.id', 'in', (in_) =>
      in_
        .selectFrom('payment_allocations')
        .select('loan_id')
        .where('receipt_id', '=', which.paidBy),
    );
  }
  if ('takers' in which) {
    const { loanId, fromOn } = which.takers;
    return query.where(({ or, and, eb }) =>
      or([
        eb('b.settled_at', 'is', null),
        eb('b.settled_as', '=', 'writtenOff'),
        and([
          eb('b.settled_as', '=', 'repaid'),
          eb('b.settled_on', '>=', Temporal.PlainDate.from(fromOn)),
        ]),
        eb('l.id', '=', loanId),
      ]),
    );
  }
  if (which.are === 'open') return query.where('b.settled_at', 'is', null);
  if (which.are === 'owed')
    return query.where(({ or, eb }) =>
      or([eb('b.settled_at', 'is', null), eb('b.settled_as', '=', 'writtenOff')]),
    );
  if (which.are === 'recent')
    return query.where(({ or, eb }) =>
      or([eb('b.settled_at', 'is', null), eb('l.id', 'in', newest)]),
    );
  return query;
}

/** Selects the newest page of a borrower's settled bills. */
export function newestSettledQuery(read: Read, borrowerId: string | Expression<string>) {
  return read
    .selectFrom('bills as p')
    .select('p.loan_id')
    .where('p.borrower_id', '=', borrowerId)
    .where('p.settled_at', 'is not', null)
    .orderBy('p.settled_on', 'desc')
    .orderBy('p.loan_id', 'desc')
    .limit(settledAPage);
}
export type BillRecord = Awaited<ReturnType<typeof billsOf>>[number];

/** Returns the open bills of the given loans, whoever the borrowers are. */
export async function openBillsOf(read: Read, loanIds: readonly string[]): Promise<BillRecord[]> {
  return await allBills(read)
    .where('l.id', '=', sql<string>`any(${loanIds}::uuid[])`)
    .where('b.settled_at', 'is', null)
    .execute();
}

export function selectBills(read: Read, borrowerId: string | Expression<string>) {
  return allBills(read).where('l.borrower_id', '=', borrowerId).orderBy('l.id');
}

function allBills(read: Read) {
  return read
    .selectFrom('loans as l')
    .innerJoin('bills as b', 'b.loan_id', 'l.id')
    .select(billColumns)
    .select([
      money.as('money'),
      bookedExtensions.as('extensions'),
      grantedReliefs.as('reliefs'),
      promisesMade.as('promises'),
    ]);
}

/**
 * A page of a borrower's settled bills, newest first, starting after the bill `before`. Contains
 * one extra row if there are more bills.
 */
export const settledBillsPart = part(
  (db, { borrowerId, before }: Given<{ borrowerId: string; before: string | null }>) =>
    allBills(db)
      .where('l.borrower_id', '=', borrowerId)
      .where('b.settled_at', 'is not', null)
      .where(sql<boolean>`(${before}::uuid is null or (b.settled_on, b.loan_id) < (
        select a.settled_on, a.loan_id from bills a
        where a.loan_id = ${before}::uuid and a.borrower_id = ${borrowerId}))`)
      .orderBy('b.settled_on', 'desc')
      .orderBy('l.id', 'desc')
      .limit(settledAPage + 1),
  (rows): BillRecord[] => rows,
);

/** The borrower's bill for one loan, or null. */
export const billPart = onePart(
  (db, { borrowerId, loanId }: Given<{ borrowerId: string; loanId: string }>) =>
    selectBills(db, borrowerId).where('l.id', '=', loanId),
  (row): BillRecord | null => row,
);

export async function insertBill(tx: Tx, bill: Insertable<Bills>): Promise<void> {
  await tx.insertInto('bills').values(bill).execute();
}

type BillMoneyRow = {
  id: string;
  loanId: string;
  borrowerId: string;
  sourceId: string;
  valueOn: string;
  amountCentavos: bigint;
  entryId: string;
  bookedAt: Temporal.Instant;
  reversalId: string | null;
};

export async function insertBillMoney(tx: Tx, rows: BillMoneyRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('payment_allocations')
    .values(
      rows.map((row) => ({
        id: row.id,
        loan_id: row.loanId,
        borrower_id: row.borrowerId,
        receipt_id: row.sourceId,
        value_on: Temporal.PlainDate.from(row.valueOn),
        amount_centavos: row.amountCentavos,
        entry_id: row.entryId,
        booked_at: row.bookedAt,
        reversal_id: row.reversalId,
      })),
    )
    .execute();
}

/**
 * Records when the borrower first asked to return the loan, and the last day on which the return
 * can be paid for.
 */
export async function markReturnRequested(
  tx: Tx,
  loanId: string,
  of: { at: Temporal.Instant; endsOn: string },
): Promise<void> {
  await tx
    .updateTable('bills')
    .set({
      return_asked_at: sql`coalesce(return_asked_at, ${of.at})`,
      return_ends_on: sql`greatest(return_ends_on, ${of.endsOn}::date)`,
    })
    .where('loan_id', '=', loanId)
    .execute();
}

/** Stores the last day for which charges are posted, and whether the bill is settled. */
export async function updateBill(
  tx: Tx,
  loanId: string,
  change: {
    chargedTo: string;
    settled: { on: string; at: Temporal.Instant; as: string } | null;
    remainderCentavos: number;
    /** Whether this change reopens a settled bill. */
    isReopened?: boolean;
  },
): Promise<void> {
  await tx
    .updateTable('bills')
    .set({
      charged_to: Temporal.PlainDate.from(change.chargedTo),
      remainder_centavos: BigInt(change.remainderCentavos),
      ...(change.settled
        ? {
            settled_on: Temporal.PlainDate.from(change.settled.on),
            settled_at: change.settled.at,
            settled_as: change.settled.as,
          }
        : change.isReopened
          ? { settled_on: null, settled_at: null, settled_as: null }
          : {}),
    })
    .where('loan_id', '=', loanId)
    .execute();
}

/** The days of the borrower's two newest returns. Older returns have no effect. */
export const returnedPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('bills')
      .select('settled_on')
      .where('borrower_id', '=', borrowerId)
      .where('settled_as', '=', 'cooledOff')
      .orderBy('settled_on', 'desc')
      .limit(2),
  (rows): Day[] =>
    rows.flatMap(({ settled_on }) => (settled_on ? [asDay(settled_on.toString())] : [])),
);

export type ClaimedMoney = { amountCentavos: Centavos; on: Day };

/**
 * Reversed payments that the borrower owes although no bill owes them, for example payments for
 * returned loans. Each has the day of its reversal.
 */
export const claimedPart = part(
  (db, { borrowerId, loanId }: Given<{ borrowerId: string; loanId: string }>) =>
    db
      .selectFrom('payment_reversals as v')
      .innerJoin('ledger_lines as i', 'i.entry_id', 'v.entry_id')
      .select(['i.amount_centavos', 'v.value_on'])
      .where(
        'i.account_id',
        '=',
        sql<bigint>`(select id from ledger_accounts
          where kind = 'borrower.takenBack' and owner_id = ${borrowerId}::uuid)`,
      )
      .where(
        'v.receipt_id',
        '=',
        sql<string>`any(array(
          select receipt_id from payment_allocations where loan_id = ${loanId}::uuid))`,
      )
      .orderBy('v.happened_at')
      .orderBy('v.id'),
  (rows): ClaimedMoney[] =>
    rows.map((row) => ({
      amountCentavos: centavos(row.amount_centavos),
      on: asDay(row.value_on.toString()),
    })),
);
