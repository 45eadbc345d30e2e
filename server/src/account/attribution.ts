// Which advertisement brought a borrower. It is told by native shells alone, kept only where the borrower has agreed there, and goes when they no longer do.
import type { Tx } from '#/db/database.ts';
import type { Ctx } from '#/kit/ctx.ts';
import * as store from './attribution.store.ts';

/** Keeps with a new account what its shell tells; nothing where it tells nothing. */
export async function keepAttribution(tx: Tx, { house, attribution, wall }: Ctx, borrowerId: string): Promise<void> {
  if (attribution === null || attribution === 'refused') return;
  const told = house.sealer.seal('attribution', JSON.stringify(attribution));
  await store.insertAttribution(tx, { borrower_id: borrowerId, told_sealed: told, consented_at: wall });
}

/** At a login from a shell in which the borrower does not agree, or no longer: forgets what was kept. */
export async function heedRefusal(tx: Tx, { attribution }: Ctx, borrowerId: string): Promise<void> {
  if (attribution === 'refused') await store.deleteAttribution(tx, borrowerId);
}
