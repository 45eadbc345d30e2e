// The advertisement that led a borrower to the app. Only native shells report it. It is stored with
// the borrower's consent, and deleted when they withdraw it.

import type { CompiledQuery } from 'kysely';
import type { Ctx } from '#/context/ctx.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Sealer } from '#/platform/seal.ts';
import * as store from './store.ts';

/** Stores the attribution that the shell reports for a new account, if any. */
export async function storeAttribution(
  tx: Tx,
  { app, attribution, wall }: Ctx,
  borrowerId: string,
): Promise<void> {
  if (attribution === null || attribution === 'refused') return;
  const sealed = app.sealer.seal('attribution', borrowerId, JSON.stringify(attribution));
  await store.insertAttribution(tx, {
    borrower_id: borrowerId,
    details_sealed: sealed,
    consented_at: wall,
  });
}

/** Deletes the stored attribution if the shell reports at a login that consent was refused. */
export function forgetAttributionQueries(
  db: Read,
  { attribution }: Ctx,
  borrowerId: string,
): readonly CompiledQuery[] {
  return attribution === 'refused' ? [store.deleteAttributionQuery(db, borrowerId)] : [];
}

/** Returns the stored attribution, for the borrower's copy of their data; null if none. */
export async function attributionOf(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<{ details: unknown; consentedAt: Temporal.Instant } | null> {
  const row = await store.findAttribution(read, borrowerId);
  return row
    ? {
        details: JSON.parse(sealer.open('attribution', borrowerId, row.details_sealed)),
        consentedAt: row.consented_at,
      }
    : null;
}
