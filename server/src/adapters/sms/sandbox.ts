// The sandbox's SMS gateway. It stores each message once, for display in /sandbox.
import { type Db, inTx } from '#/db/database.ts';
import type { Clocks } from '#/platform/clock.ts';
import type { Sms } from './port.ts';

/** The SMS port on the sandbox's outbox (table sandbox_messages), which stores business time. */
export function createSandboxSms(db: Db, clocks: Pick<Clocks, 'now'>): Sms {
  return {
    name: 'sandbox',
    deduplicates: true,
    async send({ to, text, messageId }) {
      try {
        await inTx(db, async (tx) => {
          await tx
            .insertInto('sandbox_messages')
            .values({ message_id: messageId, phone: to, text, sent_at: clocks.now() })
            .onConflict((clash) => clash.column('message_id').doNothing())
            .execute();
        });
        return { outcome: 'sent', gatewayId: `sandbox-${messageId}` };
      } catch {
        return { outcome: 'unknown', reason: 'the outbox could not be written' };
      }
    },
    async delivery(gatewayId) {
      try {
        const messageId = gatewayId.replace(/^sandbox-/, '');
        const row = await db
          .selectFrom('sandbox_messages')
          .select('message_id')
          .where('message_id', '=', messageId)
          .executeTakeFirst();
        return row ? 'delivered' : 'notDelivered';
      } catch {
        return 'unknown';
      }
    },
  };
}
