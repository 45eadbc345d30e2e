// Opens accounts, and builds the response to a client that has logged in.
import type { logonRegister } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { storeAttribution } from '#/account/attribution.ts';
import { findBorrower, insertAcceptanceQuery, insertBorrower } from '#/account/store.ts';
import type { Ctx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';

export type Entered = { userGid: string };
export type Token = { token: string };

/**
 * Opens an account for a number (E.164) that the caller has verified. Returns null if the number
 * already has an account.
 */
export async function openAccount(
  ctx: Ctx,
  tx: Tx,
  from: { phone: string; passwordHash: string | null; agreementVersion: string },
): Promise<string | null> {
  const { sealer } = ctx.app;
  const id = newId(ctx.now);
  const isNew = await insertBorrower(tx, {
    id,
    phone_sealed: sealer.seal('phone', id, from.phone),
    phone_hash: sealer.hash('phone', from.phone),
    password_hash: from.passwordHash,
    agreement_version: from.agreementVersion,
    locale: ctx.locale,
    registered_at: ctx.now,
  });
  if (!isNew) return null;
  await tx.executeQuery(insertAcceptanceQuery(tx, id, from.agreementVersion, ctx.now));
  await storeAttribution(tx, ctx, id);
  return id;
}

export async function showEntered(
  _ctx: Ctx,
  read: Read,
  entered: Entered,
  once?: Token,
): Promise<DataOf<typeof logonRegister>> {
  const borrower = await findBorrower(read, entered.userGid);
  invariant(borrower && once, 'a login has no account or no token');
  return shownEntered(entered, { ...once, hasPassword: borrower.password_hash !== null });
}

/** Like `showEntered`, for a caller that already knows whether the account has a password. */
export function shownEntered(
  { userGid }: Entered,
  { token, hasPassword }: Token & { hasPassword: boolean },
): DataOf<typeof logonRegister> {
  return {
    token,
    userGid: userGid as DataOf<typeof logonRegister>['userGid'],
    needsPassword: !hasPassword,
  };
}
