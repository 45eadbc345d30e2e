// Sets the first password of an account that was opened with a code.

import type { RequestOf } from '@sandali/contract/call.ts';
import { setPassword as setPasswordCall } from '@sandali/contract/newPassword.ts';
import { recipientOf } from '#/account/person.ts';
import { isTooCommon } from '#/account/rules.ts';
import { findBorrower, setFirstPassword } from '#/account/store.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { hashPassword } from '#/platform/password.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { hasFreshProof } from './fresh-proof.ts';

type Input = RequestOf<typeof setPasswordCall>;
type Prepared = { passwordHash: string; telephone: string };

/** Before the transaction begins, checks and hashes the password, which is slow. */
export async function prepareSetPassword(
  ctx: BorrowerCtx,
  read: Read,
  input: Input,
): Promise<Prepared> {
  const borrower = await findBorrower(read, ctx.who.borrowerId);
  invariant(borrower, 'the session has no borrower');
  if (!hasFreshProof(ctx)) refuse(setPasswordCall, 'proofTooOld');
  if (isTooCommon(input.password, ctx.app.sealer.open('phone', borrower.id, borrower.phone_sealed)))
    refuse(setPasswordCall, 'passwordTooCommon');
  if (borrower.password_hash !== null) refuse(setPasswordCall, 'passwordAlreadySet');
  const { telephone } = await ctx.app.settings.all();
  return {
    passwordHash: await hashPassword(input.password, ctx.app.config.passwordCost, {
      lane: 'session',
      key: borrower.id,
    }),
    telephone,
  };
}

/**
 * Sets the first password; only one of two concurrent calls succeeds. Notifies the number, because
 * the password now proves identity.
 */
export async function setPassword(
  ctx: BorrowerCtx,
  tx: Tx,
  _input: Input,
  { passwordHash, telephone }: Prepared,
): Promise<Done> {
  const { borrowerId } = ctx.who;
  if (!(await setFirstPassword(tx, borrowerId, passwordHash)))
    refuse(setPasswordCall, 'passwordAlreadySet');
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'passwordChanged',
    { telephone },
  );
  return { ids: {} };
}
