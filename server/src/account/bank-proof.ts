// Proves that a bank account's owner adds it: by a code sent to the borrower's number, a passkey
// signature over the account number, or the password while codes are off.
import type { RequestOf } from '@sandali/contract/call.ts';
import type { bankcardAdd } from '@sandali/contract/payoutAccounts.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Db, Tx } from '#/db/database.ts';
import { checkCode } from './code/code.ts';
import { acceptPasskey, type CheckedPasskey, checkPasskey } from './passkey/proof.ts';
import { checkPassword } from './password/fresh-proof.ts';

type Input = Pick<RequestOf<typeof bankcardAdd>, 'proof' | 'accountNumber'>;
export type PreparedBankProof = {
  areCodesOn: boolean;
  isPasswordRight: boolean;
  passkey: CheckedPasskey | null;
};

/**
 * Checks the passkey, or compares the password if codes are switched off. Runs before the
 * transaction because the comparison is slow.
 */
export async function prepareBankProof(
  ctx: BorrowerCtx,
  read: Db,
  { proof }: Pick<Input, 'proof'>,
): Promise<PreparedBankProof> {
  const { smsSwitch: areCodesOn } = await ctx.app.settings.all();
  const isPasswordRight =
    proof.by === 'password' && !areCodesOn && (await checkPassword(ctx, read, proof.password));
  const passkey =
    proof.by === 'passkey' ? await checkPasskey(ctx, read, 'bankAccount', proof) : null;
  return { areCodesOn, isPasswordRight, passkey };
}

type Refusal = { code: 'passkeyWrong' | 'codeWrong' | 'passwordWrong'; isKept: boolean };

/**
 * Uses up the code or challenge, and returns why the proof is refused, or null. The caller must
 * commit a refusal with `isKept`.
 */
export async function useBankProof(
  ctx: BorrowerCtx,
  tx: Tx,
  { proof, accountNumber }: Input,
  prepared: PreparedBankProof,
): Promise<Refusal | null> {
  if (proof.by === 'passkey') {
    const of = {
      purpose: 'bankAccount',
      borrowerId: ctx.who.borrowerId,
      about: accountNumber,
    } as const;
    const isRight =
      prepared.passkey !== null && (await acceptPasskey(ctx, tx, of, prepared.passkey));
    return isRight ? null : { code: 'passkeyWrong', isKept: true };
  }
  // The code was sent to the borrower's own number, whatever number the form contains. Therefore a
  // stolen session cannot send the code to another phone.
  if (proof.by === 'code')
    return (await checkCode(ctx, tx, 'bankAccount', proof))
      ? null
      : { code: 'codeWrong', isKept: true };
  if (prepared.areCodesOn) return { code: 'codeWrong', isKept: false };
  return prepared.isPasswordRight ? null : { code: 'passwordWrong', isKept: true };
}
