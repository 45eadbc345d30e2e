// The SQL for loans.
import type { LoanState } from '@sandali/contract/loan.ts';
import { type CompiledQuery, type Expression, type Insertable, type SqlBool, sql } from 'kysely';
import { statesBefore } from '#/data/states.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type Given, type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import type { Loans } from '#/db/tables.ts';

/** The states of loans that are being paid out. */
export const onItsWay = statesBefore('loan', 'success');

const loanColumns = [
  'account_id',
  'agreement_locale',
  'agreement_session_hash',
  'arrival_centavos',
  'borrower_id',
  'channel',
  'channel_fee_centavos',
  'disclosure_hash',
  'disclosure_version',
  'failure',
  'id',
  'interest_centavos',
  'interest_coupon_centavos',
  'interest_per_day_bps',
  'late_charge_per_month_bps',
  'legal_rule',
  'principal_centavos',
  'quote_id',
  'receiver_label',
  'receiver_last4',
  'receiver_mark',
  'reference_no',
  'service_fee_bps',
  'service_fee_centavos',
  'signed_at',
  'state',
  'term_days',
] as const;

/**
 * The borrower's loans without a bill, at most 50: first those being paid out, then those that
 * failed or were cancelled. Within each group, the newest is first.
 */
export const waitingPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('loans')
      .select(loanColumns)
      .where('borrower_id', '=', borrowerId)
      .where('state', 'in', [...onItsWay, 'failed', 'cancelled'])
      .orderBy(sql`state in ('failed', 'cancelled')`)
      .orderBy('signed_at', 'desc')
      .limit(50),
  (rows): LoanRecord[] => rows,
);

/**
 * Selects the borrower's last repaid loan, with the columns that are needed to offer the same loan
 * again.
 */
