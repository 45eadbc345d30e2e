// Sends messages, outside any transaction. The queue retries a job that throws. Also lists the
// regular jobs by the names under which their failures are recorded.
import type { Sms, SmsAnswer } from '#/adapters/sms/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { type NoticeKind, noticeKinds } from '#/context/notices.ts';
import { isSmsGatewayOn } from '#/context/switches.ts';
import { messageAttemptsDays } from '#/data/retention.ts';
import { inTx } from '#/db/database.ts';
import type { JobPayloads } from '#/db/queue.ts';
import { firstDeliveryCheck } from './delivery.ts';
import { sendToBrowsers } from './push.ts';
import { type MessageQueue, mayAsk, type NoticeSort, queueOf, quietUntil } from './rules.ts';
import * as store from './store.ts';

export function notificationJobs({ app, now, wall }: WorkCtx) {
  return {
    cleanup: {
      'delivery attempts': () =>
        store.forgetAttempts(app.db, wall.subtract({ hours: 24 * messageAttemptsDays })),
      'closure messages': () => store.deleteClosureMessages(app.db, now.subtract({ hours: 24 })),
    },
  };
}

/**
 * Sends a message by push, or through the first SMS gateway that accepts it. Drops expired messages
 * and outdated reminders, and holds other messages until the quiet hours end.
 * @throws Error if every gateway refuses or `smsOn` is off, so the queue retries later
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
    !(await ctx.app.ports.notifications.checkReminderStillDue(
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
  const claim = await store.lease(db, messageId, clocks.wall());
  if (!claim)
    throw new Error('Another worker has this message; a later attempt takes over if it stops.');
  const lease =
    message.channel === 'push' ? await sendToBrowsers(ctx, message, claim) : claim.lease;
  if (lease !== 'over') await askGateways(ctx, message, { ...claim, lease }, sort);
}

/**
 * Returns held messages to their queues once the quiet hours end.
 * @returns the number of released messages
 */
export async function releaseHeldMessages(ctx: WorkCtx): Promise<number> {
  const { db, queue } = ctx.app;
  if (!(await store.checkReleaseDue(db, ctx.now))) return 0;
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

type Claim = { lease: store.Lease; silent: Set<string> };

/**
 * Calls the gateways in turn while this worker holds the lease. Skips gateways that must not be
 * called because an earlier attempt got no response.
 */
async function askGateways(
  ctx: WorkCtx,
  message: store.Message,
  { lease, silent }: Claim,
  sort: NoticeSort,
): Promise<void> {
  const { db, sms, settings } = ctx.app;
  const current = await settings.all();
  const failures: string[] = [];
  let currentLease = lease;
  for (const gateway of sms) {
    if (!isSmsGatewayOn(current, gateway) || !mayAsk(gateway, silent, sort)) continue;
    const result = await ask(ctx, gateway, message, currentLease);
    if (result === 'over' || result.answer.outcome === 'sent') return;
    currentLease = result.lease;
    if (result.answer.outcome === 'unknown') silent.add(gateway.name);
    failures.push(`${gateway.name}: ${result.answer.reason}`);
  }
  const failure = failures.join('; ') || `${[...silent].join(', ')} may have sent it`;
  const isOver = !sms.some((gateway) => mayAsk(gateway, silent, sort));
  await store.markNotSent(db, currentLease, isOver ? 'unsure' : 'failed', failure);
  if (!isOver) throw new Error(`No SMS gateway accepted the message: ${failure}`);
}

/**
 * Calls a gateway to send the message. Stores the attempt before the call and its result
 * afterwards.
 * @returns `over` if another worker has leased the message in the meantime
 */
async function ask(
  ctx: WorkCtx,
  gateway: Sms,
  message: store.Message,
  lease: store.Lease,
): Promise<{ answer: SmsAnswer; lease: store.Lease } | 'over'> {
  const { db, sealer, clocks } = ctx.app;
  const attempt = await store.insertAttempt(db, lease, gateway.name, clocks.wall());
  if (!attempt) return 'over';
  const answer = await gateway.send({
    to: sealer.open('message phone', message.id, message.to_sealed),
    text: sealer.open('message', message.id, message.text_sealed),
    messageId: message.id,
    endsInSeconds: secondsLeft(message.ends_at, clocks.wall()),
  });
  const wall = clocks.wall();
  const isMine = await store.answerAttempt(db, attempt, outcomeOf(answer), {
    wall,
    at: ctx.now,
    checkAt: firstDeliveryCheck(wall),
  });
  return isMine ? { answer, lease: attempt } : 'over';
}

function outcomeOf(answer: SmsAnswer): store.Outcome {
  if (answer.outcome === 'sent') return { outcome: 'taken', gatewayId: answer.gatewayId };
  return { outcome: answer.outcome === 'refused' ? 'refused' : 'unsure', reason: answer.reason };
}

function secondsLeft(endsAt: Temporal.Instant | null, wall: Temporal.Instant): number | null {
  return (
    endsAt && Math.max(1, Math.floor((endsAt.epochMilliseconds - wall.epochMilliseconds) / 1000))
  );
}
