// Gives an account that was opened by a code its first password.
import { setPassword as setPasswordCall } from '@sandali/contract/account.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { hashPassword } from '#/kit/password.ts';
import { invariant, refuse } from '#/kit/refuse.ts';
import type { Done } from '#/kit/serve.ts';
import { isTooCommon } from './rules.ts';
import { findBorrower, setFirstPassword } from './store.ts';

type Input = RequestOf<typeof setPasswordCall>;

/** Judges and hashes the password, which is slow, before the transaction begins. */
export async function prepareSetPassword(ctx: BorrowerCtx, read: Read, input: Input): Promise<string> {
  const borrower = await findBorrower(read, ctx.who.borrowerId);
  invariant(borrower, 'a session belongs to nobody');
  if (isTooCommon(input.password, ctx.house.sealer.open('phone', borrower.phone_sealed))) refuse(setPasswordCall, 'passwordTooCommon');
  if (borrower.password_hash !== null) refuse(setPasswordCall, 'passwordAlreadySet');
  return await hashPassword(input.password);
}

/** Sets the first password; of two at once one wins. */
export async function setPassword(ctx: BorrowerCtx, tx: Tx, _input: Input, passwordHash: string): Promise<Done> {
  if (!(await setFirstPassword(tx, ctx.who.borrowerId, passwordHash))) refuse(setPasswordCall, 'passwordAlreadySet');
  return { ids: {} };
}
