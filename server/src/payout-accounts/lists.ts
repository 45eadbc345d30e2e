// What may be picked, and what has been added.
import type { DataOf } from '@sandali/contract/call.ts';
import type { bankcardList, bankList, walletList, walletType } from '@sandali/contract/payoutAccounts.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { allAccounts } from './accounts.ts';
import { providersOf, railsNow } from './provider.ts';
import { isPaid } from './rails.ts';
import type { AccountKind } from './store.ts';
import { bankCardOf, walletOf } from './view.ts';

export async function listBanks(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof bankList>> {
  return { banks: (await offered(ctx, read, 'bank')).map(({ id, ...bank }) => ({ bankId: id, ...bank })) };
}

export async function listWallets(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof walletType>> {
  return { wallets: (await offered(ctx, read, 'wallet')).map(({ id, ...wallet }) => ({ walletId: id, ...wallet })) };
}

async function offered({ app }: BorrowerCtx, read: Read, kind: AccountKind) {
  const { railsOf } = await railsNow(app, read);
  return providersOf(kind).map((one) => ({ id: one.id, name: one.name, mark: one.mark, canBePaid: isPaid(railsOf(kind, one)) }));
}

export async function myBankCards(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof bankcardList>> {
  return { cards: (await allAccounts(ctx, read, ctx.who.borrowerId, ['bank'])).map(bankCardOf) };
}

export async function myWallets(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof walletList>> {
  return { wallets: (await allAccounts(ctx, read, ctx.who.borrowerId, ['wallet'])).map(walletOf) };
}
