import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { recipientOf } from '#/account/account.ts';
import type { Sms } from '#/adapters/sms/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { dataOf, device, testContext } from '#/testing/context.ts';
import { sendNotice } from './jobs.ts';
import { exportPersonalData, notify } from './notifications.ts';

/** A gateway that refuses messages while `failing` is above 0. */
const gateway = { failing: 0, sent: [] as { to: string; text: string; messageId: string }[] };
const sms: Sms = {
  name: 'fake',
  deduplicates: false,
  async send(message) {
    if (gateway.failing > 0) {
      gateway.failing -= 1;
      return { outcome: 'refused', reason: 'status 503' };
    }
    gateway.sent.push(message);
    return { outcome: 'sent', gatewayId: `g-${gateway.sent.length}` };
  },
  delivery: async () => 'unknown',
};
const { app, clocks, jobs, set, ask, outbox } = await testContext();
const broken = { ...app, sms: [sms] };
const { db } = app;

beforeEach(() => {
  jobs.length = 0;
  gateway.sent.length = 0;
  gateway.failing = 0;
  clocks.addMs(60 * 60 * 1000);
});

const phone = v.parse(zMobile, '+639171234567');
const code = { code: '123456', minutes: 5 };
const messageOf = (id: string) =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function write(kind: 'code.login' | 'reviewApproved' = 'code.login'): Promise<string> {
  const to = { borrowerId: null, phone, locale: 'en' } as const;
  await inTx(db, (tx) =>
    kind === 'code.login'
      ? notify(workCtx(app), tx, to, kind, code)
      : notify(workCtx(app), tx, to, kind, { limit: '₱60,000' }),
  );
  return jobs.at(-1)?.messageId ?? '';
}

test('writes a sealed message in the recipient’s language, and sends it with a job', async () => {
  await inTx(db, (tx) =>
    notify(workCtx(app), tx, { borrowerId: null, phone, locale: 'fil' }, 'code.register', code),
  );
  const [{ messageId } = { messageId: '' }] = jobs;
  const row = await messageOf(messageId);
  expect(row).toMatchObject({
    borrower_id: null,
    kind: 'code.register',
    sent_at: null,
    attempts: 0,
    queued_at: clocks.now(),
  });
  expect(row.ends_at).toEqual(clocks.wall().add({ minutes: 5 }));
  expect(row.to_hash).toEqual(app.sealer.hash('phone', phone));
  expect(Buffer.concat([row.to_sealed, row.text_sealed]).includes('123456')).toBe(false);
  const before = await db
    .selectFrom('sandbox_messages')
    .select('id')
    .where('phone', '=', phone)
    .execute();
  expect(before).toEqual([]);
  expect((await outbox(phone)).at(-1)).toMatch(/^Sandali: .*123456/);
  expect(await messageOf(messageId)).toMatchObject({
    sent_at: clocks.now(),
    attempts: 1,
    gateway: 'sandbox',
    gateway_id: `sandbox-${messageId}`,
    failure: null,
  });
});

test('never sends a message whose transaction was rolled back', async () => {
  const attempt = inTx(db, async (tx) => {
    await notify(workCtx(app), tx, { borrowerId: null, phone, locale: 'en' }, 'code.login', code);
    throw new Error('no');
  });
  await expect(attempt).rejects.toThrow('no');
  const messageId = jobs.pop()?.messageId ?? '';
  await sendNotice(workCtx(broken), { messageId });
  expect(gateway.sent).toEqual([]);
});

test('notifies a borrower at their own number and in their own language', async () => {
  const mine = v.parse(zMobile, '+639181234567');
  const on = device('fil');
  const { challengeId } = dataOf(await ask(on, codeSms, { phone: mine, purpose: 'login' }));
  const sixDigits = /\d{6}/.exec((await outbox(mine)).join())?.[0] ?? '';
  const input = {
    by: 'code',
    phone: mine,
    challengeId,
    code: sixDigits,
    agreementVersion,
  } as const;
  const { userGid } = dataOf(await ask(on, logonRegister, input));
  await inTx(db, async (tx) =>
    notify(workCtx(app), tx, await recipientOf(app, tx, userGid), 'reviewApproved', {
      limit: '₱60,000',
    }),
  );
  const text = (await outbox(mine)).at(-1);
  expect(text).toContain('₱60,000');
  expect(text).not.toContain('you are approved');
  expect(await exportPersonalData(app, db, userGid)).toMatchObject({
    messages: [{ kind: 'reviewApproved', at: clocks.now() }],
  });
});

test('sends a message once, even if several workers have its job', async () => {
  const messageId = await write();
  await sendNotice(workCtx(broken), { messageId });
  await sendNotice(workCtx(broken), { messageId });
  expect(gateway.sent).toHaveLength(1);
  const secondId = await write();
  const all = await Promise.allSettled(
    [0, 1, 2].map(() => sendNotice(workCtx(app), { messageId: secondId })),
  );
  expect(all.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await messageOf(secondId)).toMatchObject({ state: 'sent', attempts: 1 });
  const rows = await db
    .selectFrom('sandbox_messages')
    .select('id')
    .where('message_id', '=', secondId)
    .execute();
  expect(rows).toHaveLength(1);
});

test('stores a gateway’s refusal, and sends the message with a later attempt', async () => {
  const messageId = await write('reviewApproved');
  gateway.failing = 1;
  await expect(sendNotice(workCtx(broken), { messageId })).rejects.toThrow('status 503');
  expect(await messageOf(messageId)).toMatchObject({
    sent_at: null,
    state: 'failed',
    attempts: 1,
    gateway: 'fake',
    failure: 'fake: status 503',
  });
  clocks.addMs(24 * 60 * 60 * 1000);
  await sendNotice(workCtx(broken), { messageId });
  expect(await messageOf(messageId)).toMatchObject({
    attempts: 2,
    gateway_id: 'g-1',
    failure: null,
  });
  expect(gateway.sent.map(({ to }) => to)).toEqual([phone]);
});

test('does not send an expired code', async () => {
  const messageId = await write();
  clocks.addMs(5 * 60_000);
  await sendNotice(workCtx(broken), { messageId });
  expect(gateway.sent).toEqual([]);
  expect(await messageOf(messageId)).toMatchObject({ sent_at: null, dropped_at: clocks.now() });
});

test('sends a message only once `smsOn` is on again', async () => {
  const messageId = await write('reviewApproved');
  await set('smsOn', false);
  await expect(sendNotice(workCtx(broken), { messageId })).rejects.toThrow('switched off');
  await set('smsOn', true);
  await sendNotice(workCtx(broken), { messageId });
  expect(gateway.sent).toHaveLength(1);
});
