// Which advertisement brought a borrower. It is told by native shells alone, kept only where the borrower has agreed there, and goes when they no longer do.

import type { Ctx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Sealer } from '#/platform/seal.ts';
import * as store from './store.ts';

/** Keeps with a new account what its shell tells; nothing where it tells nothing. */
export async function storeAttribution(tx: Tx, { app, attribution, wall }: Ctx, borrowerId: string): Promise<void> {
  if (attribution === null || attribution === 'refused') return;
  const told = app.sealer.seal('attribution', borrowerId, JSON.stringify(attribution));
  await store.insertAttribution(tx, { borrower_id: borrowerId, details_sealed: told, consented_at: wall });
}

/** At a login from a shell in which the borrower does not agree, or no longer: forgets what was kept. */
export async function forgetAttribution(tx: Tx, { attribution }: Ctx, borrowerId: string): Promise<void> {
  if (attribution === 'refused') await store.deleteAttribution(tx, borrowerId);
}

/** What a borrower's shell told and we keep, for their own copy of their data; null where there is nothing. */
export async function attributionOf(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<{ told: unknown; consentedAt: Temporal.Instant } | null> {
  const row = await store.findAttribution(read, borrowerId);
  return row ? { told: JSON.parse(sealer.open('attribution', borrowerId, row.details_sealed)), consentedAt: row.consented_at } : null;
}
