import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { webhookWordsDays } from '#/data/retention.ts';
import { newId } from '#/platform/random.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();
const dayMs = 86_400_000;

async function tell(event: string, subject: object, id = newId(app.clocks.wall())) {
  const body = JSON.stringify({ id, event, created: app.clocks.wall().toString(), data: subject });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length), 'x-callback-token': app.bank.token };
  return await app.app.hooks.fetch(new Request('http://127.0.0.1/hooks/sandbox', { method: 'POST', headers, body }));
}

const waiting = () => app.db.selectFrom('webhook_queue').select('webhook_event_id').execute();

test('an event is kept once, however often it comes', async () => {
  const id = newId(app.clocks.wall());
  const answers = await Promise.all(Array.from({ length: 8 }, () => tell('payout.paid', { reference: newId(app.clocks.wall()) }, id)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
  expect(await app.db.selectFrom('webhook_events').select('id').where('event_id', '=', id).execute()).toHaveLength(1);
});

test('events about what is not ours are worked off and hold nothing up', async () => {
  for (const reference of ['a'.repeat(36), '-'.repeat(36), newId(app.clocks.wall()), 'x']) await tell('payout.paid', { reference });
  await app.work();
  expect(await waiting()).toEqual([]);
});

test('an event that cannot be answered yet waits, goes on being looked at, and is left to reconciliation in the end', async () => {
  await tell('payment.received', { paymentId: 'pay_unknown' });
  await app.work();
  expect(await waiting()).toHaveLength(1);
  for (let look = 0; look < 45; look++) {
    app.clocks.addMs(601_000);
    await app.work();
  }
  expect(await waiting()).toEqual([]);
});

test('the body of a webhook is deleted after its days, and the record of it stays', async () => {
  const ids = [newId(app.clocks.wall()), newId(app.clocks.wall())] as const;
  const reference = newId(app.clocks.wall());
  await tell('payout.paid', { reference }, ids[0]);
  const eventOf = async (id: string) =>
    await app.db.selectFrom('webhook_events').select(['id', 'subject', 'raw']).where('event_id', '=', id).executeTakeFirstOrThrow();
  await app.work();
  app.clocks.addMs((webhookWordsDays - 1) * dayMs);
  await tell('payment.received', { paymentId: 'pay_nobody_knows' }, ids[1]);
  await app.app.jobs.cleanup({});
  expect((await eventOf(ids[0])).raw.length).toBeGreaterThan(0);
  // One that still waits keeps them, however old it is.
  await app.db
    .insertInto('webhook_queue')
    .values({ webhook_event_id: (await eventOf(ids[0])).id, next_attempt_at: app.clocks.wall() })
    .onConflict((clash) => clash.doNothing())
    .execute();
  app.clocks.addMs(dayMs + 1);
  await app.app.jobs.cleanup({});
  expect((await eventOf(ids[0])).raw.length).toBeGreaterThan(0);
  await app.work();
  await app.app.jobs.cleanup({});
  expect(await eventOf(ids[0])).toMatchObject({ subject: reference, raw: Buffer.alloc(0) });
  expect((await eventOf(ids[1])).raw.length).toBeGreaterThan(0);
  // Sent again, it is still known.
  await tell('payout.paid', { reference }, ids[0]);
  expect((await eventOf(ids[0])).raw).toHaveLength(0);
  await expect(sql`update webhook_events set raw = '' where event_id = ${ids[1]}`.execute(app.db)).rejects.toThrow(/permission denied/);
});
