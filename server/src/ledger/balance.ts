import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { type OfBorrower, onePart } from '#/db/snapshot.ts';
import { type Account, type AccountKind, isSummed } from './chart.ts';
import { movements } from './day-totals.ts';

/** Returns an account's balance in centavos, with debits positive; zero if it was never used. */
export async function balanceOf(read: Read, { kind, ownerId }: Account): Promise<bigint> {
  if (isSummed(kind)) return (await balancesNow(read, kind))[0]?.balanceCentavos ?? 0n;
  const row = await read
    .selectFrom('ledger_accounts')
    .select('balance_centavos')
    .where('kind', '=', kind)
    .where((is) => (ownerId === null ? is('owner_id', 'is', null) : is('owner_id', '=', ownerId)))
    .executeTakeFirst();
  return row?.balance_centavos ?? 0n;
}

/** The borrower's refundable money, which is never negative. */
export const refundablePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('ledger_accounts')
      .select('balance_centavos')
      .where('kind', '=', 'borrower.refundable')
      .where('owner_id', '=', borrowerId),
  (row): Centavos => centavos(-(row?.balance_centavos ?? 0n)),
);

/** What the borrower owes, besides any bill, for payments that gateways reversed. */
export const claimPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('ledger_accounts')
      .select('balance_centavos')
      .where('kind', '=', 'borrower.takenBack')
      .where('owner_id', '=', borrowerId),
  (row): Centavos => centavos(row?.balance_centavos ?? 0n),
);

export type LoanBalances = {
  principalCentavos: bigint;
  interestCentavos: bigint;
  lateCentavos: bigint;
};

/**
 * Returns a loan's debt according to the books. Excludes the charges of days that are still open.
 */
export async function loanBalances(read: Read, loanId: string): Promise<LoanBalances> {
  const [balances] = await balancesOfLoans(read, [loanId]);
  return balances as LoanBalances;
}

/** Returns the same as `loanBalances` for several loans, in the given order, with one query. */
export async function balancesOfLoans(
  read: Read,
  loanIds: readonly string[],
): Promise<LoanBalances[]> {
  if (loanIds.length === 0) return [];
  const rows = await read
    .selectFrom('ledger_accounts')
    .select(['owner_id', 'kind', 'balance_centavos'])
    .where(sql<boolean>`owner_id = any(${loanIds}::uuid[])`)
    .execute();
  const balanceOfKind = new Map(
    rows.map((row) => [`${row.owner_id} ${row.kind}`, row.balance_centavos]),
  );
  return loanIds.map((id) => ({
    principalCentavos: balanceOfKind.get(`${id} loan.principal`) ?? 0n,
    interestCentavos: balanceOfKind.get(`${id} loan.interest`) ?? 0n,
    lateCentavos: balanceOfKind.get(`${id} loan.late`) ?? 0n,
  }));
}

/** Returns the balance of each kind of account. The balances sum to zero. */
export async function trialBalance(
  read: Read,
): Promise<{ kind: string; balanceCentavos: bigint }[]> {
  return await balancesNow(read);
}

async function balancesNow(
  read: Read,
  kind: AccountKind | null = null,
): Promise<{ kind: AccountKind; balanceCentavos: bigint }[]> {
  const { rows } = await sql<{ kind: AccountKind; balanceCentavos: bigint }>`
    select m.kind, sum(m.debit - m.credit)::int8 as "balanceCentavos" from ${await movements(read)} m
    where ${kind}::text is null or m.kind = ${kind} group by m.kind order by m.kind`.execute(read);
  return rows;
}
