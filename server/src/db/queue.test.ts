import { slow } from '@sandali/contract/slow.testing.ts';
import { PgBoss, TestClock } from 'pg-boss';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#/platform/config.ts';
import { createLog } from '#/platform/log.ts';
import { newId } from '#/platform/random.ts';
import { inTx } from './database.ts';
import { databaseClock } from './database-clock.ts';
import { emptyHandlers } from './queue.testing.ts';
import { type Handlers, oldestJobs, openQueue } from './queue.ts';
import { freshDatabase } from './testing.ts';

const fresh = await freshDatabase();
const nothing = async () => {};
const log = createLog('error', nothing);
const limits = readConfig({ REMINDERS_A_MINUTE: '600', REMINDERS_AT_ONCE: '3' }).queues;
// Deletes all jobs, so that a job that failed in one test is not retried in another.
beforeEach(async () => void (await fresh.owner.pool.query('delete from pgboss.job')));
const opened = async () => {
  const queue = await openQueue(fresh.place.app, log, limits);
  onTestFinished(() => queue.stop());
  return queue;
};
const ids = (count: number) => Array.from({ length: count }, () => newId(Temporal.Now.instant()));
const stateOf = async (messageId: string) => {
  const { rows } = await fresh.owner.pool.query<{ state: string; retries: number }>(
    "select state, retry_count as retries from pgboss.job where data ->> 'messageId' = $1",
    [messageId],
  );
  return rows;
};

test('delivers a single message on notification, before the next poll', async () => {
  const queue = await opened();
  let delivered = Promise.withResolvers<void>();
  await queue.work({ ...emptyHandlers, 'notice.send': async () => delivered.resolve() });
  // With polling alone, every two seconds, this would exceed the test's timeout.
  for (let nth = 0; nth < 20; nth += 1) {
    delivered = Promise.withResolvers();
    await inTx(fresh.app.db, (tx) =>
      queue.enqueue(tx, 'notice.send', { messageId: newId(Temporal.Now.instant()) }),
    );
    await delivered.promise;
  }
}, 30_000);

slow(
  'copies many subfolders without a pause between them',
  async () => {
    const queue = await opened();
    const parts = Array.from({ length: 40 }, (_, nth) => ({ part: `pictures/${nth + 10}` }));
    const copied = new Set<string>();
    const all = Promise.withResolvers<void>();
    const copy = async ({ part }: { part: string }) => {
      if (copied.add(part).size === parts.length) all.resolve();
    };
    await inTx(fresh.app.db, (tx) => queue.enqueueAll(tx, 'files.copy', parts));
    // With a pause of half a second or more after each, this would exceed the test's timeout.
    await queue.work({ ...emptyHandlers, 'files.copy': copy });
    await all.promise;
  },
  5_000,
);

test('shows how long the oldest due job of a queue has waited', async () => {
  await opened();
  await fresh.owner.pool.query(`insert into pgboss.job (name, start_after) values
    ('daily', now() - interval '90 seconds'), ('daily', now()),
    ('cleanup', now() + interval '1 hour')`);
  const waits = new Map(
    (await oldestJobs(fresh.app.db, await databaseClock(fresh.app.db))).map(({ name, seconds }) => [
      name,
      seconds,
    ]),
  );
  expect(waits.get('daily')).toBeGreaterThanOrEqual(90);
  expect(waits.get('daily')).toBeLessThan(150);
  expect([waits.get('cleanup'), waits.get('code.send')]).toEqual([0, 0]);
});

slow('sends codes faster than polling, and none from a rolled-back transaction', async () => {
  const clock = new TestClock(); // only the owner can install it
  const queue = await openQueue(fresh.place.owner, log, limits, { clock });
  onTestFinished(() => queue.stop());
  const codes = ids(100);
  const [bad, rolledBack] = [codes[50], newId(Temporal.Now.instant())];
  const handled = new Set<string>();
  const released = Promise.withResolvers<void>();
  let [inHand, most] = [0, 0];
  const send: Handlers['code.send'] = async ({ messageId }) => {
    inHand += 1;
    most = Math.max(most, inHand);
    // The first jobs wait until all jobs are enqueued. Therefore `most` does not depend on the
    // machine's speed.
    await released.promise;
    inHand -= 1;
    handled.add(messageId);
    if (messageId === bad) throw new Error('this one fails');
  };
  await inTx(fresh.owner.db, (tx) =>
    Promise.all(
      codes.slice(0, 50).map((messageId) => queue.enqueue(tx, 'code.send', { messageId })),
    ),
  );
  await queue.work({ ...emptyHandlers, 'code.send': send });
  const broken = inTx(fresh.owner.db, async (tx) => {
    await queue.enqueue(tx, 'code.send', { messageId: rolledBack });
    await queue.enqueueAll(tx, 'code.send', [{ messageId: rolledBack }]);
    throw new Error('not this one');
  });
  await expect(broken).rejects.toThrow('not this one');
  for (const messageId of codes.slice(50))
    await inTx(fresh.owner.db, (tx) => queue.enqueue(tx, 'code.send', { messageId }));
  let passedMs = 0;
  // A round trip before each tick keeps the clock from running ahead of a slow database.
  const tickUntil = async (isReached: () => boolean) => {
    for (; !isReached(); passedMs += 1) {
      await fresh.owner.pool.query('select 1');
      await clock.tick(1);
    }
  };
  await tickUntil(() => inHand === limits.codesAtOnce);
  released.resolve();
  await tickUntil(() => handled.size === codes.length);
  // With polling alone, at ten jobs every half second, the last job would be handled after five
  // seconds.
  expect(passedMs).toBeLessThan(4_000);
  expect(most).toBe(limits.codesAtOnce);
  expect(handled.has(rolledBack)).toBe(false);
  const countDone = async () =>
    (
      await fresh.owner.pool.query(
        "select id from pgboss.job where name = 'code.send' and state = 'completed'",
      )
    ).rowCount;
  await expect.poll(countDone).toBe(codes.length - 1);
});

