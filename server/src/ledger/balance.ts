// Reading the ledger.
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { type OfBorrower, onePart } from '#/db/snapshot.ts';
import type { Account } from './chart.ts';

/** The balance of an account in centavos, debit above zero; zero where the account has never been used. */
export async function balanceOf(read: Read, account: Account): Promise<bigint> {
  const row = await read
    .selectFrom('ledger_accounts')
    .select('balance_centavos')
    .where('kind', '=', account.kind)
    .where(sql<boolean>`owner_id is not distinct from ${account.ownerId}::uuid`)
    .executeTakeFirst();
  return row?.balance_centavos ?? 0n;
}

/** What the ledger keeps for a borrower that no bill needed, as a part of what a call reads: never negative. */
export const refundablePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('ledger_accounts')
      .select('balance_centavos')
      .where('kind', '=', 'borrower.refundable')
      .where('owner_id', '=', borrowerId),
  (row): Centavos => centavos(-(row?.balance_centavos ?? 0n)),
);

export type LoanBalances = { principalCentavos: bigint; interestCentavos: bigint; lateCentavos: bigint };

/** What a loan owes by the books: posted charges only, without the interest and late charge of open days. */
export async function loanBalances(read: Read, loanId: string): Promise<LoanBalances> {
  const rows = await read.selectFrom('ledger_accounts').select(['kind', 'balance_centavos']).where('owner_id', '=', loanId).execute();
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance_centavos ?? 0n;
  return { principalCentavos: of('loan.principal'), interestCentavos: of('loan.interest'), lateCentavos: of('loan.late') };
}

/** All balances by kind of account, as a trial balance: they sum to zero. */
export async function trialBalance(read: Read): Promise<{ kind: string; balanceCentavos: bigint }[]> {
  const rows = await read
    .selectFrom('ledger_accounts')
    .select(['kind', sql<bigint>`sum(balance_centavos)::int8`.as('balance')])
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return rows.map((row) => ({ kind: row.kind, balanceCentavos: row.balance }));
}
