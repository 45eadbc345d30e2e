// What became of messages that a gateway took.
import { zMobile } from '@sandali/contract/mobile.ts';
import * as v from 'valibot';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createSandboxSms } from '#/adapters/sms/sandbox.ts';
import { createSemaphoreSms } from '#/adapters/sms/semaphore.ts';
import { type GatewayAnswer, openTestGateway } from '#/adapters/sms/testing.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { createLog } from '#/platform/log.ts';
import { testContext } from '#/testing/context.ts';
import { checkDeliveries } from './delivery.ts';
import { sendNotice } from './jobs.ts';
import { notify } from './notifications.ts';
import { deliveryCheckInMs } from './rules.ts';

const gateway = await openTestGateway();
afterAll(() => gateway.close());
const warned: string[] = [];
const { app, clocks, jobs } = await testContext({
  log: createLog('warn', (line) => warned.push(line)),
  sms: [
    createSemaphoreSms({
      baseUrl: gateway.url,
      apiKey: 'key-canary',
      sender: 'SANDALI',
      timeoutMs: 2000,
    }),
  ],
});
const { db } = app;
const phone = v.parse(zMobile, '+639171234567');
let nth = 0;

beforeEach(() => {
  clocks.setNow('2026-04-01T02:00:00Z');
});

/** A message that the gateway has taken; its id there. */
async function taken(): Promise<{ messageId: string; there: number }> {
  const there = ++nth;
  gateway.answerNext({ status: 200, body: [{ message_id: there, status: 'Pending' }] });
  await inTx(db, (tx) =>
    notify(workCtx(app), tx, { borrowerId: null, phone, locale: 'en' }, 'code.login', {
      code: '123456',
      minutes: 5,
    }),
  );
  const messageId = jobs.at(-1)?.messageId ?? '';
  await sendNotice(workCtx(app), { messageId });
  gateway.received.length = 0;
  return { messageId, there };
}
const says = (there: number, status: string): GatewayAnswer => ({
  status: 200,
  body: [{ message_id: there, status }],
});
const stateOf = async (messageId: string) => {
  const one = await db
    .selectFrom('message_deliveries')
    .select(['state', 'asked'])
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return `${one.state} ${one.asked}`;
};
const look = () => checkDeliveries(workCtx(app));

test('a gateway is asked a minute after it took a message, and its answer is stored once', async () => {
  const { messageId, there } = await taken();
  clocks.addMs(59_999);
  await look();
  expect([gateway.received.length, await stateOf(messageId)]).toEqual([0, 'underway 0']);
  clocks.addMs(1);
  gateway.answerNext(says(there, 'Sent'));
  await look();
  await look();
  expect(gateway.received.map(({ path }) => path)).toEqual([
    `/api/v4/messages/${there}?apikey=key-canary`,
  ]);
  expect(await stateOf(messageId)).toBe('delivered 1');
  await expect(
    db
      .updateTable('message_deliveries')
      .set({ state: 'unknown' })
      .where('message_id', '=', messageId)
      .execute(),
  ).rejects.toThrow('reported once');
});

test('a message that was taken and not delivered says so, also after days', async () => {
  const { messageId, there } = await taken();
  for (const told of [
    says(there, 'Pending'),
    { status: 500, body: '' } as GatewayAnswer,
    says(there, 'Dreaming'),
    'cut' as GatewayAnswer,
  ]) {
    clocks.addMs(24 * 3_600_000);
    gateway.answerNext(told);
    await look();
  }
  expect(await stateOf(messageId)).toBe('underway 4');
  clocks.addMs(24 * 3_600_000);
  gateway.answerNext(says(there, 'Failed'));
  await look();
  expect(await stateOf(messageId)).toBe('notDelivered 5');
  expect(warned.map((line) => JSON.parse(line))).toMatchObject([
    { gateway: 'semaphore', state: 'code.login' },
  ]);
});

test('after five questions without an answer nobody asks any more', async () => {
  const { messageId } = await taken();
  gateway.answerNext(says(99_999, 'Sent')); // another message
  for (let asked = 0; asked < 5; asked += 1) {
    clocks.addMs(deliveryCheckInMs(asked) ?? 0);
    await look();
  }
  expect([await stateOf(messageId), deliveryCheckInMs(5)]).toEqual(['unknown 5', null]);
  clocks.addMs(30 * 24 * 3_600_000);
  await look();
  expect(gateway.received.length).toBe(5);
});

test('two workers at once ask about a message once; one that stops leaves it to the next question', async () => {
  const { messageId, there } = await taken();
  clocks.addMs(60_000);
  gateway.answerNext(says(there, 'Pending'));
  await Promise.all([look(), look()]);
  expect([gateway.received.length, await stateOf(messageId)]).toEqual([1, 'underway 1']);
});

test('a message of a gateway that is no longer configured ends as unknown, and the sandbox has delivered what is in its outbox', async () => {
  const { messageId } = await taken();
  const other = { ...app, sms: [createSandboxSms(db, clocks)] };
  for (let asked = 0; asked < 5; asked += 1) {
    clocks.addMs(deliveryCheckInMs(asked) ?? 0);
    await checkDeliveries(workCtx(other));
  }
  expect([await stateOf(messageId), gateway.received.length]).toEqual(['unknown 5', 0]);
  const id = '0198a000-0000-7000-8000-000000000777';
  const sandbox = createSandboxSms(db, clocks);
  const sent = await sandbox.send({ to: phone, text: 'Hello', messageId: id, endsInSeconds: null });
  expect(sent.outcome === 'sent' && (await sandbox.delivery(sent.gatewayId))).toBe('delivered');
  expect(await sandbox.delivery('sandbox-0198a000-0000-7000-8000-000000000778')).toBe(
    'notDelivered',
  );
});
