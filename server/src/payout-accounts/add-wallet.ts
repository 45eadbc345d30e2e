// Adding an e-wallet: its account is a mobile number, and its account name must be the borrower's.
import type { RequestOf } from '@sandali/contract/call.ts';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { type FreshProof, hoursNewAccountsAreHeld, needFreshProof, prepareFreshProof } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { knownName } from '#/credit/credit.ts';
import type { Read, Tx } from '#/db/database.ts';
import { refuse } from '#/platform/refuse.ts';
import { type Kept, keepAccount, type Ready } from './keep.ts';
import { providerById } from './provider.ts';
import { isSameName } from './rules.ts';

type Input = RequestOf<typeof walletAdd>;
type Prepared = Ready & { proof: FreshProof };

/** Compares the password where one is needed, which is slow, before the transaction begins. */
export async function prepareWallet(ctx: BorrowerCtx, read: Read, { password }: Input): Promise<Prepared> {
  const { telephone } = await ctx.app.settings.all();
  return { proof: await prepareFreshProof(ctx, read, password), telephone };
}

/** Adds the wallet; the proof comes after everything that can be told without it. */
export async function addWallet(ctx: BorrowerCtx, tx: Tx, input: Input, prepared: Prepared): Promise<Kept> {
  const { app, who } = ctx;
  const name = (await knownName(app, tx, who.borrowerId)) ?? refuse(walletAdd, 'nameNotKnownYet');
  const hours = await hoursNewAccountsAreHeld(tx, who.borrowerId, ctx.now);
  if (hours > 0) refuse(walletAdd, 'newAccountsHeld', { hours });
  if (!providerById('wallet', input.walletId)) refuse(walletAdd, 'walletUnknown');
  if (!isSameName(input.accountName, name)) refuse(walletAdd, 'ownerNameDiffers');
  await needFreshProof(ctx, tx, walletAdd, prepared.proof);
  const { walletId: providerId, accountName: ownerName, phone } = input;
  // As wallets are addressed at home: 0917…, digits only.
  const number = `0${phone.slice('+63'.length)}`;
  const kept = await keepAccount(ctx, tx, { kind: 'wallet', providerId, ownerName, number, phone, isProven: true }, prepared);
  return typeof kept === 'string' ? refuse(walletAdd, kept) : kept;
}
