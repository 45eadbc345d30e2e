import { expect, test } from 'vitest';
import { newId } from '#/kit/random.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp();

async function tell(event: string, subject: object, id = newId(app.clocks.wall())) {
  const body = JSON.stringify({ id, event, created: app.clocks.wall().toString(), data: subject });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length), 'x-callback-token': app.bank.token };
  return await app.app.hooks.fetch(new Request('http://127.0.0.1/hooks/sandbox', { method: 'POST', headers, body }));
}

const waiting = () => app.db.selectFrom('inbox_work').select('inbox_id').execute();

test('an event is kept once, however often it comes', async () => {
  const id = newId(app.clocks.wall());
  const answers = await Promise.all(Array.from({ length: 8 }, () => tell('payout.paid', { reference: newId(app.clocks.wall()) }, id)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
  expect(await app.db.selectFrom('inbox_events').select('id').where('event_id', '=', id).execute()).toHaveLength(1);
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
