// A proof of identity within the last 15 minutes. Borrowers need it to take a loan, choose where
// money goes, change other proofs, export their data, and delete their account.

import type { loanApply } from '@sandali/contract/loan.ts';
import type { passkeyBegin, passkeyRemove } from '@sandali/contract/passkey.ts';
import type { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import type { dataDelete, dataExport } from '@sandali/contract/privacy.ts';
import type { refundApply } from '@sandali/contract/refund.ts';
import type { CompiledQuery } from 'kysely';
import { setProven, setProvenInAll, setProvenQuery } from '#/account/login/session.store.ts';
import { isFreshProof, proofFreshMs, proofRateLimit } from '#/account/rules.ts';
import { findBorrower, findIdByPhone } from '#/account/store.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import type { Db, Read, Tx } from '#/db/database.ts';
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
/**
 * Whether a new proof is needed, whether the account has a password, and whether the password sent
 * was correct (null if none was sent).
 */
export type FreshProof = { isNeeded: boolean; hasPassword: boolean; isRight: boolean | null };

/** Whether the last proof of this session is recent enough. */
export function hasFreshProof({ who, wall }: Pick<BorrowerCtx, 'who' | 'wall'>): boolean {
  return isFreshProof(who.provenAt, wall);
}

type ProofOptions = {
  /** Requires the password of every account that has one. */
  isAlways?: boolean;
  /** Whether the account has a password; absent if the caller has not read this. */
  hasPassword?: boolean;
};

/**
 * Compares the password if the last proof is too old. This is slow, so it happens before the
 * transaction.
 */
export async function prepareFreshProof(
  ctx: BorrowerCtx,
  read: Db,
  password: string | undefined,
  { isAlways = false, ...known }: ProofOptions = {},
): Promise<FreshProof> {
  const hasPassword = known.hasPassword ?? (await checkHasPassword(read, ctx.who.borrowerId));
  const isNeeded = (isAlways && hasPassword) || !hasFreshProof(ctx);
  if (!isNeeded || !hasPassword || password === undefined)
    return { isNeeded, hasPassword, isRight: null };
  return { isNeeded, hasPassword, isRight: await checkPassword(ctx, ctx.app.db, password) };
}

async function checkHasPassword(read: Read, borrowerId: string): Promise<boolean> {
  const borrower = await findBorrower(read, borrowerId);
  invariant(borrower, 'the session has no borrower');
  return borrower.password_hash !== null;
}

/**
 * Refuses the call without a fresh proof. Stores a correct password as a new proof. A wrong
 * password was already counted when it was compared.
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

/**
 * Like `needFreshProof`, but returns the statements that store a new proof instead of running them.
 */
export function freshProofQueries(
  { who, wall }: BorrowerCtx,
  call: Asking,
  proof: FreshProof,
): (db: Read) => readonly CompiledQuery[] {
  refuseWithoutProof(call, proof);
  return (db) => (proof.isNeeded ? [setProvenQuery(db, who.tokenHash, wall)] : []);
}

function refuseWithoutProof(call: Asking, { isNeeded, hasPassword, isRight }: FreshProof): void {
  if (!isNeeded) return;
  if (!hasPassword) refuse(call, 'proofTooOld');
  if (isRight === null) refuse(call, 'passwordNeeded');
  if (!isRight) refuseButKeep(call, 'passwordWrong');
}

/**
 * For the sandbox: expires the last proof of the borrower whose number has this hash.
 * @returns false if no account has that number.
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
 * Whether a password is the borrower's own, or matches `stored`. Comparing is slow, so call this in
 * `before`. Allows ten wrong passwords an hour; after that, refuses even a correct one.
 * @throws Refused systemBusy if too many passwords wait to be compared.
 */
export async function checkPassword(
  ctx: BorrowerCtx,
  read: Db,
  password: string,
  stored?: string | null,
): Promise<boolean> {
  const { borrowerId } = ctx.who;
  const rateLimit = proofRateLimit(borrowerId);
  if (!(await consumeRateLimit(read, rateLimit, ctx.wall))) return false;
  const release = () => releaseRateLimit(read, rateLimit, ctx.wall);
  const passwordHash =
    stored === undefined ? ((await findBorrower(read, borrowerId))?.password_hash ?? null) : stored;
  const isRight = await matchesPassword(password, passwordHash, {
    lane: 'session',
    key: borrowerId,
  }).catch(async (error: unknown) => {
    // The password was not compared, so the attempt is not counted.
    await release();
    throw error;
  });
  if (isRight) await release();
  return isRight;
}
