// Changes the password of a logged-in borrower who knows the current one.

import type { RequestOf } from '@sandali/contract/call.ts';
import { changePassword as changeCall } from '@sandali/contract/newPassword.ts';
import { endOtherSessions } from '#/account/login/session.ts';
import { recipientOf } from '#/account/person.ts';
import { isTooCommon } from '#/account/rules.ts';
import { findBorrower, replacePassword } from '#/account/store.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Db, Tx } from '#/db/database.ts';
import { hashPassword } from '#/platform/password.ts';
import { invariant, refuse, refuseButKeep } from '#/platform/refuse.ts';
import { checkPassword } from './fresh-proof.ts';

type Input = RequestOf<typeof changeCall>;
/** `compared` is the stored hash against which the current password was checked. */
type Prepared = {
  isRight: boolean;
  compared: string | null;
  passwordHash: string;
  telephone: string;
};

/**
 * Checks the current password and hashes the new one before the transaction, because this is slow.
 */
export async function prepareChangePassword(
  ctx: BorrowerCtx,
  read: Db,
  input: Input,
): Promise<Prepared> {
  const borrower = await findBorrower(read, ctx.who.borrowerId);
  invariant(borrower, 'the session has no borrower');
  if (isTooCommon(input.password, ctx.app.sealer.open('phone', borrower.id, borrower.phone_sealed)))
    refuse(changeCall, 'passwordTooCommon');
  const compared = borrower.password_hash;
  const { telephone } = await ctx.app.settings.all();
  const isRight = await checkPassword(ctx, read, input.oldPassword, compared);
  return {
    isRight,
    compared,
    passwordHash: isRight
      ? await hashPassword(input.password, ctx.app.config.passwordCost, {
          lane: 'session',
          key: borrower.id,
        })
      : '',
    telephone,
  };
}

/** Sets the password, ends every other session and notifies the borrower. */
export async function changePassword(
  ctx: BorrowerCtx,
  tx: Tx,
  input: Input,
  prepared: Prepared,
): Promise<Done> {
  const { borrowerId } = ctx.who;
  if (!prepared.isRight) refuseButKeep(changeCall, 'passwordWrong');
  if (input.password === input.oldPassword) refuse(changeCall, 'passwordSame');
  // A password reset has replaced the password since the comparison.
  if (!(await replacePassword(tx, borrowerId, prepared.compared, prepared.passwordHash)))
    refuse(changeCall, 'passwordWrong');
  const [, recipient] = await Promise.all([
    endOtherSessions(tx, ctx.who, ctx.wall),
    recipientOf(ctx.app, tx, borrowerId),
  ]);
  await ctx.app.notices.notify(ctx, tx, recipient, 'passwordChanged', {
    telephone: prepared.telephone,
  });
  return { ids: {} };
}
