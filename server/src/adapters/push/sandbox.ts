// The sandbox's push service: notifications that would have been shown, on /sandbox. It keeps a
// message once for a browser.
import { inTx, type Read } from '#/db/database.ts';
import type { Clocks } from '#/platform/clock.ts';
import { sha256 } from '#/platform/seal.ts';
import type { Push } from './port.ts';

/**
 * The push port on the sandbox's outbox (table sandbox_pushes), with business time as the time of
 * sending.
 */
export function createSandboxPush(db: Read, clocks: Pick<Clocks, 'now'>, publicKey: string): Push {
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
        return { outcome: 'unknown', why: 'the outbox could not be written' };
      }
    },
  };
}
