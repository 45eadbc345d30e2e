import { zMobile } from '@sandali/contract/mobile.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sms, SmsAnswer } from '#/adapters/sms/port.ts';
import { createSemaphoreSms } from '#/adapters/sms/semaphore.ts';
import { type GatewayAnswer, openTestGateway } from '#/adapters/sms/testing.ts';
import { createTwilioSms } from '#/adapters/sms/twilio.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { testContext } from '#/testing/context.ts';
import { releaseHeldMessages, sendNotice } from './jobs.ts';
import { notify } from './notifications.ts';
import * as store from './store.ts';

const [first, second] = [await openTestGateway(), await openTestGateway()];
afterAll(() => Promise.all([first.close(), second.close()]));
/** The timeout in ms, long enough for a local response under load. */
const timeoutMs = 2000;
const sms: readonly Sms[] = [
  createSemaphoreSms({ baseUrl: first.url, apiKey: 'k', sender: 'SANDALI', timeoutMs }),
  createTwilioSms({
    baseUrl: second.url,
    accountSid: 'AC1',
    user: 'AC1',
    secret: 's',
    from: 'SANDALI',
    timeoutMs,
  }),
];
const { app, fresh, clocks, jobs } = await testContext({ sms });
const { db } = app;
const phone = v.parse(zMobile, '+639171234567');
const sid = `SM${'0'.repeat(32)}`;

const accepted: { semaphore: GatewayAnswer; twilio: GatewayAnswer } = {
  semaphore: { status: 200, body: [{ message_id: 7, status: 'Pending' }] },
  twilio: { status: 201, body: { sid, status: 'queued', error_code: null } },
};
const tooMany: GatewayAnswer = { status: 429, body: '', headers: { 'retry-after': '40' } };
const down: GatewayAnswer = { status: 503, body: 'busy' };

beforeEach(() => {
  for (const gateway of [first, second]) gateway.received.length = 0;
  first.answerNext(accepted.semaphore);
  second.answerNext(accepted.twilio);
  jobs.length = 0;
  clocks.setNow('2026-04-01T02:00:00Z');
  clocks.addMs(1000);
});

async function write(kind: 'code' | 'notice'): Promise<string> {
  const to = { borrowerId: null, phone, locale: 'en' } as const;
  await inTx(db, (tx) =>
    kind === 'code'
      ? notify(workCtx(app), tx, to, 'code.login', { code: '123456', minutes: 5 })
      : notify(workCtx(app), tx, to, 'reviewApproved', { limit: '₱60,000' }),
  );
  return jobs.at(-1)?.messageId ?? '';
}
const send = (messageId: string) => sendNotice(workCtx(app), { messageId });
const messageOf = (id: string) =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const attemptsOf = async (id: string) => {
  const rows = await db
    .selectFrom('message_attempts')
    .selectAll()
    .where('message_id', '=', id)
    .orderBy('number')
    .execute();
  return rows.map(({ gateway, outcome }) => `${gateway} ${outcome}`);
};
const received = () => [first.received.length, second.received.length];

describe('gateway fail-over', () => {
  test('sends a message once through the first gateway, and stores its id there', async () => {
    const id = await write('notice');
    await send(id);
    await send(id);
    expect(received()).toEqual([1, 0]);
    expect(await messageOf(id)).toMatchObject({
      state: 'sent',
      gateway: 'semaphore',
      gateway_id: '7',
      attempts: 1,
      failure: null,
    });
    expect(await attemptsOf(id)).toEqual(['semaphore taken']);
  });

  test.each(['code', 'notice'] as const)(
    'sends a %s through the second gateway if the first refuses',
    async (kind) => {
      first.answerNext(tooMany);
      const id = await write(kind);
      await send(id);
      expect(await messageOf(id)).toMatchObject({
        state: 'sent',
        gateway: 'twilio',
        gateway_id: sid,
        attempts: 2,
      });
      expect(await attemptsOf(id)).toEqual(['semaphore refused', 'twilio taken']);
    },
  );

  test('a message that every gateway refuses fails, and a later attempt sends it', async () => {
    first.answerNext(tooMany);
    second.answerNext(tooMany);
    const id = await write('notice');
    await expect(send(id)).rejects.toThrow(
      'No SMS gateway accepted the message: semaphore: too many calls (status 429); twilio: too many',
    );
    expect(await messageOf(id)).toMatchObject({
      state: 'failed',
      attempts: 2,
      failure: expect.stringContaining('429'),
    });
    first.answerNext(accepted.semaphore);
    await send(id);
    expect(await attemptsOf(id)).toEqual([
      'semaphore refused',
      'twilio refused',
      'semaphore taken',
    ]);
  });
});

