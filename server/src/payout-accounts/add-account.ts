// Adds a bank account or an e-wallet in the borrower's own name. A bank account requires a code
// sent to the borrower's number, a passkey signature over the account number, or the password while
// codes are off.
import type { RequestOf } from '@sandali/contract/call.ts';
import { bankcardAdd, walletAdd } from '@sandali/contract/payoutAccounts.ts';
import {
  type FreshProof,
  needFreshProof,
  newAccountHoldHoursLeft,
  type PreparedBankProof,
  prepareBankProof,
  prepareFreshProof,
  useBankProof,
} from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { knownName } from '#/credit/credit.ts';
import type { Db, Tx } from '#/db/database.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import { providerById } from './provider.ts';
import { isAccountNumber, isSameName } from './rules.ts';
import { type Kept, type Ready, storeAccount } from './store-account.ts';

type Input = RequestOf<typeof bankcardAdd>;

type Prepared = Ready & { proof: PreparedBankProof };

/** Prepares the proof. Runs before the transaction because the comparison is slow. */
export async function prepareProof(ctx: BorrowerCtx, read: Db, input: Input): Promise<Prepared> {
  const { telephone } = await ctx.app.settings.all();
  return { proof: await prepareBankProof(ctx, read, input), telephone };
}

/** Adds the bank account. Checks the proof last, so a typing mistake does not use up a code. */
export async function addBankCard(
  ctx: BorrowerCtx,
  tx: Tx,
  input: Input,
  prepared: Prepared,
): Promise<Kept> {
  const { app, who } = ctx;
  const name = (await knownName(app, tx, who.borrowerId)) ?? refuse(bankcardAdd, 'nameNotKnownYet');
  const hours = await newAccountHoldHoursLeft(tx, who.borrowerId, ctx.now);
  if (hours > 0) refuse(bankcardAdd, 'newAccountsHeld', { hours });
  if (!providerById('bank', input.bankId)) refuse(bankcardAdd, 'bankUnknown');
  if (!isAccountNumber(input.accountNumber)) refuse(bankcardAdd, 'accountNumberInvalid');
  if (!isSameName(input.ownerName, name)) refuse(bankcardAdd, 'ownerNameDiffers');
  const refusal = await useBankProof(ctx, tx, input, prepared.proof);
  if (refusal?.isKept) refuseButKeep(bankcardAdd, refusal.code);
  if (refusal) refuse(bankcardAdd, refusal.code);
  const { bankId: providerId, ownerName, accountNumber: number, phone } = input;
  const isProven = ctx.who.provenAt !== null || input.proof.by !== 'code';
  const account = { kind: 'bank', providerId, ownerName, number, phone, isProven } as const;
  const stored = await storeAccount(ctx, tx, account, prepared);
  return typeof stored === 'string' ? refuse(bankcardAdd, stored) : stored;
}

type WalletInput = RequestOf<typeof walletAdd>;
type PreparedWallet = Ready & { proof: FreshProof };

/**
 * Compares the password if one is required. Runs before the transaction because the comparison is
 * slow.
 */
export async function prepareWallet(
  ctx: BorrowerCtx,
  read: Db,
  { password }: WalletInput,
): Promise<PreparedWallet> {
  const { telephone } = await ctx.app.settings.all();
  return { proof: await prepareFreshProof(ctx, read, password), telephone };
}

/**
 * Adds the wallet. Checks the proof last, so a typing mistake does not use up a password attempt.
 */
export async function addWallet(
  ctx: BorrowerCtx,
  tx: Tx,
  input: WalletInput,
  prepared: PreparedWallet,
): Promise<Kept> {
  const { app, who } = ctx;
  const name = (await knownName(app, tx, who.borrowerId)) ?? refuse(walletAdd, 'nameNotKnownYet');
  const hours = await newAccountHoldHoursLeft(tx, who.borrowerId, ctx.now);
  if (hours > 0) refuse(walletAdd, 'newAccountsHeld', { hours });
  if (!providerById('wallet', input.walletId)) refuse(walletAdd, 'walletUnknown');
  if (!isSameName(input.accountName, name)) refuse(walletAdd, 'ownerNameDiffers');
  await needFreshProof(ctx, tx, walletAdd, prepared.proof);
  const { walletId: providerId, accountName: ownerName, phone } = input;
  // The gateway addresses wallets by the national form of the number: 0917…, digits only.
  const number = `0${phone.slice('+63'.length)}`;
  const stored = await storeAccount(
    ctx,
    tx,
    { kind: 'wallet', providerId, ownerName, number, phone, isProven: true },
    prepared,
  );
  return typeof stored === 'string' ? refuse(walletAdd, stored) : stored;
}
