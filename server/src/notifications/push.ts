// A message as a notification of the borrower's browsers. One try is kept for all of them; where
// none takes it, it goes by SMS.

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
 * Sends a leased message to every browser of its borrower; the intent is stored before and the
 * answer after. Ended subscriptions are deleted.
 * @returns `over` where it was taken, may have been, or another worker has it; where nothing was
 * sent, the lease under which it goes by SMS.
 */
export async function sendToBrowsers(
  ctx: WorkCtx,
  message: store.Message,
  { lease, silent }: { lease: store.Lease; silent: ReadonlySet<string> },
): Promise<store.Lease | 'over'> {
  const { db, sealer, push, clocks } = ctx.app;
  const known = silent.has(gateway)
    ? []
    : await browsers.subscriptionsOf(db, message.borrower_id ?? '');
  if (known.length === 0) {
    await browsers.switchToSms(db, lease);
    return lease;
  }
  const one = await store.insertTry(db, lease, gateway, clocks.wall());
  if (!one) return 'over';
  const body = withoutName(sealer.open('message', message.id, message.text_sealed));
  const note = { body, opens: message.opens ?? '/', tag: message.id };
  const ttl = secondsUntilQuiet(ctx.now);
  const answers = await Promise.all(
    known.map((one) =>
      push.send(JSON.parse(sealer.open('push', ownerOf(one), one.subscription_sealed)), note, ttl),
    ),
  );
  const how = outcomeOf(answers, message.id);
  return await inTx(db, async (tx) => {
    await browsers.dropSubscriptions(
      tx,
      known
        .filter((_, n) => answers[n]?.outcome === 'gone')
        .map((browser) => browser.endpoint_hash),
    );
    if (!(await store.answerTry(tx, one, how, { wall: clocks.wall(), at: ctx.now, checkAt: null })))
      return 'over';
    if (how.outcome === 'unsure')
      await store.markNotSent(tx, one, 'unsure', `${gateway}: ${how.why}`);
    if (how.outcome === 'refused') await browsers.switchToSms(tx, one);
    return how.outcome === 'refused' ? one : 'over';
  });
}

/**
 * Of several browsers one that took it is enough; one that may have keeps it from being said twice.
 */
function outcomeOf(answers: readonly PushAnswer[], messageId: string): store.Outcome {
  if (answers.some(({ outcome }) => outcome === 'sent'))
    return { outcome: 'taken', gatewayId: `${gateway}-${messageId}` };
  const why = answers.map((one) => ('why' in one ? one.why : one.outcome)).join('; ');
  return {
    outcome: answers.some(({ outcome }) => outcome === 'unknown') ? 'unsure' : 'refused',
    why,
  };
}

/** Stores the push subscription of the device that asks. */
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

/** The devices with a push subscription, and since when. */
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

/** Deletes every push subscription of a borrower. */
export async function deleteBrowsers(tx: Tx, borrowerId: string): Promise<void> {
  await browsers.dropAllOf(tx, borrowerId);
}
