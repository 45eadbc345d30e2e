import { dayMs } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { webhookWordsDays } from '#/data/retention.ts';
import { newId } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';
import { type Listeners, type LookupResult, workInbox } from './inbox.ts';

const app = await testApp();

async function sendEvent(event: string, subject: object, id = newId(app.clocks.wall())) {
  const body = JSON.stringify({ id, event, created: app.clocks.wall().toString(), data: subject });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-callback-token': app.bank.token,
  };
  return await app.app.hooks.fetch(
    new Request('http://127.0.0.1/hooks/sandbox', { method: 'POST', headers, body }),
  );
}

const waiting = () => app.db.selectFrom('webhook_queue').select('webhook_event_id').execute();

test('stores an event once, however often the gateway sends it', async () => {
  const id = newId(app.clocks.wall());
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      sendEvent('payout.paid', { reference: newId(app.clocks.wall()) }, id),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
  expect(
    await app.db.selectFrom('webhook_events').select('id').where('event_id', '=', id).execute(),
  ).toHaveLength(1);
});

test('removes an event about an unknown payout from the queue', async () => {
  for (const reference of ['a'.repeat(36), '-'.repeat(36), newId(app.clocks.wall()), 'x'])
    await sendEvent('payout.paid', { reference });
  await app.work();
  expect(await waiting()).toEqual([]);
});

slow('retries an event about an unknown payment, then leaves it to reconciliation', async () => {
  await sendEvent('payment.received', { paymentId: 'pay_unknown' });
  await app.work();
  const row = await app.db.selectFrom('webhook_queue').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    attempts: 1,
    lease_until: null,
    next_attempt_at: app.clocks.wall().add({ seconds: 4 }),
  });
  for (let look = 0; look < 45; look++) {
    app.clocks.addMs(601_000);
    await app.work();
  }
  expect(await waiting()).toEqual([]);
});

/** A gateway that records the queried subjects and responds only when the test tells it to. */
function slowGateway() {
  const subjects: string[] = [];
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<LookupResult>()];
  const listen = async (_: unknown, __: unknown, subject: string) => {
    subjects.push(subject);
    begun.resolve();
    return await answer.promise;
  };
  return {
    asked: subjects,
    begun: begun.promise,
    answer: answer.resolve,
    listeners: {
      payout: listen,
      payment: listen,
      reversal: listen,
      code: listen,
    } satisfies Listeners,
  };
}
const look = (listeners: Listeners) => workInbox(workCtx(app.context), listeners);
const leaseMs = async () => {
  const { lease_until } = await app.db
    .selectFrom('webhook_queue')
    .select('lease_until')
    .executeTakeFirstOrThrow();
  return (lease_until?.epochMilliseconds ?? 0) - app.clocks.wall().epochMilliseconds;
};

test('extends the lease of events as long as a slow gateway has not responded', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const references = Array.from({ length: 3 }, () => newId(app.clocks.wall()));
  for (const reference of references) await sendEvent('payout.paid', { reference });
  const gateway = slowGateway();
  const first = look(gateway.listeners);
  await gateway.begun;
  expect(gateway.asked.toSorted()).toEqual(references.toSorted());
  for (let beat = 0; beat < 6; beat += 1) {
    app.clocks.addMs(10_000);
    vi.advanceTimersByTime(10_000);
    await expect.poll(leaseMs).toBe(30_000);
    expect(await look(gateway.listeners)).toBe(0);
  }
  gateway.answer('done');
  expect(await first).toBe(3);
  expect([await waiting(), gateway.asked.length]).toEqual([[], 3]);
});

test('leaves an event alone once another server has claimed the expired lease', async () => {
  await sendEvent('payout.paid', { reference: newId(app.clocks.wall()) });
  const [dead, alive] = [slowGateway(), slowGateway()];
  const first = look(dead.listeners);
  await dead.begun;
  app.clocks.addMs(30_001);
  const second = look(alive.listeners);
  await alive.begun;
  dead.answer('done');
  await first;
  expect([(await waiting()).length, await leaseMs()]).toEqual([1, 30_000]);
  alive.answer('done');
  await second;
  expect(await waiting()).toEqual([]);
});

slow('deletes a finished webhook’s body after some days, but not its record', async () => {
  const ids = [newId(app.clocks.wall()), newId(app.clocks.wall())] as const;
  const reference = newId(app.clocks.wall());
  await sendEvent('payout.paid', { reference }, ids[0]);
  const eventOf = async (id: string) =>
    await app.db
      .selectFrom('webhook_events')
      .select(['id', 'subject', 'raw_sealed'])
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
  await app.work();
  app.clocks.addMs((webhookWordsDays - 1) * dayMs);
  await sendEvent('payment.received', { paymentId: 'pay_nobody_knows' }, ids[1]);
  await app.app.jobs.cleanup({});
  expect((await eventOf(ids[0])).raw_sealed.length).toBeGreaterThan(0);
  // A pending event keeps its body, however old it is.
  await app.db
    .insertInto('webhook_queue')
    .values({ webhook_event_id: (await eventOf(ids[0])).id, next_attempt_at: app.clocks.wall() })
    .onConflict((clash) => clash.doNothing())
    .execute();
  app.clocks.addMs(dayMs + 1);
  await app.app.jobs.cleanup({});
  expect((await eventOf(ids[0])).raw_sealed.length).toBeGreaterThan(0);
  await app.work();
  await app.app.jobs.cleanup({});
  expect(await eventOf(ids[0])).toMatchObject({ subject: reference, raw_sealed: Buffer.alloc(0) });
  expect((await eventOf(ids[1])).raw_sealed.length).toBeGreaterThan(0);
  // A repeated event is still recognized, so its body is not stored again.
  await sendEvent('payout.paid', { reference }, ids[0]);
  expect((await eventOf(ids[0])).raw_sealed).toHaveLength(0);
  await expect(
    sql`update webhook_events set raw_sealed = '' where event_id = ${ids[1]}`.execute(app.db),
  ).rejects.toThrow(/permission denied/);
});

test('recognizes a repeated event a year later, after its body was deleted', async () => {
  const id = newId(app.clocks.wall());
  const subject = { reference: newId(app.clocks.wall()) };
  await sendEvent('payout.paid', subject, id);
  await app.work();
  app.clocks.addMs(400 * dayMs);
  await app.app.jobs.cleanup({});
  expect((await sendEvent('payout.paid', subject, id)).status).toBe(200);
  const stored = await app.db
    .selectFrom('webhook_events')
    .select(['id', 'raw_sealed'])
    .where('event_id', '=', id)
    .execute();
  expect(stored).toEqual([{ id: stored[0]?.id, raw_sealed: Buffer.alloc(0) }]);
  expect(await waiting()).not.toContainEqual({ webhook_event_id: stored[0]?.id });
});
