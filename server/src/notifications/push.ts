// Sends a message as a push notification to all of the borrower's browsers. This is one attempt. If
// no browser accepts the message, it is sent by SMS.

import type { PushSubscriptionFacts } from '@sandali/contract/push.ts';
import type { PushAnswer } from '#/adapters/push/port.ts';
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { type OfBorrower, part, readerOf } from '#/db/snapshot.ts';
import * as browsers from './push.store.ts';
import { secondsUntilQuiet, withoutName } from './rules.ts';
import * as store from './store.ts';

const gateway = 'push';

/**
 * Sends a leased message to all of the borrower's browsers, and deletes expired subscriptions.
 * @returns the lease for an SMS if no browser accepted the message; `over` if one did or may have,
 * or if another worker has leased the message in the meantime
 */
export async function sendToBrowsers(
  ctx: WorkCtx,
  message: store.Message,
  { lease, silent }: { lease: store.Lease; silent: ReadonlySet<string> },
): Promise<store.Lease | 'over'> {
  const { db, sealer, push, clocks } = ctx.app;
  const subscriptions = silent.has(gateway)
    ? []
    : await browsers.subscriptionsOf(db, message.borrower_id ?? '');
  if (subscriptions.length === 0) {
    await browsers.switchToSms(db, lease);
    return lease;
  }
  const attempt = await store.insertAttempt(db, lease, gateway, clocks.wall());
  if (!attempt) return 'over';
  const body = withoutName(sealer.open('message', message.id, message.text_sealed));
  const note = { body, opens: message.opens ?? '/', tag: message.id };
  const ttl = secondsUntilQuiet(ctx.now);
  const answers = await Promise.all(
    subscriptions.map((browser) => {
      const facts = sealer.open('push', ownerOf(browser), browser.subscription_sealed);
      return push.send(JSON.parse(facts), note, ttl);
    }),
  );
  const outcome = outcomeOf(answers, message.id);
  return await inTx(db, async (tx) => {
    await browsers.dropSubscriptions(
      tx,
      subscriptions
        .filter((_, n) => answers[n]?.outcome === 'gone')
        .map((browser) => browser.endpoint_hash),
    );
    const times = { wall: clocks.wall(), at: ctx.now, checkAt: null };
    if (!(await store.answerAttempt(tx, attempt, outcome, times))) return 'over';
    if (outcome.outcome === 'unsure')
      await store.markNotSent(tx, attempt, 'unsure', `${gateway}: ${outcome.reason}`);
    if (outcome.outcome === 'refused') await browsers.switchToSms(tx, attempt);
    return outcome.outcome === 'refused' ? attempt : 'over';
  });
}

/**
 * Combines the browsers' responses into one outcome. If one browser accepted the message, it is
 * sent. If a browser may have accepted it, it is not sent again.
 */
function outcomeOf(answers: readonly PushAnswer[], messageId: string): store.Outcome {
  if (answers.some(({ outcome }) => outcome === 'sent'))
    return { outcome: 'taken', gatewayId: `${gateway}-${messageId}` };
  const reasons = answers
    .map((answer) => ('reason' in answer ? answer.reason : answer.outcome))
    .join('; ');
  return {
    outcome: answers.some(({ outcome }) => outcome === 'unknown') ? 'unsure' : 'refused',
    reason: reasons,
  };
}

/** Stores the push subscription of the calling device. */
export async function storeBrowser(
  { app: { sealer }, who, deviceId, wall }: BorrowerCtx,
  tx: Tx,
  facts: PushSubscriptionFacts,
): Promise<void> {
  await browsers.keepSubscription(tx, {
    borrowerId: who.borrowerId,
    deviceId,
    endpointHash: sealer.hash('push', facts.endpoint),
    factsSealed: sealer.seal(
      'push',
      ownerOf({ borrower_id: who.borrowerId, device_id: deviceId }),
      JSON.stringify(facts),
    ),
    wall,
  });
}

const ownerOf = (of: { borrower_id: string; device_id: string }) =>
  `${of.borrower_id} ${of.device_id}`;

/** A borrower's devices with a push subscription, each with the time at which it was added. */
export const browsersPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('push_subscriptions')
      .select(['device_id', 'added_at'])
      .where('borrower_id', '=', borrowerId)
      .orderBy('slot'),
  (rows) => rows.map((row) => ({ deviceId: row.device_id, addedAt: row.added_at })),
);
export const browsersOf = readerOf(browsersPart);

export async function deleteBrowsers(tx: Tx, borrowerId: string): Promise<void> {
  await browsers.dropAllOf(tx, borrowerId);
}
