// The delivery status of messages that a gateway accepted.
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

/**
 * Sends a message that the gateway accepts. `there` is the id that the gateway gives the message.
 */
async function accepted(): Promise<{ messageId: string; there: number }> {
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
  const delivery = await db
    .selectFrom('message_deliveries')
    .select(['state', 'asked'])
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return `${delivery.state} ${delivery.asked}`;
};
const look = () => checkDeliveries(workCtx(app));

test('checks a delivery a minute after acceptance, and stores the result once', async () => {
  const { messageId, there } = await accepted();
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
  ).rejects.toThrow('set only once');
});

test('records that a message was not delivered, even after days', async () => {
  const { messageId, there } = await accepted();
  for (const answer of [
    says(there, 'Pending'),
    { status: 500, body: '' } as GatewayAnswer,
    says(there, 'Dreaming'),
    'cut' as GatewayAnswer,
  ]) {
    clocks.addMs(24 * 3_600_000);
    gateway.answerNext(answer);
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

test('stops checking a message’s delivery after five inconclusive checks', async () => {
  const { messageId } = await accepted();
  gateway.answerNext(says(99_999, 'Sent')); // another message
  for (let checks = 0; checks < 5; checks += 1) {
    clocks.addMs(deliveryCheckInMs(checks) ?? 0);
    await look();
  }
  expect([await stateOf(messageId), deliveryCheckInMs(5)]).toEqual(['unknown 5', null]);
  clocks.addMs(30 * 24 * 3_600_000);
  await look();
  expect(gateway.received.length).toBe(5);
});

test('checks a message’s delivery only once if two workers run concurrently', async () => {
  const { messageId, there } = await accepted();
  clocks.addMs(60_000);
  gateway.answerNext(says(there, 'Pending'));
  await Promise.all([look(), look()]);
  expect([gateway.received.length, await stateOf(messageId)]).toEqual([1, 'underway 1']);
});

test('sets a delivery status to unknown if the gateway is no longer configured', async () => {
  const { messageId } = await accepted();
  const withoutGateway = { ...app, sms: [createSandboxSms(db, clocks)] };
  for (let checks = 0; checks < 5; checks += 1) {
    clocks.addMs(deliveryCheckInMs(checks) ?? 0);
    await checkDeliveries(workCtx(withoutGateway));
  }
  expect([await stateOf(messageId), gateway.received.length]).toEqual(['unknown 5', 0]);
});

test('the sandbox reports a message as delivered only if it is in the outbox', async () => {
  const id = '0198a000-0000-7000-8000-000000000777';
  const sandbox = createSandboxSms(db, clocks);
  const sent = await sandbox.send({ to: phone, text: 'Hello', messageId: id, endsInSeconds: null });
  expect(sent.outcome === 'sent' && (await sandbox.delivery(sent.gatewayId))).toBe('delivered');
  expect(await sandbox.delivery('sandbox-0198a000-0000-7000-8000-000000000778')).toBe(
    'notDelivered',
  );
});
