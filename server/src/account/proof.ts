// The password as proof of somebody who is logged in: compared outside the transaction, counted inside it.
import type { Read, Tx } from '#/db/database.ts';
import { giveBackToBudget, takeFromBudget } from '#/kit/budget.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { isPassword } from '#/kit/password.ts';
import { isFreshProof, proofBudget } from './rules.ts';
import { setProven } from './session.store.ts';
import { findBorrower } from './store.ts';

/**
 * Compares a password with the borrower's own. It is slow: call it in `before`, and hand its result to acceptPassword.
 * @throws Refused systemBusy when too many passwords wait to be compared.
 */
export async function checkPassword(ctx: BorrowerCtx, read: Read, password: string): Promise<boolean> {
  const borrower = await findBorrower(read, ctx.who.borrowerId);
  return await isPassword(password, borrower?.password_hash ?? null);
}

/**
 * Whether a compared password counts as proof: it is right, and not more than ten were wrong this hour. A wrong one is counted, so a caller
 * who refuses because of it must keep that (refuseButKeep).
 */
export async function acceptPassword(ctx: BorrowerCtx, tx: Tx, isRight: boolean): Promise<boolean> {
  const budget = proofBudget(ctx.who.borrowerId);
  if (!(await takeFromBudget(tx, budget, ctx.wall))) return false;
  if (isRight) await giveBackToBudget(tx, budget, ctx.wall);
  return isRight;
}

/** Whether the last proof of this session is recent enough for what asks for one again. */
export function isProofFresh({ who, wall }: Pick<BorrowerCtx, 'who' | 'wall'>): boolean {
  return isFreshProof(who.provenAt, wall);
}

/** What checkProof found: nothing to compare, or whether the password is right. */
export type Proof = 'fresh' | 'missing' | 'right' | 'wrong';

/** Compares the password where the last proof is too old and one was given. It is slow: call it in `before`. */
export async function checkProof(ctx: BorrowerCtx, read: Read, password: string | undefined): Promise<Proof> {
  if (isProofFresh(ctx)) return 'fresh';
  if (password === undefined) return 'missing';
  return (await checkPassword(ctx, read, password)) ? 'right' : 'wrong';
}

/** Null where the proof counts, else the refusal. A wrong password is counted, so refuse it with refuseButKeep. */
export async function whyNoProof(ctx: BorrowerCtx, tx: Tx, proof: Proof): Promise<'proofNeeded' | 'passwordWrong' | null> {
  if (proof === 'fresh') return null;
  if (proof === 'missing') return 'proofNeeded';
  if (!(await acceptPassword(ctx, tx, proof === 'right'))) return 'passwordWrong';
  await setProven(tx, ctx.who.tokenHash, ctx.wall);
  return null;
}
