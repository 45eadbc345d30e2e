// Removes an account, or makes it the default of its kind.
import type { RequestOf } from '@sandali/contract/call.ts';
import {
  bankcardDelete,
  payeeDefault,
  type walletDelete,
} from '@sandali/contract/payoutAccounts.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Tx } from '#/db/database.ts';
import { refuse } from '#/platform/refuse.ts';
import {
  type AccountKind,
  checkMoneyComing,
  chooseFirst,
  chooseNewest,
  findAccount,
  removeAccount,
} from './store.ts';

/**
 * Removes an account of this kind. Its row is retained, because the loans that were paid to it
 * refer to it. Locks the borrower, so no application can choose the account in the meantime.
 */
export async function removeOfKind(
  ctx: BorrowerCtx,
  tx: Tx,
  kind: AccountKind,
  { accountId }: RequestOf<typeof bankcardDelete | typeof walletDelete>,
): Promise<Done> {
  const { who } = ctx;
  const account = await findAccount(tx, who.borrowerId, accountId);
  if (account?.kind !== kind) refuse(bankcardDelete, 'payoutAccountUnknown');
  if (await checkMoneyComing(tx, who.borrowerId, accountId))
    refuse(bankcardDelete, 'payoutAccountAwaited');
  await removeAccount(tx, accountId, ctx.now);
  if (account.is_default) await chooseNewest(tx, who.borrowerId, kind);
  return { ids: {} };
}

export async function makeFirst(
  ctx: BorrowerCtx,
  tx: Tx,
  { accountId }: RequestOf<typeof payeeDefault>,
): Promise<Done> {
  const { who } = ctx;
  const account =
    (await findAccount(tx, who.borrowerId, accountId)) ??
    refuse(payeeDefault, 'payoutAccountUnknown');
  await chooseFirst(tx, account);
  return { ids: {} };
}
