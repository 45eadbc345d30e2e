// The last four digits of an ID number as proof that a phone number has not passed to another
// person. On an unknown device, a login or reset needs them in addition to a correct code.
import type { logonRegister } from '@sandali/contract/account.ts';
import type { resetPassword } from '@sandali/contract/newPassword.ts';
import { type EnteredCode, prolongCode } from '#/account/code/code.ts';
import { acceptPasskey, type CheckedPasskey } from '#/account/passkey/proof.ts';
import { idDigitsRateLimit } from '#/account/rules.ts';
import type { Ctx } from '#/context/ctx.ts';
import { consumeRateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import type { Tx } from '#/db/database.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';

type Asking = typeof logonRegister | typeof resetPassword;

/**
 * Refuses a correct code if neither the account's ID digits nor a passkey come with it. Allows five
 * wrong attempts a day. Lock the borrower first.
 * @returns false if the account has no ID number.
 */
export async function proveByIdNumber(
  ctx: Ctx,
  tx: Tx,
  call: Asking,
  borrowerId: string,
  answer: EnteredCode & { idLast4?: string | undefined },
  passkey: CheckedPasskey | null,
): Promise<boolean> {
  const idNumber = await ctx.app.ports.account.idNumberOf(ctx.app, tx, borrowerId);
  if (idNumber === null) return false;
  if (passkey) {
    if (await acceptPasskey(ctx, tx, { purpose: 'newDevice', borrowerId }, passkey)) return true;
    await prolongCode(tx, answer);
    refuseButKeep(call, 'passkeyWrong');
  }
  // The refusal rolls back all writes, so the code stays valid for a call that includes the digits.
  if (answer.idLast4 === undefined) return refuse(call, 'idDigitsNeeded');
  const rateLimit = idDigitsRateLimit(borrowerId);
  if (!(await consumeRateLimit(tx, rateLimit, ctx.wall))) refuse(call, 'idDigitsSpent');
  if (answer.idLast4 !== idNumber.slice(-4)) {
    await prolongCode(tx, answer);
    refuseButKeep(call, 'idDigitsWrong');
  }
  await releaseRateLimit(tx, rateLimit, ctx.wall);
  return true;
}
