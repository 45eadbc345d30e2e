// A proof of who somebody is that is not older than 15 minutes: what a borrower needs, besides a
// session, to take a loan, to say where money goes, to change what else proves who they are, to
// take their data along, and to delete their account.

import type { loanApply } from '@sandali/contract/loan.ts';
import type { passkeyBegin, passkeyRemove } from '@sandali/contract/passkey.ts';
import type { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import type { dataDelete, dataExport } from '@sandali/contract/privacy.ts';
import type { refundApply } from '@sandali/contract/refund.ts';
import type { CompiledQuery } from 'kysely';
import { setProven, setProvenInAll, setProvenStatement } from '#/account/login/session.store.ts';
import { isFreshProof, proofFreshMs, proofRateLimit } from '#/account/rules.ts';
import { findBorrower, findIdByPhone } from '#/account/store.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { matchesPassword } from '#/platform/password.ts';
import { invariant, refuse, refuseButKeep } from '#/platform/refuse.ts';

type Asking =
  | typeof walletAdd
  | typeof loanApply
  | typeof refundApply
  | typeof passkeyBegin
  | typeof passkeyRemove
  | typeof dataExport
  | typeof dataDelete;
/** Why the call cannot go on, and whether the password was right; null where none was sent. */
export type FreshProof = { isNeeded: boolean; hasPassword: boolean; isRight: boolean | null };

/** Whether the last proof of this session is recent enough. */
export function hasFreshProof({ who, wall }: Pick<BorrowerCtx, 'who' | 'wall'>): boolean {
  return isFreshProof(who.provenAt, wall);
}

type ProofOptions = { isAlways?: boolean };

/**
 * Compares the password, which is slow, before the transaction, where the last proof is too old;
 * with `isAlways` also where it is not, in an account that has a password.
 */
export async function prepareFreshProof(
  ctx: BorrowerCtx,
  read: Read,
  password: string | undefined,
  options: ProofOptions = {},
): Promise<FreshProof> {
  const borrower = await findBorrower(read, ctx.who.borrowerId);
  invariant(borrower, 'a session belongs to nobody');
  return await freshProofOf(ctx, borrower.password_hash !== null, password, options);
}

/** The same of somebody of whom was read whether they have a password. */
export async function freshProofOf(
  ctx: BorrowerCtx,
  hasPassword: boolean,
  password: string | undefined,
  { isAlways = false }: ProofOptions = {},
): Promise<FreshProof> {
  const isNeeded = (isAlways && hasPassword) || !hasFreshProof(ctx);
  if (!isNeeded || !hasPassword || password === undefined)
    return { isNeeded, hasPassword, isRight: null };
  return { isNeeded, hasPassword, isRight: await checkPassword(ctx, ctx.app.db, password) };
}

/**
 * Refuses unless there is a fresh proof; a right password is one from now on, and a wrong one is
 * counted.
 */
export async function needFreshProof(
  ctx: BorrowerCtx,
  tx: Tx,
  call: Asking,
  proof: FreshProof,
): Promise<void> {
  refuseWithoutProof(call, proof);
  if (proof.isNeeded) await setProven(tx, ctx.who.tokenHash, ctx.wall);
}

/** Refuses unless there is a fresh proof; a wrong password was counted when it was compared. */
export function refuseWithoutProof(
  call: Asking,
  { isNeeded, hasPassword, isRight }: FreshProof,
): void {
  if (!isNeeded) return;
  if (!hasPassword) refuse(call, 'proofTooOld');
  if (isRight === null) refuse(call, 'passwordNeeded');
  if (!isRight) refuseButKeep(call, 'passwordWrong');
}

/**
 * What writes that the proof of this session is fresh from now on, where it had to be given anew.
 */
export function keepProofStatements(
  { who, wall }: BorrowerCtx,
  db: Read,
  { isNeeded }: FreshProof,
): readonly CompiledQuery[] {
  return isNeeded ? [setProvenStatement(db, who.tokenHash, wall)] : [];
}

/**
 * For the sandbox: expires the last proof of identity of the borrower who has this number (by its
 * hash); false if nobody has it.
 */
export async function expireProof(
  tx: Tx,
  phoneHash: Buffer,
  wall: Temporal.Instant,
): Promise<boolean> {
  const borrowerId = await findIdByPhone(tx, phoneHash);
  if (borrowerId !== null)
    await setProvenInAll(tx, borrowerId, wall.subtract({ milliseconds: proofFreshMs }));
  return borrowerId !== null;
}

/**
 * Whether a password is the borrower's own, or `stored` where a hash is given. One of ten tries an
 * hour is taken before it is compared, which is slow, and a right one gives it back: of many at
 * once no more are ever compared, and where none is left a right one counts as wrong. Call it in
 * `before`.
 * @throws Refused systemBusy when too many passwords wait to be compared.
 */
export async function checkPassword(
  ctx: BorrowerCtx,
  read: Read,
  password: string,
  stored?: string | null,
): Promise<boolean> {
  const { borrowerId } = ctx.who;
  const rateLimit = proofRateLimit(borrowerId);
  if (!(await inTx(read, (tx) => consumeRateLimit(tx, rateLimit, ctx.wall)))) return false;
  const release = () => inTx(read, (tx) => releaseRateLimit(tx, rateLimit, ctx.wall));
  const known =
    stored === undefined ? ((await findBorrower(read, borrowerId))?.password_hash ?? null) : stored;
  const isRight = await matchesPassword(password, known, {
    lane: 'session',
    key: borrowerId,
  }).catch(async (error: unknown) => {
    // Nothing was compared.
    await release();
    throw error;
  });
  if (isRight) await release();
  return isRight;
}
