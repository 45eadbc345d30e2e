// The banks and wallets that can be added, and a borrower's accounts with only the last four digits
// of their numbers.
import type { userInfo } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type {
  BankCard,
  bankcardList,
  bankList,
  Wallet,
  walletList,
  walletType,
} from '@sandali/contract/payoutAccounts.ts';
import { phonePart, profilePart } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import {
  type accountListParts,
  accountsFromRead,
  bothKinds,
  type PayoutAccount,
} from './accounts.ts';
import { channelOfKind, providerById, providersOf, railsFrom } from './provider.ts';
import { isPayable } from './rails.ts';
import { masked } from './rules.ts';
import { type AccountKind, providersPart, railsPart } from './store.ts';

export const bankListParts = { rails: railsPart };

export async function listBanks(
  ctx: BorrowerCtx,
  { rails }: FactsOf<typeof bankListParts>,
): Promise<DataOf<typeof bankList>> {
  return {
    banks: (await offered(ctx, rails, 'bank')).map(({ id, ...bank }) => ({ bankId: id, ...bank })),
    feeCentavos: feeOf(ctx, 'bank'),
  };
}

export const walletTypeParts = { ...bankListParts, phone: phonePart };

export async function listWallets(
  ctx: BorrowerCtx,
  { rails, phone }: FactsOf<typeof walletTypeParts>,
): Promise<DataOf<typeof walletType>> {
  return {
    wallets: (await offered(ctx, rails, 'wallet')).map(({ id, ...wallet }) => ({
      walletId: id,
      ...wallet,
    })),
    ownPhone: phone.open(ctx.app.sealer),
    feeCentavos: feeOf(ctx, 'wallet'),
  };
}

function feeOf({ app }: BorrowerCtx, kind: AccountKind): Centavos | null {
  const { payoutChannels } = app.catalogue;
  return payoutChannels.find(({ channel }) => channel === channelOfKind[kind])?.feeCentavos ?? null;
}

async function offered(
  { app }: BorrowerCtx,
  imported: FactsOf<typeof bankListParts>['rails'],
  kind: AccountKind,
) {
  const { railsOf } = await railsFrom(app, imported);
  return providersOf(kind).map((provider) => ({
    id: provider.id,
    name: provider.name,
    mark: provider.mark,
    canBePaid: isPayable(railsOf(kind, provider)),
  }));
}

type ReadOfLists = FactsOf<typeof accountListParts>;

export async function myBankCards(
  { app }: BorrowerCtx,
  read: ReadOfLists,
): Promise<DataOf<typeof bankcardList>> {
  return { cards: (await accountsFromRead(app, read, ['bank'])).map(bankCardOf) };
}

export async function myWallets(
  { app }: BorrowerCtx,
  read: ReadOfLists,
): Promise<DataOf<typeof walletList>> {
  return { wallets: (await accountsFromRead(app, read, ['wallet'])).map(walletOf) };
}

export const userInfoParts = { profile: profilePart, accounts: providersPart };

/**
 * Returns the profile with the accounts' short names ('BDO', 'GCash'): bank accounts before
 * wallets, and the default of each kind first.
 */
export async function userInfoOf(
  { app }: BorrowerCtx,
  { profile, accounts }: FactsOf<typeof userInfoParts>,
): Promise<DataOf<typeof userInfo>> {
  const named = accounts.flatMap((row) => {
    const provider = providerById(row.kind as AccountKind, row.provider_id);
    return provider
      ? [{ kind: row.kind, name: row.kind === 'bank' ? provider.mark : provider.name }]
      : [];
  });
  const payoutAccounts = bothKinds.flatMap((kind) =>
    named.filter((account) => account.kind === kind).map(({ name }) => name),
  );
  return { ...profile.open(app.sealer), payoutAccounts };
}

export function bankCardOf(account: PayoutAccount): BankCard {
  const { accountId, ownerName, mark, whyNotPaid, heldHours, isDefault } = account;
  return {
    accountId,
    cardType: 'bank',
    cardNo: masked(account.last4),
    bankId: account.providerId,
    bankName: account.providerName,
    mark,
    ownerName,
    whyNotPaid,
    heldHours,
    isDefault,
  };
}

export function walletOf(account: PayoutAccount): Wallet {
  const { accountId, mark, whyNotPaid, heldHours, isDefault } = account;
  return {
    accountId,
    walletId: account.providerId,
    walletName: account.providerName,
    mark,
    accountName: account.ownerName,
    phoneMasked: masked(account.last4),
    whyNotPaid,
    heldHours,
    isDefault,
  };
}
