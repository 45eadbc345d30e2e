// The sandbox's push service. It stores each notification once per browser, for display in
// /sandbox.
import { type Db, inTx } from '#/db/database.ts';
import type { Clocks } from '#/platform/clock.ts';
import { sha256 } from '#/platform/seal.ts';
import type { Push } from './port.ts';

/**
 * Creates the push adapter for the sandbox's outbox (table sandbox_pushes), which stores business
 * time.
 */
export function createSandboxPush(db: Db, clocks: Pick<Clocks, 'now'>, publicKey: string): Push {
  return {
    publicKey,
    async send({ endpoint }, { tag, body, opens }) {
      const row = {
        message_id: tag,
        browser: sha256(endpoint),
        body,
        opens,
        sent_at: clocks.now(),
      };
      try {
        await inTx(db, async (tx) => {
          await tx
            .insertInto('sandbox_pushes')
            .values(row)
            .onConflict((clash) => clash.doNothing())
            .execute();
        });
        return { outcome: 'sent' };
      } catch {
        return { outcome: 'unknown', reason: 'the outbox could not be written' };
      }
    },
  };
}
