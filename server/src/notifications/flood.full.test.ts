// A flood of reminders on the real queue, as at nine in the morning, does not delay a code.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import * as v from 'valibot';
import { expect, onTestFinished } from 'vitest';
import type { Sms, SmsMessage } from '#/adapters/sms/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { emptyHandlers } from '#/db/queue.testing.ts';
import { type Handlers, openQueue } from '#/db/queue.ts';
import { readConfig } from '#/platform/config.ts';
import { createLog } from '#/platform/log.ts';
import { dataOf, device, testContext } from '#/testing/context.ts';
import { sendNotice } from './jobs.ts';
import { notifyAll } from './notifications.ts';

const count = 5000;
const batch = 100;

/**
 * The state of a gateway that holds reminders back until the test releases them, and sends
 * everything else immediately.
 */
const reminders = { begun: 0, sent: 0, mayEnd: Promise.withResolvers<void>() };
let onCode: (message: SmsMessage) => void = () => {};
const sms: Sms = {
  name: 'fake',
  deduplicates: false,
  async send(message) {
    if (message.endsInSeconds === null) {
      reminders.begun += 1;
      await reminders.mayEnd.promise;
      reminders.sent += 1;
    } else onCode(message);
    return { outcome: 'sent', gatewayId: message.messageId };
  },
  delivery: async () => 'unknown',
};
const { app, fresh, ask, outbox } = await testContext();
const { db } = app;
const phone = (last: number) => v.parse(zMobile, `+63917123450${last}`);
const send: Handlers['code.send'] = (payload) => sendNotice(workCtx(app), payload);
const handlers: Handlers = {
  ...emptyHandlers,
  'code.send': send,
  'notice.send': send,
  'reminder.send': send,
};

async function borrower(): Promise<string> {
  const on = device();
  const { challengeId } = dataOf(await ask(on, codeSms, { phone: phone(0), purpose: 'login' }));
  const code = /\d{6}/.exec((await outbox(phone(0))).join())?.[0] ?? '';
  return dataOf(
    await ask(on, logonRegister, {
      by: 'code',
      phone: phone(0),
      challengeId,
      code,
      agreementVersion,
    }),
  ).userGid;
}

/** Queues reminders as the worker does, one batch per transaction. */
async function queueReminders(borrowerId: string): Promise<void> {
  const to = { borrowerId, phone: phone(0), locale: 'en', about: borrowerId } as const;
  const values = { amount: '₱61,800.00', due: '5 Dec 2026', telephone: '(02) 5550 0100' };
  const letters = Array.from({ length: batch }, () => ({
    to,
    kind: 'reminderToday' as const,
    values,
  }));
  for (let queued = 0; queued < count; queued += batch)
    await inTx(db, (tx) => notifyAll(workCtx(app), tx, letters));
}

/**
 * Requests a login code as a borrower would.
 * @returns the number of reminders sent before the gateway received the code
 */
async function codeFor(number: ReturnType<typeof phone>): Promise<number> {
  const sent = new Promise<number>((resolve) => {
    onCode = (message) => message.to === number && resolve(reminders.sent);
  });
  dataOf(await ask(device(), codeSms, { phone: number, purpose: 'login' }));
  return await sent;
}

slow(`sends a login code before ${count} waiting reminders`, async () => {
  const borrowerId = await borrower();
  const { queues } = readConfig({ REMINDERS_A_MINUTE: '60000' });
  const queue = await openQueue(
    fresh.place.app,
    createLog('error', (line) => process.stderr.write(line)),
    queues,
  );
  onTestFinished(() => queue.stop());
  const stillDue = { notifications: { checkReminderStillDue: async () => true } };
  Object.assign(app, { queue, sms: [sms], ports: { ...app.ports, ...stillDue } });
  await queueReminders(borrowerId);
  await queue.work(handlers);

  expect(await codeFor(phone(1))).toBe(0);
  expect(reminders.begun).toBeLessThanOrEqual(queues.remindersAtOnce);

  reminders.mayEnd.resolve();
  expect(await codeFor(phone(2))).toBeLessThan(count / 10);
  const { rows } = await fresh.owner.pool.query(
    "select count(*)::int as waiting from messages where kind like 'reminder%' and state in ('waiting', 'sending')",
  );
  expect(rows[0].waiting).toBeGreaterThan(count / 2);
});
