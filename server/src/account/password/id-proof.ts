// The last four of an ID number as proof that a phone number has not passed to somebody else: an
// unknown device needs it besides the right code.
import type { logonRegister } from '@sandali/contract/account.ts';
import type { resetPassword } from '@sandali/contract/newPassword.ts';
import { type GivenCode, prolongCode } from '#/account/code/code.ts';
import { acceptPasskey, type CheckedPasskey } from '#/account/passkey/proof.ts';
import { idDigitsRateLimit } from '#/account/rules.ts';
import type { Ctx } from '#/context/ctx.ts';
import { consumeRateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import type { Tx } from '#/db/database.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';

type Asking = typeof logonRegister | typeof resetPassword;

/**
 * Refuses a call unless the last four of the account's ID number, or a passkey of it, came with its
 * right code; false where the account has none to ask for. Every try takes one of five a day, and a
 * right one gives it back. The borrower must be locked.
 */
export async function proveByIdNumber(
  ctx: Ctx,
  tx: Tx,
  call: Asking,
  borrowerId: string,
  given: GivenCode & { idLast4?: string | undefined },
  passkey: CheckedPasskey | null,
): Promise<boolean> {
  const idNumber = await ctx.app.ports.account.idNumberOf(ctx.app, tx, borrowerId);
  if (idNumber === null) return false;
  if (passkey) {
    if (await acceptPasskey(ctx, tx, { purpose: 'newDevice', borrowerId }, passkey)) return true;
    await prolongCode(tx, given);
    refuseButKeep(call, 'passkeyWrong');
  }
  // What was written is rolled back: the right code is still good, and now the client knows what to
  // ask for.
  if (given.idLast4 === undefined) return refuse(call, 'idDigitsNeeded');
  const rateLimit = idDigitsRateLimit(borrowerId);
  if (!(await consumeRateLimit(tx, rateLimit, ctx.wall))) refuse(call, 'idDigitsSpent');
  if (given.idLast4 !== idNumber.slice(-4)) {
    await prolongCode(tx, given);
    refuseButKeep(call, 'idDigitsWrong');
  }
  await releaseRateLimit(tx, rateLimit, ctx.wall);
  return true;
}
