// One borrower's books, computed from ledger entries alone.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import type { EntryKind } from './rules.ts';

/**
 * One entry's signed sums on a borrower's accounts (debts are positive), with the amounts of money
 * moved and fees.
 */
export type BorrowerEntry = {
  entryId: string;
  kind: EntryKind;
  bookedOn: Temporal.PlainDate;
  businessOn: Temporal.PlainDate;
  loanIds: string[];
  principalCentavos: bigint;
  interestCentavos: bigint;
  lateCentavos: bigint;
  extensionFeeCentavos: bigint;
  /** The change in the borrower's refundable money. */
  keptCentavos: bigint;
  /**
   * Money that moved through the gateway or our own account, or out of suspense; positive if
   * received.
   */
  moneyCentavos: bigint;
  feesCentavos: bigint;
};

const on = (...kinds: string[]) =>
  sql`coalesce(sum(l.amount_centavos) filter (where a.kind in (${sql.join(kinds)})), 0)::int8`;
const owedKinds = ['loan.principal', 'loan.interest', 'loan.late', 'loan.extensionFee'];

/**
 * Returns a borrower's entries between two booked days, inclusive, and the balances before them.
 */
export async function borrowerBooks(
  read: Read,
  borrowerId: string,
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Promise<{ before: BalanceBefore; entries: BorrowerEntry[] }> {
  const [before, entries] = await Promise.all([
    balanceBefore(read, borrowerId, from),
    entriesOf(read, borrowerId, { from, to }),
  ]);
  return { before, entries };
}

/** A borrower's entries between two booked days, inclusive, in the order of posting. */
async function entriesOf(
  read: Read,
  borrowerId: string,
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Promise<BorrowerEntry[]> {
  const { rows } = await sql<BorrowerEntry>`
    select e.id as "entryId", e.kind, e.booked_on as "bookedOn", e.business_on as "businessOn",
      coalesce(array_agg(distinct a.owner_id::text)
        filter (where a.kind in (${sql.join([...owedKinds, 'loan.writtenOff'])})),
        '{}') as "loanIds",
      ${on('loan.principal')} as "principalCentavos", ${on('loan.interest')} as "interestCentavos",
        ${on('loan.late')} as "lateCentavos",
      ${on('loan.extensionFee')} as "extensionFeeCentavos",
      -${on('borrower.refundable')} as "keptCentavos",
        ${on('gateway.float', 'bank.account', 'suspense')} as "moneyCentavos",
      -${on('income.serviceFee', 'income.channelFee')} as "feesCentavos"
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id
    where e.borrower_id = ${borrowerId} and e.booked_on between ${from} and ${to} group by e.id
      order by e.booked_on, e.number`.execute(read);
  return rows;
}

/** The booked day of a borrower's last entry; null if there are no entries. */
export async function lastBookedOn(
  read: Read,
  borrowerId: string,
): Promise<Temporal.PlainDate | null> {
  const row = await read
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.max('booked_on').as('day'))
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirst();
  return row?.day ?? null;
}

type BalanceBefore = {
  owedCentavos: bigint;
  keptCentavos: bigint;
  firstOn: Temporal.PlainDate | null;
};

/** A borrower's debt and refundable money before a day, and the booked day of the first entry. */
async function balanceBefore(
  read: Read,
  borrowerId: string,
  day: Temporal.PlainDate,
): Promise<BalanceBefore> {
  const { rows } = await sql<BalanceBefore>`
    select ${on(...owedKinds)} as "owedCentavos", -${on('borrower.refundable')} as "keptCentavos",
      (select min(booked_on) from ledger_entries where borrower_id = ${borrowerId}) as "firstOn"
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id
    where e.borrower_id = ${borrowerId} and e.booked_on < ${day}`.execute(read);
  return rows[0] ?? { owedCentavos: 0n, keptCentavos: 0n, firstOn: null };
}
