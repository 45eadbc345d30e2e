import type { MobileNumber } from '@sandali/contract/phone.ts';
import { newAccountsHoldHours, recipientOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Tx } from '#/db/database.ts';
import { newIdFor } from '#/platform/random.ts';
import { accountsLimit, addedADayLimit } from './rules.ts';
import { type AccountKind, accountsOf, countAddedSince, insertAccount } from './store.ts';

export type Kept = Done<{ accountId: string }>;
/**
 * A bank account or wallet to be stored. `isProven` is false if a borrower who has a password or
 * passkey proved the addition only by codes. Such an account is held for a day.
 */
type NewAccount = {
  kind: AccountKind;
  providerId: string;
  ownerName: string;
  number: string;
  phone: MobileNumber;
  isProven: boolean;
};
/** The telephone number of customer service, read from the settings before the transaction. */
export type Ready = { telephone: string };

/**
 * Stores an account, or returns the refusal. The first account of a kind becomes its default.
 * Notifies the borrower at any hour. Lock the borrower first, because concurrent calls share the
 * limits.
 */
export async function storeAccount(
  ctx: BorrowerCtx,
  tx: Tx,
  account: NewAccount,
  { telephone }: Ready,
): Promise<Kept | 'accountAlreadyAdded' | 'accountLimitReached' | 'accountsAddedOften'> {
  const { sealer } = ctx.app;
  const { borrowerId } = ctx.who;
  const numberHash = sealer.hash('accountNumber', account.number);
  const others = await accountsOf(tx, borrowerId, ['bank', 'wallet']);
  const isSame = (row: (typeof others)[number]) =>
    row.provider_id === account.providerId && row.number_hash.equals(numberHash);
  if (others.some(isSame)) return 'accountAlreadyAdded';
  if (others.length >= accountsLimit) return 'accountLimitReached';
  if ((await countAddedSince(tx, borrowerId, ctx.now.subtract({ hours: 24 }))) >= addedADayLimit)
    return 'accountsAddedOften';
  const accountId = newIdFor(borrowerId, ctx.now);
  await insertAccount(tx, {
    id: accountId,
    borrower_id: borrowerId,
    kind: account.kind,
    provider_id: account.providerId,
    owner_name_sealed: sealer.seal('ownerName', accountId, account.ownerName),
    number_sealed: sealer.seal('accountNumber', accountId, account.number),
    number_hash: numberHash,
    last4: account.number.slice(-4),
    phone_sealed: sealer.seal('account phone', accountId, account.phone),
    is_default: !others.some((row) => row.kind === account.kind),
    added_at: ctx.now,
    held_until: account.isProven ? null : ctx.now.add({ hours: newAccountsHoldHours }),
  });
  const last4 = account.number.slice(-4);
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId, account.kind),
    'payoutAccountAdded',
    { last4, telephone },
  );
  return { ids: { accountId } };
}
