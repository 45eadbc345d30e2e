// The queue against a real database: jobs are taken when they are notified, several messages in parallel, and a job of a rolled-back transaction never.
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#/platform/log.ts';
import { newId } from '#/platform/random.ts';
import { inTx } from './database.ts';
import { type Handlers, openQueue } from './queue.ts';
import { freshDatabase } from './testing.ts';

const fresh = await freshDatabase();
const nothing = async () => {};
const opened = async () => {
  const queue = await openQueue(fresh.place.app, createLog('error', nothing));
  onTestFinished(() => queue.stop());
  return queue;
};
const idle: Handlers = {
  'notice.send': nothing,
  'notice.deliveries': nothing,
  'reminder.look': nothing,
  'payouts.alarm': nothing,
  'payouts.settlementReport': nothing,
  'pictures.remove': nothing,
  'review.alarm': nothing,
  daily: nothing,
  cleanup: nothing,
};

test('messages that come alone are taken when they come, not at the next look', async () => {
  const queue = await opened();
  let taken = Promise.withResolvers<void>();
  await queue.work({ ...idle, 'notice.send': async () => taken.resolve() });
  const from = performance.now();
  for (let nth = 0; nth < 10; nth += 1) {
    taken = Promise.withResolvers();
    await inTx(fresh.app.db, (tx) => queue.enqueue(tx, 'notice.send', { messageId: newId(Temporal.Now.instant()) }));
    await taken.promise;
  }
  // By looks alone each would wait half a second for the next.
  expect(performance.now() - from).toBeLessThan(3000);
});

test('a hundred messages do not wait for a look each; one that fails is tried again, and none of what was rolled back is sent', async () => {
  const queue = await opened();
  const ids = Array.from({ length: 100 }, () => newId(Temporal.Now.instant()));
  const [bad, rolledBack] = [ids[50], newId(Temporal.Now.instant())];
  const taken = new Set<string>();
  const all = Promise.withResolvers<void>();
  let [inHand, most] = [0, 0];
  const send: Handlers['notice.send'] = async ({ messageId }) => {
    inHand += 1;
    most = Math.max(most, inHand);
    await new Promise((next) => setTimeout(next, 20));
    inHand -= 1;
    if (taken.add(messageId).size === ids.length) all.resolve();
    if (messageId === bad) throw new Error('this one fails');
  };
  await inTx(fresh.app.db, (tx) => Promise.all(ids.slice(0, 50).map((messageId) => queue.enqueue(tx, 'notice.send', { messageId }))));
  await queue.work({ ...idle, 'notice.send': send });
  const broken = inTx(fresh.app.db, async (tx) => {
    await queue.enqueue(tx, 'notice.send', { messageId: rolledBack });
    throw new Error('not this one');
  });
  await expect(broken).rejects.toThrow('not this one');
  const from = performance.now();
  for (const messageId of ids.slice(50)) await inTx(fresh.app.db, (tx) => queue.enqueue(tx, 'notice.send', { messageId }));
  await all.promise;
  // By looks alone, ten jobs each second, the last would come after ten seconds.
  expect(performance.now() - from).toBeLessThan(5000);
  expect(most).toBe(10);
  expect(taken.has(rolledBack)).toBe(false);
  await vi.waitFor(async () => {
    const { rows } = await fresh.owner.pool.query(
      "select count(*)::int as done from pgboss.job where name = 'notice.send' and state = 'completed'",
    );
    expect(rows).toEqual([{ done: 10 + ids.length - 1 }]);
  });
});