describe('an attempt without a response', () => {
  slow.each(['silence', 'cut', 'cut inside', down] as const)(
    'a notice is not sent again after an attempt without a response (%j)',
    async (answer) => {
      first.answerNext(answer);
      const id = await write('notice');
      await send(id);
      first.answerNext(accepted.semaphore);
      await send(id);
      expect(received()).toEqual([1, 0]);
      expect(await messageOf(id)).toMatchObject({ state: 'unsure', sent_at: null, attempts: 1 });
      expect(await attemptsOf(id)).toEqual(['semaphore unsure']);
    },
  );

  test('sends a code once through the second gateway if the first does not respond', async () => {
    first.answerNext('cut');
    const id = await write('code');
    await send(id);
    expect(received()).toEqual([1, 1]);
    expect(await messageOf(id)).toMatchObject({ state: 'sent', gateway: 'twilio' });
  });

  test('a code is never sent again through a gateway that did not respond', async () => {
    first.answerNext('cut');
    second.answerNext(tooMany);
    const id = await write('code');
    await expect(send(id)).rejects.toThrow('No SMS gateway accepted the message');
    second.answerNext('cut');
    await send(id);
    await send(id);
    expect(received()).toEqual([1, 2]);
    expect(await messageOf(id)).toMatchObject({ state: 'unsure' });
  });

  test('treats an attempt as unanswered if the server was killed during the call', async () => {
    const id = await write('notice');
    const until = clocks.wall().add({ seconds: 45 });
    await fresh.owner.db
      .updateTable('messages')
      .set({ state: 'sending', leased_until: until, attempts: 1 })
      .where('id', '=', id)
      .execute();
    await fresh.owner.db
      .insertInto('message_attempts')
      .values({ message_id: id, number: 1, gateway: 'semaphore', asked_at: clocks.wall() })
      .execute();
    await expect(send(id)).rejects.toThrow('Another worker has this message');
    clocks.addMs(45_000);
    await send(id);
    expect(received()).toEqual([0, 0]);
    expect(await attemptsOf(id)).toEqual(['semaphore unsure']);
    expect(await messageOf(id)).toMatchObject({
      state: 'unsure',
      failure: 'semaphore may have sent it',
    });
  });
});

describe('message lease', () => {
  /**
   * Returns a gateway that responds after 20 s, the longest permitted time. In the meantime another
   * worker attempts the job.
   */
  const slow = (name: string, answer: SmsAnswer, meanwhile: () => Promise<void>): Sms => ({
    name,
    deduplicates: false,
    async send() {
      clocks.addMs(20_000);
      await meanwhile();
      return answer;
    },
    delivery: async () => 'unknown',
  });

  test('a slow gateway causes no duplicate because each call extends the lease', async () => {
    const id = await write('notice');
    const others: string[] = [];
    const meanwhile = () => send(id).catch((error) => void others.push(error.message));
    const gateways = [
      slow('semaphore', { outcome: 'refused', reason: 'status 429' }, meanwhile),
      slow('twilio', { outcome: 'sent', gatewayId: 'g' }, meanwhile),
    ];
    await sendNotice(workCtx({ ...app, sms: gateways }), { messageId: id });
    expect(others).toEqual(
      Array(2).fill('Another worker has this message; a later attempt takes over if it stops.'),
    );
    expect([await attemptsOf(id), received()]).toEqual([
      ['semaphore refused', 'twilio taken'],
      [0, 0],
    ]);
  });

  test('a worker that lost the lease can store neither an attempt nor a result', async () => {
    const id = await write('notice');
    const first = await store.lease(db, id, clocks.wall());
    expect(await store.lease(db, id, clocks.wall())).toBeNull();
    clocks.addMs(30_000);
    const second = await store.lease(db, id, clocks.wall());
    if (!first || !second) throw new Error('the message was not free');
    expect(await store.insertAttempt(db, first.lease, 'semaphore', clocks.wall())).toBeNull();
    await store.markNotSent(db, first.lease, 'failed', 'late');
    const attempt = await store.insertAttempt(db, second.lease, 'twilio', clocks.wall());
    expect([await attemptsOf(id), (await messageOf(id)).state]).toEqual([
      ['twilio null'],
      'sending',
    ]);
    expect(attempt?.until).toEqual(clocks.wall().add({ seconds: 30 }));
  });
});

