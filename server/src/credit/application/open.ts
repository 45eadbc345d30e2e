// Finding the application that a step may be written to.

import type { BorrowerCtx } from '#/context/ctx.ts';
import { mayBegin } from '#/credit/rules.ts';
import { type ApplicationRow, beginApplication, latestApplication } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';

/**
 * Locks the borrower and hands back their open application, begun now where none is open and one may begin: the first, or the one after a
 * refusal whose day has come, with what was given before. Null where nothing may be changed now.
 */
export async function openApplication(ctx: BorrowerCtx, tx: Tx): Promise<ApplicationRow | null> {
  const { borrowerId } = ctx.who;
  const latest = await latestApplication(tx, borrowerId);
  if (latest && !latest.facts.submitted) return latest.row;
  if (!mayBegin(latest?.facts ?? null, manilaDayOf(ctx.now))) return null;
  return await beginApplication(tx, {
    id: newId(ctx.now),
    borrowerId,
    deviceId: ctx.deviceId,
    startedAt: ctx.now,
    earlier: latest?.row ?? null,
  });
}
