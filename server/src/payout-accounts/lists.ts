// The banks and wallets that may be picked, and a borrower's accounts: of a number four digits are shown, never more.
import type { DataOf } from '@sandali/contract/call.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { BankCard, bankcardList, bankList, Wallet, walletList, walletType } from '@sandali/contract/payoutAccounts.ts';
import { phoneOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { type accountListParts, bothKinds, listed, type PayoutAccount } from './accounts.ts';
import { channelOfKind, providerById, providersOf, railsNow } from './provider.ts';
import { isPaid } from './rails.ts';
import { masked } from './rules.ts';
import { type AccountKind, accountsOf } from './store.ts';

export async function listBanks(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof bankList>> {
  return { banks: (await offered(ctx, read, 'bank')).map(({ id, ...bank }) => ({ bankId: id, ...bank })), feeCentavos: feeOf(ctx, 'bank') };
}

export async function listWallets(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof walletType>> {
  return {
    wallets: (await offered(ctx, read, 'wallet')).map(({ id, ...wallet }) => ({ walletId: id, ...wallet })),
    ownPhone: await phoneOf(read, ctx.app.sealer, ctx.who.borrowerId),
    feeCentavos: feeOf(ctx, 'wallet'),
  };
}

function feeOf({ app }: BorrowerCtx, kind: AccountKind): Centavos | null {
  return app.catalogue.payoutChannels.find((one) => one.channel === channelOfKind[kind])?.feeCentavos ?? null;
}

async function offered({ app }: BorrowerCtx, read: Read, kind: AccountKind) {
  const { railsOf } = await railsNow(app, read);
  return providersOf(kind).map((one) => ({ id: one.id, name: one.name, mark: one.mark, canBePaid: isPaid(railsOf(kind, one)) }));
}

type ReadOfLists = FactsOf<typeof accountListParts>;

export async function myBankCards({ app }: BorrowerCtx, read: ReadOfLists): Promise<DataOf<typeof bankcardList>> {
  return { cards: (await listed(app, read, ['bank'])).map(bankCardOf) };
}

export async function myWallets({ app }: BorrowerCtx, read: ReadOfLists): Promise<DataOf<typeof walletList>> {
  return { wallets: (await listed(app, read, ['wallet'])).map(walletOf) };
}

/** Short names of a borrower's accounts, banks first and of each kind the default first: 'BDO', 'GCash'. */
export async function namesOfAccounts(read: Read, borrowerId: string): Promise<string[]> {
  const rows = await accountsOf(read, borrowerId, bothKinds);
  const named = rows.flatMap((row) => {
    const provider = providerById(row.kind as AccountKind, row.provider_id);
    return provider ? [{ kind: row.kind, name: row.kind === 'bank' ? provider.mark : provider.name }] : [];
  });
  return bothKinds.flatMap((kind) => named.filter((one) => one.kind === kind).map((one) => one.name));
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
