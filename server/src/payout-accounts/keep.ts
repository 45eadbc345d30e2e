// Keeping a new account, alike for banks and wallets.
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { newAccountsHoldHours, recipientOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import type { Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { accountsLimit, addedADayLimit } from './rules.ts';
import { type AccountKind, accountsOf, countAddedSince, insertAccount } from './store.ts';

export type Kept = Done<{ accountId: string }>;
/**
 * `isProven` is false where nothing but codes, to enter and to add, says who adds it, though a
 * password or passkey exists: no money goes there for a day.
 */
type Asked = {
  kind: AccountKind;
  providerId: string;
  ownerName: string;
  number: string;
  phone: MobileNumber;
  isProven: boolean;
};
/** The telephone number of customer service from the settings, read before the transaction. */
export type Ready = { telephone: string };

/**
 * Keeps an account, or says why not. The borrower must be locked, so that two at once neither add
 * the same nor pass the limit. The first of a kind is its default. The borrower is notified at any
 * hour: money may go there from now on.
 */
export async function keepAccount(
  ctx: BorrowerCtx,
  tx: Tx,
  asked: Asked,
  { telephone }: Ready,
): Promise<Kept | 'accountAlreadyAdded' | 'accountLimitReached' | 'accountsAddedOften'> {
  const { sealer } = ctx.app;
  const { borrowerId } = ctx.who;
  const numberHash = sealer.hash('accountNumber', asked.number);
  const others = await accountsOf(tx, borrowerId, ['bank', 'wallet']);
  if (
    others.some((row) => row.provider_id === asked.providerId && row.number_hash.equals(numberHash))
  )
    return 'accountAlreadyAdded';
  if (others.length >= accountsLimit) return 'accountLimitReached';
  if ((await countAddedSince(tx, borrowerId, ctx.now.subtract({ hours: 24 }))) >= addedADayLimit)
    return 'accountsAddedOften';
  const accountId = newId(ctx.now);
  await insertAccount(tx, {
    id: accountId,
    borrower_id: borrowerId,
    kind: asked.kind,
    provider_id: asked.providerId,
    owner_name_sealed: sealer.seal('ownerName', accountId, asked.ownerName),
    number_sealed: sealer.seal('accountNumber', accountId, asked.number),
    number_hash: numberHash,
    last4: asked.number.slice(-4),
    phone_sealed: sealer.seal('account phone', accountId, asked.phone),
    is_default: !others.some((row) => row.kind === asked.kind),
    added_at: ctx.now,
    held_until: asked.isProven ? null : ctx.now.add({ hours: newAccountsHoldHours }),
  });
  const last4 = asked.number.slice(-4);
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId, asked.kind),
    'payoutAccountAdded',
    { last4, telephone },
  );
  return { ids: { accountId } };
}
