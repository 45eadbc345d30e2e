// Adding an e-wallet: its account is a mobile number, and its account name must be the borrower's.
import type { RequestOf } from '@sandali/contract/call.ts';
import { walletAdd } from '@sandali/contract/payee.ts';
import { hoursNewAccountsAreHeld, lockInSession } from '#/account/account.ts';
import { knownName } from '#/credit/credit.ts';
import type { Tx } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { refuse } from '#/kit/refuse.ts';
import { type Kept, keepAccount } from './keep.ts';
import { providerById } from './provider.ts';
import { isSameName } from './rules.ts';

/** Adds the wallet. */
export async function addWallet(ctx: BorrowerCtx, tx: Tx, input: RequestOf<typeof walletAdd>): Promise<Kept> {
  const { house, who } = ctx;
  await lockInSession(tx, who, ctx.wall);
  const name = (await knownName(house, tx, who.borrowerId)) ?? refuse(walletAdd, 'nameNotKnownYet');
  const hours = await hoursNewAccountsAreHeld(tx, who.borrowerId, ctx.now);
  if (hours > 0) refuse(walletAdd, 'newAccountsHeld', { hours });
  if (!providerById('wallet', input.walletId, house.config.isSandbox)) refuse(walletAdd, 'walletUnknown');
  if (!isSameName(input.accountName, name)) refuse(walletAdd, 'ownerNameDiffers');
  const kept = await keepAccount(ctx, tx, {
    kind: 'wallet',
    providerId: input.walletId,
    ownerName: input.accountName,
    // As wallets are addressed at home: 0917…, digits only.
    number: `0${input.phone.slice('+63'.length)}`,
    phone: input.phone,
  });
  return typeof kept === 'string' ? refuse(walletAdd, kept) : kept;
}