describe('quiet hours', () => {
  test('holds a notice until 06:00 Manila time during quiet hours, and sends it once', async () => {
    clocks.setNow('2026-04-01T14:00:00Z');
    const id = await write('notice');
    await send(id);
    await send(id);
    const at = Temporal.Instant.from('2026-04-01T22:00:00Z');
    expect(await messageOf(id)).toMatchObject({
      state: 'held',
      held_until: at,
      sent_at: null,
      attempts: 0,
    });
    jobs.length = 0;
    clocks.setNow('2026-04-01T21:59:59.999Z');
    expect(await releaseHeldMessages(workCtx(app))).toBe(0);
    clocks.setNow('2026-04-01T22:00:00Z');
    expect(await releaseHeldMessages(workCtx(app))).toBe(1);
    expect(await releaseHeldMessages(workCtx(app))).toBe(0);
    expect(jobs).toEqual([{ messageId: id }]);
    await send(id);
    expect(await messageOf(id)).toMatchObject({ state: 'sent', sent_at: at, held_until: null });
    expect(received()).toEqual([1, 0]);
  });

  test('quiet hours do not hold a code', async () => {
    clocks.setNow('2026-04-01T16:00:00Z');
    const id = await write('code');
    await send(id);
    expect(await messageOf(id)).toMatchObject({ state: 'sent' });
  });
});

describe('message constraints', () => {
  const change = (id: string, set: object) =>
    fresh.owner.db.updateTable('messages').set(set).where('id', '=', id).execute();

  test('the database refuses to change the state of a sent message', async () => {
    const id = await write('notice');
    await send(id);
    await expect(change(id, { state: 'waiting', sent_at: null })).rejects.toThrow(
      'a message that is sent never changes',
    );
  });

  test('the database accepts one success per message and one outcome per attempt', async () => {
    const id = await write('notice');
    await send(id);
    const attempts = fresh.owner.db.updateTable('message_attempts').where('message_id', '=', id);
    await expect(attempts.set({ outcome: 'refused', gateway_id: null }).execute()).rejects.toThrow(
      'the outcome of an attempt can be set only once',
    );
    const secondId = await write('notice');
    const open = { message_id: secondId, gateway: 'semaphore', asked_at: clocks.wall() };
    const ask = (number: number) =>
      fresh.owner.db
        .insertInto('message_attempts')
        .values({ ...open, number })
        .execute();
    await ask(1);
    await expect(ask(2)).rejects.toThrow('message_attempts_one_at_a_time');
    const again = {
      message_id: id,
      number: 2,
      gateway: 'twilio',
      gateway_id: 'x',
      outcome: 'taken',
    };
    const values = { ...again, asked_at: clocks.wall(), answered_at: clocks.wall() };
    await expect(
      fresh.owner.db.insertInto('message_attempts').values(values).execute(),
    ).rejects.toThrow('message_attempts_taken_once');
  });

  test('the database refuses unknown message states and states without their fields', async () => {
    const id = await write('notice');
    for (const set of [
      { state: 'lost' },
      { state: 'held' },
      { state: 'sending' },
      { state: 'sent', sent_at: clocks.now() },
    ])
      await expect(change(id, set)).rejects.toThrow('violates check constraint');
  });
});
