// The calls of the payout-account slice, including /user/info, which lists the names of the
// borrower's accounts.
import { userInfo } from '@sandali/contract/account.ts';
import {
  bankcardAdd,
  bankcardDelete,
  bankcardList,
  bankList,
  payeeDefault,
  walletAdd,
  walletDelete,
  walletList,
  walletType,
} from '@sandali/contract/payoutAccounts.ts';
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import type { Read } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import { accountListParts, oneAccount } from './accounts.ts';
import { addBankCard, addWallet, prepareProof, prepareWallet } from './add-account.ts';
import {
  bankCardOf,
  bankListParts,
  listBanks,
  listWallets,
  myBankCards,
  myWallets,
  userInfoOf,
  userInfoParts,
  walletOf,
  walletTypeParts,
} from './lists.ts';
import { makeFirst, removeOfKind } from './remove.ts';

const ofGateway = ({ app }: WorkCtx) => ({ gateway: app.bank.name });

export const payoutAccountCalls: Served[] = [
  serveRead(userInfo, { parts: userInfoParts, params: () => ({}), answer: userInfoOf }),
  serveRead(bankList, { parts: bankListParts, params: ofGateway, answer: listBanks }),
  serveRead(bankcardList, { parts: accountListParts, params: ofGateway, answer: myBankCards }),
  serveWrite(bankcardAdd, {
    before: prepareProof,
    run: addBankCard,
    show: async (ctx, read, ids: { accountId: string }) => ({
      card: bankCardOf(await added(ctx, read, ids)),
    }),
  }),
  serveRead(walletType, { parts: walletTypeParts, params: ofGateway, answer: listWallets }),
  serveRead(walletList, { parts: accountListParts, params: ofGateway, answer: myWallets }),
  serveWrite(walletAdd, {
    before: prepareWallet,
    sameBy: ({ password, ...wallet }) => wallet,
    run: addWallet,
    show: async (ctx, read, ids: { accountId: string }) => ({
      wallet: walletOf(await added(ctx, read, ids)),
    }),
  }),
  serveWrite(bankcardDelete, {
    run: (ctx, tx, input) => removeOfKind(ctx, tx, 'bank', input),
    show: async () => ({}),
  }),
  serveWrite(walletDelete, {
    run: (ctx, tx, input) => removeOfKind(ctx, tx, 'wallet', input),
    show: async () => ({}),
  }),
  serveWrite(payeeDefault, { run: makeFirst, show: async () => ({}) }),
];

async function added(ctx: BorrowerCtx, read: Read, { accountId }: { accountId: string }) {
  const account = await oneAccount(ctx, read, ctx.who.borrowerId, accountId);
  invariant(account, 'the added account does not exist');
  return account;
}
