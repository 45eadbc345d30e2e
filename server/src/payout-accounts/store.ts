// All SQL for payout accounts and for imported bank lists.
import type { Expression, Selectable } from 'kysely';
import { statesBefore } from '#/data/states.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type Given, type OfBorrower, part } from '#/db/snapshot.ts';
import type { BankListEntries, PayoutAccounts } from '#/db/tables.ts';
import type { Entry } from './bank-list.ts';
import type { Rails } from './rails.ts';

export type AccountRow = Selectable<PayoutAccounts>;
/** The columns that are needed to show or pay an account. */
export type ShownRow = Pick<
  AccountRow,
  | 'id'
  | 'kind'
  | 'provider_id'
  | 'number_sealed'
  | 'number_hash'
  | 'last4'
  | 'owner_name_sealed'
  | 'added_at'
  | 'is_default'
  | 'held_until'
>;
export type AccountKind = 'bank' | 'wallet';
type NewAccount = Omit<AccountRow, 'removed_at'>;

/** Returns the borrower's accounts, the default of each kind first, then the newest. */
export async function accountsOf(
  read: Read,
  borrowerId: string,
  kinds: readonly AccountKind[],
): Promise<AccountRow[]> {
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

/**
 * The kind and provider of each of the borrower's accounts, the default of each kind first, then
 * the newest.
 */
export const providersPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('payout_accounts')
      .select(['kind', 'provider_id'])
      .where('borrower_id', '=', borrowerId)
      .where('removed_at', 'is', null)
      .orderBy('is_default', 'desc')
      .orderBy('added_at', 'desc')
      .orderBy('id', 'desc'),
  (rows) => rows,
);

/** Returns all accounts that a borrower has added, including removed ones, oldest first. */
export async function everyAccountOf(read: Read, borrowerId: string): Promise<AccountRow[]> {
  return await read
    .selectFrom('payout_accounts')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}

/** Returns one account of this borrower; null if it is missing or belongs to another borrower. */
export async function findAccount(
  read: Read,
  borrowerId: string,
  accountId: string,
): Promise<AccountRow | null> {
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

/**
 * Counts the accounts that a borrower has added since the given instant, including removed ones.
 */
export async function countAddedSince(
  read: Read,
  borrowerId: string,
  since: Temporal.Instant,
): Promise<number> {
  const row = await read
    .selectFrom('payout_accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('borrower_id', '=', borrowerId)
    .where('added_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Removes an account, which is then no longer the default. */
export async function removeAccount(
  tx: Tx,
  accountId: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('payout_accounts')
    .set({ removed_at: at, is_default: false })
    .where('id', '=', accountId)
    .execute();
}

export async function chooseFirst(
  tx: Tx,
  { id, borrower_id, kind }: Pick<AccountRow, 'id' | 'borrower_id' | 'kind'>,
): Promise<void> {
  const accounts = tx
    .updateTable('payout_accounts')
    .where('borrower_id', '=', borrower_id)
    .where('kind', '=', kind);
  // Clears the old default first, because the database never allows two defaults.
  await accounts
    .set({ is_default: false })
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute();
  await accounts
    .set({ is_default: true })
    .where('id', '=', id)
    .where('is_default', '=', false)
    .execute();
}

/** Makes the newest account of this kind the default, if there is one. */
export async function chooseNewest(tx: Tx, borrowerId: string, kind: AccountKind): Promise<void> {
  const [newest] = await accountsOf(tx, borrowerId, [kind]);
  if (newest) await chooseFirst(tx, newest);
}

type ImportedList = {
  version: bigint;
  dated: Temporal.PlainDate;
  importedAt: Temporal.Instant;
  importedBy: string;
};

/** Selects a gateway's current list. */
export function newestListQuery(db: Read, gateway: string | Expression<string>) {
  return db
    .selectFrom('bank_lists')
    .select(['version', 'dated', 'imported_at', 'imported_by'])
    .where('gateway', '=', gateway)
    .orderBy('version', 'desc')
    .limit(1);
}

/** Returns a gateway's current list; null if none was imported. */
export async function newestList(read: Read, gateway: string): Promise<ImportedList | null> {
  const row = await newestListQuery(read, gateway).executeTakeFirst();
  return row
    ? {
        version: row.version,
        dated: row.dated,
        importedAt: row.imported_at,
        importedBy: row.imported_by,
      }
    : null;
}

/** The current codes of our banks and wallets, by our id; null if no list was imported. */
export const railsPart = part(
  (db, { gateway }: Given<{ gateway: string }>) =>
    db
      .selectFrom(newestListQuery(db, gateway).as('l'))
      .leftJoin('bank_list_entries as e', (join) =>
        join.onRef('e.version', '=', 'l.version').on('e.provider_id', 'is not', null),
      )
      .select([
        'e.provider_id',
        'e.instapay_code',
        'e.instapay_maximum_centavos',
        'e.pesonet_code',
        'e.pesonet_maximum_centavos',
      ]),
  (rows): ReadonlyMap<string, Rails> | null =>
    rows.length === 0
      ? null
      : new Map(rows.map((row) => [row.provider_id ?? '', railsOfEntry(row)])),
);

type EntryRow = Pick<
  Selectable<BankListEntries>,
  'instapay_code' | 'instapay_maximum_centavos' | 'pesonet_code' | 'pesonet_maximum_centavos'
>;

export function railsOfEntry({
  instapay_code,
  instapay_maximum_centavos,
  pesonet_code,
  pesonet_maximum_centavos,
}: { [Name in keyof EntryRow]: EntryRow[Name] | null }): Rails {
  const rail = (code: string | null, most: bigint | null) =>
    code === null ? null : { code, maximumCentavos: most === null ? null : Number(most) };
  return {
    instapay: rail(instapay_code, instapay_maximum_centavos),
    pesonet: rail(pesonet_code, pesonet_maximum_centavos),
  };
}

/**
 * Stores a list as its gateway's newest.
 * @returns the version of the list
 */
export async function insertList(
  tx: Tx,
  list: {
    gateway: string;
    dated: Temporal.PlainDate;
    sha256: Buffer;
    at: Temporal.Instant;
    who: string;
    entries: readonly Entry[];
  },
): Promise<bigint> {
  const { version } = await tx
    .insertInto('bank_lists')
    .values({
      gateway: list.gateway,
      dated: list.dated,
      sha256: list.sha256,
      imported_at: list.at,
      imported_by: list.who,
    })
    .returning('version')
    .executeTakeFirstOrThrow();
  const most = (rail: Rails['instapay']) =>
    rail?.maximumCentavos == null ? null : BigInt(rail.maximumCentavos);
  await tx
    .insertInto('bank_list_entries')
    .values(
      list.entries.map((entry, index) => ({
        version,
        position: index + 1,
        name: entry.name,
        instapay_code: entry.instapay?.code ?? null,
        instapay_maximum_centavos: most(entry.instapay),
        pesonet_code: entry.pesonet?.code ?? null,
        pesonet_maximum_centavos: most(entry.pesonet),
        provider_id: entry.providerId,
      })),
    )
    .execute();
  return version;
}

/** Returns whether a loan or refund of the borrower is being paid out to this account. */
export async function checkMoneyComing(
  read: Read,
  borrowerId: string,
  accountId: string,
): Promise<boolean> {
  const loans = read
    .selectFrom('loans')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('account_id', '=', accountId)
    .where('state', 'in', statesBefore('loan', 'success'));
  const refunds = read
    .selectFrom('refunds')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'ordered');
  return (await loans.unionAll(refunds).limit(1).execute()).length > 0;
}
