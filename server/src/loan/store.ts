// All SQL of quotes, loans and bills.
import { asDay, type Day } from '@sandali/contract/day.ts';
import type { LoanState } from '@sandali/contract/loan.ts';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Bills, Loans } from '#/db/tables.ts';
import { bookedExtensions } from './store.extension.ts';
import { grantedReliefs, promisesMade } from './store.relief.ts';

export type QuoteRow = Awaited<ReturnType<typeof findQuote>>;

/** A quote of this borrower, or undefined. */
export async function findQuote(read: Read, borrowerId: string, quoteId: string) {
  return await read
    .selectFrom('quotes as q')
    .leftJoin('loans as l', 'l.quote_id', 'q.id')
    .selectAll('q')
    .select('l.id as loan_id')
    .where('q.id', '=', quoteId)
    .where('q.borrower_id', '=', borrowerId)
    .executeTakeFirst();
}

export type NewQuote = {
  id: string;
  borrowerId: string;
  accountId: string | null;
  voucherId: string | null;
  principalCentavos: number;
  termDays: number;
  channel: string;
  facts: unknown;
  catalogue: string;
  legalRule: string;
  /** Of the statement. */
  locale: string;
  disclosureVersion: string;
  disclosureHash: Buffer;
  madeAt: Temporal.Instant;
  endsAt: Temporal.Instant;
};

export async function insertQuote(tx: Tx, quote: NewQuote): Promise<void> {
  await tx
    .insertInto('quotes')
    .values({
      id: quote.id,
      borrower_id: quote.borrowerId,
      account_id: quote.accountId,
      coupon_id: quote.voucherId,
      principal_centavos: BigInt(quote.principalCentavos),
      term_days: quote.termDays,
      channel: quote.channel,
      facts: JSON.stringify(quote.facts),
      catalogue: quote.catalogue,
      legal_rule: quote.legalRule,
      locale: quote.locale,
      disclosure_version: quote.disclosureVersion,
      disclosure_hash: quote.disclosureHash,
      made_at: quote.madeAt,
      ends_at: quote.endsAt,
    })
    .execute();
}

/** Removes quotes that ended and became no loan. */
export async function forgetQuotes(tx: Tx, endedBefore: Temporal.Instant): Promise<void> {
  await sql`delete from quotes q where q.ends_at < ${endedBefore} and not exists (select 1 from loans l where l.quote_id = q.id)`.execute(
    tx,
  );
}

/** Whether the borrower got a quote and has signed nothing since. */
export async function hasLeftQuote(read: Read, borrowerId: string): Promise<boolean> {
  const left = await read
    .selectFrom('quotes as q')
    .select('q.id')
    .where('q.borrower_id', '=', borrowerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('loans as l').select('l.id').where('l.borrower_id', '=', borrowerId).whereRef('l.signed_at', '>=', 'q.made_at')),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return left !== undefined;
}

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

const money = sql<{ receipt_id: string; value_on: string; amount_centavos: string; booked_at: string }[]>`coalesce((
  select json_agg(json_build_object('receipt_id', m.receipt_id, 'value_on', m.value_on, 'amount_centavos', m.amount::text, 'booked_at', m.booked_at)
    order by m.value_on, m.booked_at, m.number) from (select receipt_id, value_on, sum(amount_centavos) as amount, min(b.booked_at) as booked_at, min(e.number) as number from payment_allocations b
    join ledger_entries e on e.id = b.entry_id where b.loan_id = l.id group by receipt_id, value_on) m where m.amount <> 0), '[]')`;

/** Bills of a borrower with money and extensions: all, the open ones, or one. `lock` takes the bills' rows, in the order of their ids. */
export async function billsOf(read: Read, borrowerId: string, only: { loanId?: string; isOpen?: boolean } = {}, lock = false) {
  let query = read
    .selectFrom('loans as l')
    .innerJoin('bills as b', 'b.loan_id', 'l.id')
    .select(billColumns)
    .select([money.as('money'), bookedExtensions.as('extensions'), grantedReliefs.as('reliefs'), promisesMade.as('promises')])
    .where('l.borrower_id', '=', borrowerId)
    .orderBy('l.id');
  if (only.loanId) query = query.where('l.id', '=', only.loanId);
  if (only.isOpen) query = query.where('b.settled_at', 'is', null);
  if (lock) query = query.forUpdate('b');
  return await query.execute();
}
export type BillRecord = Awaited<ReturnType<typeof billsOf>>[number];

/** The loans of a borrower that are not paid out (yet): all that are on their way, then those that ended; of each the newest first, 50 in all. */
export async function loansWithoutBill(read: Read, borrowerId: string) {
  return await read
    .selectFrom('loans')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('state', 'in', ['submitting', 'approving', 'paying', 'bankProcessing', 'failed', 'cancelled'])
    .orderBy(sql`state in ('failed', 'cancelled')`)
    .orderBy('signed_at', 'desc')
    .limit(50)
    .execute();
}

