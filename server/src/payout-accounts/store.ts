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

/** How many accounts somebody has added since, those included that are gone again. */
export async function countAddedSince(read: Read, borrowerId: string, since: Temporal.Instant): Promise<number> {
  const row = await read
    .selectFrom('payout_accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('borrower_id', '=', borrowerId)
    .where('added_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** It is nobody's first choice any more either. */
export async function removeAccount(tx: Tx, accountId: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('payout_accounts').set({ removed_at: at, is_default: false }).where('id', '=', accountId).execute();
}

/** Makes an account the first of its kind, in place of the one that was. */
export async function chooseFirst(tx: Tx, { id, borrower_id, kind }: Pick<AccountRow, 'id' | 'borrower_id' | 'kind'>): Promise<void> {
  const accounts = tx.updateTable('payout_accounts').where('borrower_id', '=', borrower_id).where('kind', '=', kind);
  // One after the other: the database lets no two be the first at any moment.
  await accounts.set({ is_default: false }).where('is_default', '=', true).where('id', '<>', id).execute();
  await accounts.set({ is_default: true }).where('id', '=', id).where('is_default', '=', false).execute();
}

/** The newest account of this kind becomes its first, where there is one. */
export async function chooseNewest(tx: Tx, borrowerId: string, kind: AccountKind): Promise<void> {
  const [newest] = await accountsOf(tx, borrowerId, [kind]);
  if (newest) await chooseFirst(tx, newest);
}
