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

/** What the borrower owes, apart from any bill, for payments that gateways reversed. */
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
  const rows = await read
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance_centavos'])
    .where('owner_id', '=', loanId)
    .execute();
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance_centavos ?? 0n;
  return {
    principalCentavos: of('loan.principal'),
    interestCentavos: of('loan.interest'),
    lateCentavos: of('loan.late'),
  };
}

/** Returns the balance of each kind of account. They sum to zero. */
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
