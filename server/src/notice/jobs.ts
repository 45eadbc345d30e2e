// The sending of messages, outside every transaction. The queue tries again when this throws.
import { inTx } from '#/db/database.ts';
import type { JobPayloads } from '#/jobs/queue.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import * as store from './store.ts';

/**
 * Sends a message by the SMS gateway. One that was sent is not sent again, and one whose time is over is dropped.
 * @throws when the gateway refuses, or while messages are switched off, so that the queue tries again later.
 */
export async function sendNotice(ctx: WorkCtx, { messageId }: JobPayloads['notice.send']): Promise<void> {
  const { db, sealer, settings, sms } = ctx.house;
  const message = await store.findMessage(db, messageId);
  if (!message || message.sent_at || message.dropped_at) return;
  if (message.ends_at && Temporal.Instant.compare(message.ends_at, ctx.wall) <= 0) {
    await inTx(db, (tx) => store.markDropped(tx, messageId, ctx.now));
    return;
  }
  if (!(await settings.all()).smsOn) throw new Error('Messages are switched off (smsOn).');
  const answer = await sms.send({
    to: sealer.open('phone', message.to_sealed),
    text: sealer.open('message', message.text_sealed),
    messageId,
  });
  if (answer.outcome === 'failed') {
    await inTx(db, (tx) => store.markFailed(tx, messageId, { gateway: sms.name, why: answer.why }));
    throw new Error(`The SMS gateway ${sms.name} did not take a message: ${answer.why}`);
  }
  await inTx(db, (tx) => store.markSent(tx, messageId, { gateway: sms.name, gatewayId: answer.gatewayId, at: ctx.now }));
}