slow('a message that waits for a slow gateway does not delay other messages', async () => {
  const queue = await opened();
  const [slow, urgent, ...rest] = ids(20) as [string, string, ...string[]];
  const order: string[] = [];
  const [answer, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send: Handlers['notice.send'] = async ({ messageId }) => {
    order.push(messageId);
    if (messageId === slow) return await answer.promise;
    if (order.length === 20) all.resolve();
  };
  await inTx(fresh.app.db, async (tx) => {
    await queue.enqueueAll(
      tx,
      'notice.send',
      [slow, ...rest].map((messageId) => ({ messageId })),
    );
    await queue.enqueue(tx, 'notice.send', { messageId: urgent }, 1);
  });
  await queue.work({ ...emptyHandlers, 'notice.send': send });
  await all.promise;
  answer.resolve();
  expect(order.indexOf(urgent)).toBeLessThan(limits.noticesAtOnce);
  expect(new Set(order).size).toBe(20);
});

slow('the queue respects the limit of reminders per minute', async () => {
  const queue = await opened();
  const reminders = ids(12);
  const all = Promise.withResolvers<void>();
  let [begun, inHand, most] = [0, 0, 0];
  const send = async () => {
    inHand += 1;
    most = Math.max(most, inHand);
    await new Promise(setImmediate);
    inHand -= 1;
    begun += 1;
    if (begun === reminders.length) all.resolve();
  };
  const jobs = reminders.map((messageId) => ({ messageId }));
  await inTx(fresh.app.db, (tx) => queue.enqueueAll(tx, 'reminder.send', jobs));
  const from = performance.now();
  await queue.work({ ...emptyHandlers, 'reminder.send': send });
  await all.promise;
  // At 600 jobs per minute and with three workers, each worker takes a job every 300 ms, so the
  // last of four rounds starts after 900 ms.
  expect(performance.now() - from).toBeGreaterThanOrEqual(890);
  expect(most).toBeLessThanOrEqual(3);
});

slow('retries a dead worker’s job, but not a running job', async () => {
  const clock = new TestClock();
  // Only the owner can install the clock. This worker takes a job and stops reporting, as if
  // killed.
  const dead = new PgBoss({
    ...fresh.place.owner,
    migrate: false,
    supervise: false,
    schedule: false,
    clock,
  });
  await dead.start();
  onTestFinished(() => dead.stop({ graceful: false }));
  const queue = await openQueue(fresh.place.owner, log, limits, { clock });
  onTestFinished(() => queue.stop());
  const [orphan, slow] = ids(2) as [string, string];
  const add = (messageId: string) => dead.send('code.send', { messageId });
  await add(orphan);
  expect(
    (await dead.fetch<{ messageId: string }>('code.send')).map(({ data }) => data.messageId),
  ).toEqual([orphan]);
  const begun: string[] = [];
  const answer = Promise.withResolvers<void>();
  onTestFinished(() => answer.resolve());
  await queue.work({
    ...emptyHandlers,
    'code.send': async ({ messageId }) => {
      begun.push(messageId);
      if (messageId === slow) await answer.promise;
    },
  });
  await add(slow);
  await clock.tick(60_000);
  expect(begun.toSorted()).toEqual([orphan, slow].toSorted());
  expect(await stateOf(orphan)).toEqual([{ state: 'completed', retries: 1 }]);
  await clock.tick(60_000);
  expect(begun).toHaveLength(2);
  expect(await stateOf(slow)).toEqual([{ state: 'active', retries: 0 }]);
});