export function lastRepaid(db: Read, borrowerId: Expression<string>) {
  return db
    .selectFrom('loans as l')
    .innerJoin('bills as b', 'b.loan_id', 'l.id')
    .select(['l.principal_centavos', 'l.term_days', 'l.channel', 'l.account_id'])
    .where('l.borrower_id', '=', borrowerId)
    .where('b.settled_as', '=', 'repaid')
    .orderBy('b.settled_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(1);
}

export async function findLoan(read: Read, loanId: string, borrowerId?: string) {
  let query = read.selectFrom('loans').select(loanColumns).where('id', '=', loanId);
  if (borrowerId) query = query.where('borrower_id', '=', borrowerId);
  return await query.executeTakeFirst();
}
export type LoanRecord = NonNullable<Awaited<ReturnType<typeof findLoan>>>;

/** The borrower's loan, or null. */
export const loanPart = onePart(
  (db, { loanId, borrowerId }: Given<{ loanId: string; borrowerId: string }>) =>
    db
      .selectFrom('loans')
      .select(loanColumns)
      .where('id', '=', loanId)
      .where('borrower_id', '=', borrowerId),
  (row): LoanRecord | null => row,
);

/** The states that a loan has had, with their times, oldest first. */
export const stepsPart = part(
  (db, { loanId }: Given<{ loanId: string }>) =>
    db
      .selectFrom('loan_state_changes')
      .select(['state', 'at as entered_at'])
      .where('loan_id', '=', loanId)
      .orderBy('number'),
  (rows) => rows.map(({ state, entered_at: at }) => ({ state, at })),
);

export async function lockLoan(tx: Tx, loanId: string): Promise<LoanRecord | undefined> {
  return await tx
    .selectFrom('loans')
    .select(loanColumns)
    .where('id', '=', loanId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Moves a loan into a state and records who moved it and why. The database rejects transitions that
 * the state machine does not allow.
 */
export async function moveLoan(
  tx: Tx,
  loanId: string,
  state: LoanState,
  by: { at: Temporal.Instant; who: string; reason: string; failure?: string | null },
): Promise<void> {
  await Promise.all([
    tx
      .updateTable('loans')
      .set({ state, ...(by.failure === undefined ? {} : { failure: by.failure }) })
      .where('id', '=', loanId)
      .execute(),
    sql`insert into loan_state_changes (loan_id, number, state, at, who, reason)
      select ${loanId}, coalesce(max(number), 0) + 1, ${state}, ${by.at}, ${by.who}, ${by.reason}
      from loan_state_changes where loan_id = ${loanId}`.execute(tx),
  ]);
}

/**
 * The sum of principal signed since `lentSince`, excluding cancelled and failed loans. Null if
 * `lentSince` is null, which means that no budget is set.
 */
export const lentPart = onePart(
  (db, { lentSince: since }: Given<{ lentSince: Temporal.Instant | null }>) =>
    db.selectNoFrom(
      sql<
        bigint | null
      >`case when ${since}::timestamptz is not null then lent_since(${since}::timestamptz) end`.as(
        'lent_centavos',
      ),
    ),
  (row) => row?.lent_centavos ?? null,
);

/** Returns the queries that insert a new loan with its first state. */
export function insertLoanQueries(
  db: Read,
  loan: Insertable<Loans> & { id: string; signed_at: Temporal.Instant },
): readonly CompiledQuery[] {
  const first = {
    loan_id: loan.id,
    number: 1,
    state: loan.state,
    at: loan.signed_at,
    who: 'borrower',
    reason: 'applied',
  };
  return [
    db.insertInto('loans').values(loan).compile(),
    db.insertInto('loan_state_changes').values(first).compile(),
  ];
}

/** Returns the reference numbers of loans, by loan id. */
export async function referencesOf(
  read: Read,
  loanIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (loanIds.length === 0) return new Map();
  const rows = await read
    .selectFrom('loans')
    .select(['id', 'reference_no'])
    .where('id', 'in', loanIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row.reference_no]));
}

export type Waiting = { id: string; borrower_id: string; signed_at: Temporal.Instant };

/**
 * Returns loans that are waiting for the next step towards payout, oldest first, starting after
 * `after`: signed loans, and checked loans whose channel is on and whose hold is over. Does not
 * lock the loans, so the caller must check them again.
 */
export async function loansToApprove(
  read: Read,
  of: {
    now: Temporal.Instant;
    channels: readonly string[];
    most: number;
    except: readonly string[];
    after: Waiting | null;
  },
): Promise<Waiting[]> {
  let query = read
    .selectFrom('loans')
    .select(['id', 'borrower_id', 'signed_at'])
    // Repeats the condition of the partial index on waiting loans, so PostgreSQL can use that
    // index.
    .where(sql<SqlBool>`state in ('submitting', 'approving')
      and (state = 'submitting' or channel = any(${of.channels}::text[])
        and (look_again_at is null or look_again_at <= ${of.now}))`)
    .where(sql<SqlBool>`borrower_id <> all(${of.except}::uuid[])`)
    .orderBy('signed_at')
    .orderBy('id')
    .limit(of.most);
  if (of.after)
    query = query.where(
      sql<SqlBool>`(signed_at, id) > (${of.after.signed_at}, ${of.after.id}::uuid)`,
    );
  return await query.execute();
}

/** Postpones the next check of a loan on hold. */
export async function setLookAgain(tx: Tx, loanId: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('loans').set({ look_again_at: at }).where('id', '=', loanId).execute();
}

/** Moves the last free day of a bill to a later day. */
export async function moveLastFreeDay(tx: Tx, loanId: string, lastFreeOn: string): Promise<void> {
  await tx
    .updateTable('bills')
    .set({ last_free_on: Temporal.PlainDate.from(lastFreeOn) })
    .where('loan_id', '=', loanId)
    .execute();
}

/** Returns whether the borrower has repaid a loan other than this one. */
export async function repaidAnotherLoan(
  tx: Tx,
  borrowerId: string,
  loanId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('bills')
    .select('loan_id')
    .where('borrower_id', '=', borrowerId)
    .where('settled_as', '=', 'repaid')
    .where('loan_id', '<>', loanId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
