// What may be picked, and what has been added.
import type { DataOf } from '@sandali/contract/call.ts';
import type { bankcardList, bankList, walletList, walletType } from '@sandali/contract/payee.ts';
import type { Read } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { allAccounts } from './accounts.ts';
import { providersOf } from './provider.ts';
import { bankCardOf, walletOf } from './view.ts';

export async function listBanks(ctx: BorrowerCtx): Promise<DataOf<typeof bankList>> {
  const banks = providersOf('bank', ctx.house.config.isSandbox);
  return { banks: banks.map(({ id, name, mark, bankCode }) => ({ bankId: id, name, mark, canBePaid: bankCode !== null })) };
}

export async function listWallets(ctx: BorrowerCtx): Promise<DataOf<typeof walletType>> {
  const wallets = providersOf('wallet', ctx.house.config.isSandbox);
  return { wallets: wallets.map(({ id, name, mark, bankCode }) => ({ walletId: id, name, mark, canBePaid: bankCode !== null })) };
}

export async function myBankCards(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof bankcardList>> {
  return { cards: (await allAccounts(ctx, read, ctx.who.borrowerId, ['bank'])).map(bankCardOf) };
}

export async function myWallets(ctx: BorrowerCtx, read: Read): Promise<DataOf<typeof walletList>> {
  return { wallets: (await allAccounts(ctx, read, ctx.who.borrowerId, ['wallet'])).map(walletOf) };
}
