// Payout accounts, opened and joined with who keeps them. Everything that is shown or paid is made from these.
import type { AccountId } from '@sandali/contract/id.ts';
import { type KnownName, knownName } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import type { House } from '#/kit/house.ts';
import { invariant } from '#/kit/refuse.ts';
import { providerById } from './provider.ts';
import { isSameName } from './rules.ts';
import { type AccountKind, type AccountRow, accountsOf, findAccount } from './store.ts';

export type PayoutAccount = {
  accountId: AccountId;
  kind: AccountKind;
  providerId: string;
  providerName: string;
  mark: string;
  last4: string;
  ownerName: string;
  /** Digits, opened: for the order to the bank and for the borrower's own copy of their data only. */
  number: string;
  /** What the gateway knows the bank or wallet by; null where it cannot be paid. */
  bankCode: string | null;
  /** Whether money may go there: the gateway knows the bank, and the owner's name still is the borrower's. */
  canBePaid: boolean;
  isDefault: boolean;
  addedAt: Temporal.Instant;
};

type Keeper = { house: House };
export const bothKinds: readonly AccountKind[] = ['bank', 'wallet'];

/** The borrower's accounts of these kinds, defaults first. */
export async function allAccounts(
  { house }: Keeper,
  read: Read,
  borrowerId: string,
  kinds: readonly AccountKind[],
): Promise<PayoutAccount[]> {
  const rows = await accountsOf(read, borrowerId, kinds);
  if (rows.length === 0) return [];
  const name = await knownName(house, read, borrowerId);
  return rows.map((row) => accountFrom(house, row, name));
}

/** One account, or null where this borrower has none of that id. */
export async function oneAccount({ house }: Keeper, read: Read, borrowerId: string, accountId: string): Promise<PayoutAccount | null> {
  const row = await findAccount(read, borrowerId, accountId);
  return row && accountFrom(house, row, await knownName(house, read, borrowerId));
}

function accountFrom({ config, sealer }: House, row: AccountRow, name: KnownName | null): PayoutAccount {
  const kind = row.kind as AccountKind;
  const provider = providerById(kind, row.provider_id, config.isSandbox);
  // Lists of banks and wallets only grow.
  invariant(provider, 'an account is kept by nobody we know');
  const { id: providerId, name: providerName, mark, bankCode } = provider;
  const ownerName = sealer.open('ownerName', row.owner_name_sealed);
  return {
    accountId: row.id as AccountId,
    kind,
    providerId,
    providerName,
    mark,
    last4: row.last4,
    ownerName,
    number: sealer.open('accountNumber', row.number_sealed),
    bankCode,
    // Personal information may have been given anew after the account was added.
    canBePaid: bankCode !== null && name !== null && isSameName(ownerName, name),
    isDefault: row.is_default,
    addedAt: row.added_at,
  };
}
