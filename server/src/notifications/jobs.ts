// The sending of messages, outside every transaction. The queue tries again when this throws.
import type { Sms, SmsAnswer } from '#/adapters/sms/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { type NoticeKind, noticeKinds } from '#/context/notices.ts';
import { isSmsGatewayOn } from '#/context/switches.ts';
import { inTx } from '#/db/database.ts';
import type { JobPayloads } from '#/db/queue.ts';
import { firstDeliveryCheck } from './delivery.ts';
import { sendToBrowsers } from './push.ts';
import { type MessageQueue, mayAsk, type NoticeSort, queueOf, quietUntil } from './rules.ts';
import * as store from './store.ts';

/**
 * Sends a message to the browsers that it is for, or by the first SMS gateway that takes it. One
 * that was sent, or may have been, is not sent again; one whose time is over is dropped, and so is
 * a reminder that is no longer true; one that keeps to the quiet hours is held until they end.
 * @throws when every gateway refuses, or while messages are switched off, so that the queue tries
 * again later.
 */
export async function sendNotice(
  ctx: WorkCtx,
  { messageId }: JobPayloads[MessageQueue],
): Promise<void> {
  const { db, settings, sealer, clocks } = ctx.app;
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
    !(await ctx.app.ports.notifications.isReminderStillDue(
      ctx,
      messageId,
      sealer.open('message', messageId, message.text_sealed),
    ))
  ) {
    await inTx(db, (tx) => store.markDropped(tx, messageId, ctx.now, ctx.wall));
    return;
  }
  const heldUntil = quietUntil(sort, ctx.now);
  if (heldUntil && message.state !== 'sending') {
    await inTx(db, (tx) => store.hold(tx, messageId, heldUntil));
    return;
  }
  const taken = await store.lease(db, messageId, clocks.wall());
  if (!taken)
    throw new Error(
      'Another worker has this message; if it falls silent, the next try takes over.',
    );
  const lease =
    message.channel === 'push' ? await sendToBrowsers(ctx, message, taken) : taken.lease;
  if (lease !== 'over') await askGateways(ctx, message, { ...taken, lease }, sort);
}

/**
 * Hands the messages of the night back to their queues when the quiet hours are over.
 * @returns how many.
 */
export async function releaseHeldMessages(ctx: WorkCtx): Promise<number> {
  const { db, queue } = ctx.app;
  if (!(await store.isReleaseDue(db, ctx.now))) return 0;
  return await inTx(db, async (tx) => {
    const released = await store.release(tx, ctx.now);
    const byQueue = Map.groupBy(released, ({ kind }) =>
      queueOf(noticeKinds[kind as NoticeKind].sort),
    );
    for (const [name, messages] of byQueue)
      await queue.enqueueAll(
        tx,
        name,
        messages.map(({ id }) => ({ messageId: id })),
      );
    return released.length;
  });
}

type Taken = { lease: store.Lease; silent: Set<string> };

/**
 * Asks one gateway after the other, each only while no silence before it forbids it, and while this
 * worker still has the message.
 */
async function askGateways(
  ctx: WorkCtx,
  message: store.Message,
  { lease, silent }: Taken,
  sort: NoticeSort,
): Promise<void> {
  const { db, sms, settings } = ctx.app;
  const current = await settings.all();
  const whys: string[] = [];
  let held = lease;
  for (const gateway of sms) {
    if (!isSmsGatewayOn(current, gateway) || !mayAsk(gateway, silent, sort)) continue;
    const asked = await ask(ctx, gateway, message, held);
    if (asked === 'over' || asked.answer.outcome === 'sent') return;
    held = asked.lease;
    if (asked.answer.outcome === 'unknown') silent.add(gateway.name);
    whys.push(`${gateway.name}: ${asked.answer.why}`);
  }
  const why = whys.join('; ') || `${[...silent].join(', ')} may have sent it`;
  const isOver = !sms.some((gateway) => mayAsk(gateway, silent, sort));
  await store.markNotSent(db, held, isOver ? 'unsure' : 'failed', why);
  if (!isOver) throw new Error(`No SMS gateway took a message: ${why}`);
}

/**
 * Asks a gateway, with the intent kept before and the answer after; `over` where another worker has
 * meanwhile taken the message.
 */
async function ask(
  ctx: WorkCtx,
  gateway: Sms,
  message: store.Message,
  lease: store.Lease,
): Promise<{ answer: SmsAnswer; lease: store.Lease } | 'over'> {
  const { db, sealer, clocks } = ctx.app;
  const one = await store.insertTry(db, lease, gateway.name, clocks.wall());
  if (!one) return 'over';
  const answer = await gateway.send({
    to: sealer.open('message phone', message.id, message.to_sealed),
    text: sealer.open('message', message.id, message.text_sealed),
    messageId: message.id,
    endsInSeconds: secondsLeft(message.ends_at, clocks.wall()),
  });
  const wall = clocks.wall();
  const isMine = await store.answerTry(db, one, outcomeOf(answer), {
    wall,
    at: ctx.now,
    checkAt: firstDeliveryCheck(wall),
  });
  return isMine ? { answer, lease: one } : 'over';
}

function outcomeOf(answer: SmsAnswer): store.Outcome {
  if (answer.outcome === 'sent') return { outcome: 'taken', gatewayId: answer.gatewayId };
  return { outcome: answer.outcome === 'refused' ? 'refused' : 'unsure', why: answer.why };
}

function secondsLeft(endsAt: Temporal.Instant | null, wall: Temporal.Instant): number | null {
  return (
    endsAt && Math.max(1, Math.floor((endsAt.epochMilliseconds - wall.epochMilliseconds) / 1000))
  );
}
