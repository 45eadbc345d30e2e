// SQL for snapshots of other slices: their sections, and a query for one account.
import { type Expression, type InferResult, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { type Given, type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import type { Rails } from './rails.ts';
import { newestListQuery, railsOfEntry, type ShownRow } from './store.ts';

/** Whether the borrower has added a bank account. */
export const hasBankCardPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('payout_accounts')
      .select('id')
      .where('borrower_id', '=', borrowerId)
      .where('kind', '=', 'bank')
      .where('removed_at', 'is', null)
      .limit(1),
  (row) => row !== null,
);

type OfGateway = { borrowerId: Expression<string>; gateway: Expression<string> };

/**
 * Selects the borrower's accounts, each with its bank's or wallet's codes in the gateway's newest
 * list.
 */
function selectAccounts(db: Read, { borrowerId, gateway }: OfGateway) {
  return db
    .selectFrom('payout_accounts as p')
    .leftJoin(newestListQuery(db, gateway).as('l'), (join) => join.onTrue())
    .leftJoin('bank_list_entries as e', (join) =>
      join.onRef('e.version', '=', 'l.version').onRef('e.provider_id', '=', 'p.provider_id'),
    )
    .select([
      'p.id',
      'p.kind',
      'p.provider_id',
      'p.number_sealed',
      'p.number_hash',
      'p.last4',
      'p.owner_name_sealed',
    ])
    .select([
      'p.added_at',
      'p.is_default',
      'p.held_until as held_until_at',
      sql<boolean>`l.version is not null`.as('has_list'),
    ])
    .select([
      'e.instapay_code',
      'e.instapay_maximum_centavos',
      'e.pesonet_code',
      'e.pesonet_maximum_centavos',
    ])
    .where('p.borrower_id', '=', borrowerId)
    .where('p.removed_at', 'is', null);
}

/** Selects one account of a borrower with its codes, for `accountAsListed`. */
export function selectAccount(db: Read, of: OfGateway & { accountId: Expression<string | null> }) {
  return selectAccounts(db, of).where('p.id', '=', of.accountId);
}

/** An account with its codes. `listed` is null if no list was imported for the gateway. */
export type AccountAsListed = { row: ShownRow; listed: Rails | null };

export function accountAsListed(row: CompiledRow | null): AccountAsListed | null {
  return row && asListed(row);
}

function asListed(row: CompiledRow): AccountAsListed {
  return {
    row: { ...row, held_until: row.held_until_at },
    listed: row.has_list ? railsOfEntry(row) : null,
  };
}
type CompiledRow = InferResult<ReturnType<typeof selectAccount>>[number];

/** One account of this borrower with its codes, or null. */
export const accountPart = onePart(
  (db, params: Given<{ borrowerId: string; accountId: string | null; gateway: string }>) =>
    selectAccount(db, params),
  accountAsListed,
);

/**
 * All accounts of this borrower with their codes, the default of each kind first, then the newest.
 */
export const accountsPart = part(
  (db, params: Given<{ borrowerId: string; gateway: string }>) =>
    selectAccounts(db, params)
      .orderBy('p.is_default', 'desc')
      .orderBy('p.added_at', 'desc')
      .orderBy('p.id', 'desc'),
  (rows) => rows.map(asListed),
);
