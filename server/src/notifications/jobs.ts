// The sending of messages, outside every transaction. The queue tries again when this throws.
import type { Sms, SmsAnswer } from '#/adapters/sms/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { type NoticeKind, noticeKinds } from '#/context/notices.ts';
import { isSmsGatewayOn } from '#/context/switches.ts';
import { inTx } from '#/db/database.ts';
import type { JobPayloads } from '#/db/queue.ts';
import { firstDeliveryCheck } from './delivery.ts';
import { sendToBrowsers } from './push.ts';
import { mayAsk, type NoticeSort, quietUntil } from './rules.ts';
import * as store from './store.ts';

/** Longer than two gateways in a row may take, shorter than the queue waits for a job. */
const leaseMs = 45_000;

/**
 * Sends a message to the browsers that it is for, or by the first SMS gateway that takes it. One that was sent, or may have been, is not sent again; one whose time is over is
 * dropped, and so is a reminder that is no longer true; one that keeps to the quiet hours is held until they end.
 * @throws when every gateway refuses, or while messages are switched off, so that the queue tries again later.
 */
export async function sendNotice(ctx: WorkCtx, { messageId }: JobPayloads['notice.send']): Promise<void> {
  const { db, settings, sealer } = ctx.app;
  const message = await store.findOpen(db, messageId);
  if (!message) return;
  if (message.ends_at && Temporal.Instant.compare(message.ends_at, ctx.wall) <= 0) {
    await inTx(db, (tx) => store.markDropped(tx, messageId, ctx.now, ctx.wall));
    return;
  }
  if (!(await settings.all()).smsOn) throw new Error('Messages are switched off (smsOn).');
  const { sort } = noticeKinds[message.kind as NoticeKind];
  if (
    sort === 'reminder' &&
    !(await ctx.app.ports.notifications.isReminderStillDue(ctx, messageId, sealer.open('message', messageId, message.text_sealed)))
  ) {
    await inTx(db, (tx) => store.markDropped(tx, messageId, ctx.now, ctx.wall));
    return;
  }
  const heldUntil = quietUntil(sort, ctx.now);
  if (heldUntil && message.state !== 'sending') {
    await inTx(db, (tx) => store.hold(tx, messageId, heldUntil));
    return;
  }
  const isMine = await inTx(db, (tx) => store.lease(tx, messageId, ctx.wall, ctx.wall.add({ milliseconds: leaseMs })));
  if (!isMine) throw new Error('Another worker has this message; if it falls silent, the next try takes over.');
  if (message.channel === 'push' && (await sendToBrowsers(ctx, message)) === 'over') return;
  await askGateways(ctx, message, sort);
}

/** Hands the messages of the night back to the queue when the quiet hours are over. @returns how many. */
export async function releaseHeldMessages(ctx: WorkCtx): Promise<number> {
  const { db, queue } = ctx.app;
  if (!(await store.isReleaseDue(db, ctx.now))) return 0;
  return await inTx(db, async (tx) => {
    const ids = await store.release(tx, ctx.now);
    for (const messageId of ids) await queue.enqueue(tx, 'notice.send', { messageId });
    return ids.length;
  });
}

/** Asks one gateway after the other, each only while no silence before it forbids it. */
async function askGateways(ctx: WorkCtx, message: store.Message, sort: NoticeSort): Promise<void> {
  const { db, sms, settings } = ctx.app;
  const current = await settings.all();
  const silent = await store.silentGateways(db, message.id);
  const whys: string[] = [];
  for (const gateway of sms) {
    if (!isSmsGatewayOn(current, gateway) || !mayAsk(gateway, silent, sort)) continue;
    const answer = await ask(ctx, gateway, message);
    if (answer === 'over' || answer.outcome === 'sent') return;
    if (answer.outcome === 'unknown') silent.add(gateway.name);
    whys.push(`${gateway.name}: ${answer.why}`);
  }
  const why = whys.join('; ') || `${[...silent].join(', ')} may have sent it`;
  const isOver = !sms.some((gateway) => mayAsk(gateway, silent, sort));
  await inTx(db, (tx) => store.markNotSent(tx, message.id, isOver ? 'unsure' : 'failed', why));
  if (!isOver) throw new Error(`No SMS gateway took a message: ${why}`);
}

/** Asks a gateway, with the intent kept before and the answer after; `over` where another worker has meanwhile taken the message. */
async function ask(ctx: WorkCtx, gateway: Sms, message: store.Message): Promise<SmsAnswer | 'over'> {
  const { db, sealer, clocks } = ctx.app;
  const one = await inTx(db, (tx) => store.insertTry(tx, message.id, gateway.name, clocks.wall()));
  const answer = await gateway.send({
    to: sealer.open('message phone', message.id, message.to_sealed),
    text: sealer.open('message', message.id, message.text_sealed),
    messageId: message.id,
    endsInSeconds: secondsLeft(message.ends_at, clocks.wall()),
  });
  const isMine = await inTx(db, async (tx) => {
    const isKept = await store.answerTry(tx, one, outcomeOf(answer), clocks.wall());
    if (isKept && answer.outcome === 'sent') await store.markSent(tx, one, answer.gatewayId, ctx.now, firstDeliveryCheck(clocks.wall()));
    return isKept;
  });
  return isMine ? answer : 'over';
}

function outcomeOf(answer: SmsAnswer): store.Outcome {
  if (answer.outcome === 'sent') return { outcome: 'taken', gatewayId: answer.gatewayId };
  return { outcome: answer.outcome === 'refused' ? 'refused' : 'unsure', why: answer.why };
}

function secondsLeft(endsAt: Temporal.Instant | null, wall: Temporal.Instant): number | null {
  return endsAt && Math.max(1, Math.floor((endsAt.epochMilliseconds - wall.epochMilliseconds) / 1000));
}
