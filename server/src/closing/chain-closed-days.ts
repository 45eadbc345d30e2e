// Chains the ledger's days behind the day close.
import type { WorkCtx } from '#/context/ctx.ts';
import { chainDays } from '#/ledger/ledger.ts';
import { lastClosedDay } from './store.ts';

/**
 * Chains the next days up to the last closed day, because charges of later days are still missing.
 * @returns the number of chained days, at least 1 if any work was done
 */
export async function chainClosedDays(ctx: WorkCtx): Promise<number> {
  return await chainDays(ctx, await lastClosedDay(ctx.app.db));
}
