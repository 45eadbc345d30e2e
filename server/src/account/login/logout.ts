// Ends the session that asks.
import type { logout as logoutCall } from '@sandali/contract/account.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import type { Tx } from '#/db/database.ts';
import { endSession } from './session.ts';

/** Ends this session and no other one. */
export async function logout(ctx: BorrowerCtx, tx: Tx, _input: RequestOf<typeof logoutCall>): Promise<Done> {
  await endSession(tx, ctx.who.tokenHash, ctx.wall);
  return { ids: {} };
}