export async function findLoan(read: Read, loanId: string, borrowerId?: string) {
  let query = read.selectFrom('loans').selectAll().where('id', '=', loanId);
  if (borrowerId) query = query.where('borrower_id', '=', borrowerId);
  return await query.executeTakeFirst();
}
export type LoanRecord = NonNullable<Awaited<ReturnType<typeof findLoan>>>;

export async function changesOf(read: Read, loanId: string) {
  return await read.selectFrom('loan_state_changes').select(['state', 'at']).where('loan_id', '=', loanId).orderBy('number').execute();
}

export async function lockLoan(tx: Tx, loanId: string): Promise<LoanRecord | undefined> {
  return await tx.selectFrom('loans').selectAll().where('id', '=', loanId).forUpdate().executeTakeFirst();
}

/** Puts a loan into a state and records who did it and why. The database refuses a move that the machine does not know. */
export async function moveLoan(
  tx: Tx,
  loanId: string,
  state: LoanState,
  by: { at: Temporal.Instant; who: string; why: string; failure?: string | null },
): Promise<void> {
  await Promise.all([
    tx
      .updateTable('loans')
      .set({ state, ...(by.failure === undefined ? {} : { failure: by.failure }) })
      .where('id', '=', loanId)
      .execute(),
    sql`insert into loan_state_changes (loan_id, number, state, at, who, reason)
      select ${loanId}, coalesce(max(number), 0) + 1, ${state}, ${by.at}, ${by.who}, ${by.why} from loan_state_changes where loan_id = ${loanId}`.execute(
      tx,
    ),
  ]);
}

/** One at a time looks at what was lent today and lends: without it many at once would each find the same budget left. */
export async function lockBudget(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali lending budget'))`.execute(tx);
}

/** Principal signed for since an instant, of loans that were not cancelled and did not fail. */
export async function lentSince(read: Read, since: Temporal.Instant): Promise<bigint> {
  const row = await read
    .selectFrom('loans')
    .select(sql<bigint>`coalesce(sum(principal_centavos), 0)::int8`.as('lent'))
    .where('signed_at', '>=', since)
    .where('state', 'not in', ['cancelled', 'failed'])
    .executeTakeFirstOrThrow();
  return row.lent;
}

export async function insertLoan(tx: Tx, loan: Insertable<Loans>): Promise<void> {
  await tx.insertInto('loans').values(loan).execute();
}

export async function insertBill(tx: Tx, bill: Insertable<Bills>): Promise<void> {
  await tx.insertInto('bills').values(bill).execute();
}

export type BillMoneyRow = {
  id: string;
  loanId: string;
  borrowerId: string;
  sourceId: string;
  valueOn: string;
  amountCentavos: bigint;
  entryId: string;
  bookedAt: Temporal.Instant;
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
      })),
    )
    .execute();
}

/** Notes that the borrower asked to return the loan: when first, and the last day on which money for it counts. */
export async function noteReturnAsked(tx: Tx, loanId: string, of: { at: Temporal.Instant; endsOn: string }): Promise<void> {
  await tx
    .updateTable('bills')
    .set({
      return_asked_at: sql`coalesce(return_asked_at, ${of.at})`,
      return_ends_on: sql`greatest(return_ends_on, ${of.endsOn}::date)`,
    })
    .where('loan_id', '=', loanId)
    .execute();
}

/** Notes up to which day charges stand in the ledger, and that the bill is settled where it is. */
export async function updateBill(
  tx: Tx,
  loanId: string,
  change: { chargedTo: string; settled: { on: string; at: Temporal.Instant; as: string } | null; remainderCentavos: number },
): Promise<void> {
  await tx
    .updateTable('bills')
    .set({
      charged_to: Temporal.PlainDate.from(change.chargedTo),
      remainder_centavos: BigInt(change.remainderCentavos),
      ...(change.settled
        ? { settled_on: Temporal.PlainDate.from(change.settled.on), settled_at: change.settled.at, settled_as: change.settled.as }
        : {}),
    })
    .where('loan_id', '=', loanId)
    .execute();
}

/** The days of the two newest returns of a borrower: more do not count. */
export async function returnedOn(read: Read, borrowerId: string): Promise<Day[]> {
  const rows = await read
    .selectFrom('bills')
    .select('settled_on')
    .where('borrower_id', '=', borrowerId)
    .where('settled_as', '=', 'cooledOff')
    .orderBy('settled_on', 'desc')
    .limit(2)
    .execute();
  return rows.flatMap(({ settled_on }) => (settled_on ? [asDay(settled_on.toString())] : []));
}

/** The reference numbers of loans, by their ids. */
export async function referencesOf(read: Read, loanIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (loanIds.length === 0) return new Map();
  const rows = await read.selectFrom('loans').select(['id', 'reference_no']).where('id', 'in', loanIds).execute();
  return new Map(rows.map((row) => [row.id, row.reference_no]));
}
