// All SQL about payout accounts.
import type { Selectable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { PayoutAccounts } from '#/db/tables.ts';

export type AccountRow = Selectable<PayoutAccounts>;
export type AccountKind = 'bank' | 'wallet';
export type NewAccount = Omit<AccountRow, 'removed_at'>;

/** The borrower's accounts, the default of each kind first, then the newest. */
export async function accountsOf(read: Read, borrowerId: string, kinds: readonly AccountKind[]): Promise<AccountRow[]> {
  return await read
    .selectFrom('payout_accounts')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('kind', 'in', kinds)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** All that were ever added, also those that were removed, the oldest first. */
export async function everyAccountOf(read: Read, borrowerId: string): Promise<AccountRow[]> {
  return await read
    .selectFrom('payout_accounts')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}

/** One account of this borrower, or null: another person's and a missing one look alike. */
export async function findAccount(read: Read, borrowerId: string, accountId: string): Promise<AccountRow | null> {
  const row = await read
    .selectFrom('payout_accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('borrower_id', '=', borrowerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx.insertInto('payout_accounts').values(account).execute();
}
