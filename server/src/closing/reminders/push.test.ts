// Each reminder goes to the registered browsers as a push notification, or by SMS if no browser
// accepts it, never both ways.
import { createECDH, randomBytes } from 'node:crypto';
import { logout } from '@sandali/contract/account.ts';
import { logoutOthers } from '@sandali/contract/device.ts';
import { reminderQuery, reminderSave } from '@sandali/contract/reminder.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSession } from '#/account/login/session.ts';
import type { Push, PushAnswer } from '#/adapters/push/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { sendNotice } from '#/notifications/jobs.ts';
import { newId } from '#/platform/random.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { debtor } = moneySteps(app);
type Person = Awaited<ReturnType<typeof app.person>>;

function browser(host = 'fcm.googleapis.com') {
  const p256dh = createECDH('prime256v1').generateKeys('base64url', 'uncompressed');
  return {
    endpoint: `https://${host}/send/${randomBytes(9).toString('base64url')}`,
    p256dh,
    auth: randomBytes(16).toString('base64url'),
  };
}
const wants = ({ client }: Person, over: object = {}) =>
  client.ask(reminderSave, { channel: 'push', hour: 9, browser: browser(), ...over });
const browsers = async (who: Person) =>
  (
    await app.db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('borrower_id', '=', await gidOf(who))
      .orderBy('slot')
      .execute()
  ).map((row) => row.slot);
const logIn = (who: string, deviceId: string) =>
  inTx(app.db, (tx) =>
    openSession(
      tx,
      {
        deviceId,
        requestId: newId(app.clocks.wall()),
        terminal: 'web',
        userAgent: '',
        wall: app.clocks.wall(),
      },
      who,
    ),
  );
/** Writes the reminder for the day before the due date, and returns the job that sends it. */
async function reminded() {
  const borrower = await debtor(8);
  expect((await wants(borrower.anna)).name).toBe('success');
  await app.addDays(7);
  await app.app.jobs['reminder.look']({});
  app.jobs.length = 0;
  // Bills from earlier tests may also have reminders today.
  const row = await app.db
    .selectFrom('reminders')
    .select('message_id')
    .where('loan_id', '=', borrower.loanId)
    .executeTakeFirstOrThrow();
  return { ...borrower, job: { messageId: row.message_id ?? '' } };
}
const messageOf = ({ messageId }: { messageId: string }) =>
  app.db.selectFrom('messages').selectAll().where('id', '=', messageId).executeTakeFirstOrThrow();
const bySms = ({ messageId }: { messageId: string }) =>
  app.db
    .selectFrom('sandbox_messages')
    .select('text')
    .where('message_id', '=', messageId)
    .execute();

test('a push reminder requires a browser with valid keys at a known push service', async () => {
  const anna = await app.person();
  expect(await anna.client.must(reminderQuery, {})).toMatchObject({
    channel: 'sms',
    isToldHere: false,
    pushKey: expect.any(String),
  });
  expect((await wants(anna, { browser: undefined })).name).toBe('pushMissing');
  expect((await wants(anna, { browser: browser('evil.example') })).name).toBe('pushServiceUnknown');
  for (const wrong of [
    { p256dh: 'BAAA' },
    { auth: '' },
    { endpoint: 'nonsense' },
    { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` },
  ])
    expect((await wants(anna, { browser: { ...browser(), ...wrong } })).name).toBe('inputInvalid');
  expect(await anna.client.must(reminderQuery, {})).toMatchObject({
    channel: 'sms',
    isToldHere: false,
  });
  expect((await wants(anna)).name).toBe('success');
  expect(await anna.client.must(reminderQuery, {})).toMatchObject({
    channel: 'push',
    isToldHere: true,
  });
  expect((await wants(anna, { browser: undefined, hour: 20 })).name).toBe('success');
  const { rows } = await sql<{
    facts: Buffer;
  }>`select subscription_sealed as facts from push_subscriptions`.execute(app.db);
  expect(rows.map(({ facts }) => facts.includes('googleapis'))).toEqual([false]);
  expect((await wants(anna, { channel: 'sms', browser: undefined })).name).toBe('success');
  expect(await browsers(anna)).toEqual([]);
});

slow('sends a push with the reminder’s text and bill, but no SMS', async () => {
  const { loanId, job } = await reminded();
  await app.app.jobs['reminder.send'](job);
  expect(await messageOf(job)).toMatchObject({
    channel: 'push',
    state: 'sent',
    gateway: 'push',
    attempts: 1,
  });
  const shown = await app.db
    .selectFrom('sandbox_pushes')
    .selectAll()
    .where('message_id', '=', job.messageId)
    .execute();
  expect(shown).toMatchObject([
    {
      opens: `/billDetail?loanId=${loanId}`,
      body: expect.stringMatching(/^₱60,960\.00 is due tomorrow, /),
    },
  ]);
  expect(await bySms(job)).toEqual([]);
});

const answering = (answer: PushAnswer, ttls: number[] = []): Push => ({
  publicKey: 'BAAA',
  send: async (_to, _note, ttlSeconds) => {
    ttls.push(ttlSeconds);
    return answer;
  },
});
const gone: PushAnswer = { outcome: 'gone' };
const refused: PushAnswer = { outcome: 'refused', reason: 'status 429' };
const unknown: PushAnswer = { outcome: 'unknown', reason: 'no answer in time' };
slow.each([
  [gone, 'sent', 1, 0],
  [refused, 'sent', 1, 1],
  [unknown, 'unsure', 0, 1],
] as const)(
  'after the push service’s response %j, the message is %s, with %i SMS and %i browsers left',
  async (answer, state, sms, browsersLeft) => {
    const { anna, job } = await reminded();
    const ttls: number[] = [];
    const context = { ...app.context, push: answering(answer, ttls) };
    await sendNotice(workCtx(context), job);
    await sendNotice(workCtx(context), job);
    expect([
      (await messageOf(job)).state,
      (await bySms(job)).length,
      (await browsers(anna)).length,
    ]).toEqual([state, sms, browsersLeft]);
    expect(ttls).toHaveLength(1);
    const here = app.clocks.now().toZonedDateTimeISO('Asia/Manila');
    const secondsToTen = here.withPlainTime('22:00').since(here).total('seconds');
    // The push expires at 22:00, so a phone that is switched on later that night shows nothing.
    expect(ttls[0]).toBe(Math.floor(secondsToTen));
  },
);

slow('does not resend a push if the server stopped while sending it', async () => {
  const { job } = await reminded();
  const silence = new Promise<PushAnswer>(() => {});
  void sendNotice(
    workCtx({ ...app.context, push: { publicKey: 'BAAA', send: () => silence } }),
    job,
  );
  await expect.poll(async () => (await messageOf(job)).attempts).toBe(1);
  app.clocks.addMs(60_000);
  await sendNotice(workCtx(app.context), job);
  expect([(await messageOf(job)).state, await bySms(job)]).toEqual(['unsure', []]);
});

test('removes push subscriptions at logout, at another’s login, and beyond five', async () => {
  const [anna, ben] = [await app.person(), await app.person()];
  await wants(anna);
  await anna.client.must(logout, {});
  const remaining = await app.db.selectFrom('push_subscriptions').selectAll().execute();
  await wants(ben);
  const bens = await gidOf(ben);
  const row = await app.db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('borrower_id', '=', bens)
    .executeTakeFirstOrThrow();
  expect(remaining.map((subscription) => subscription.device_id)).not.toContain(row.device_id);
  await logIn(bens, row.device_id);
  const own = () =>
    app.db
      .selectFrom('push_subscriptions')
      .select('device_id')
      .where('borrower_id', '=', bens)
      .execute();
  // When the same person logs in again, the new session replaces the old one and keeps the
  // browser's push subscription.
  expect(await own()).toHaveLength(1);
  const carla = await app.person();
  await logIn(await gidOf(carla), row.device_id);
  expect(await own()).toEqual([]);
  const filled = await app.person();
  const id = await gidOf(filled);
  for (let n = 1; n <= 5; n += 1) {
    await logIn(id, `d${n}`);
    const of = {
      borrower_id: id,
      device_id: `d${n}`,
      slot: n,
      subscription_sealed: Buffer.of(0),
      endpoint_hash: Buffer.of(n),
    };
    await app.db
      .insertInto('push_subscriptions')
      .values({ ...of, added_at: app.clocks.wall().subtract({ hours: 10 - n }) })
      .execute();
  }
  await wants(filled);
  expect(await browsers(filled)).toEqual([1, 2, 3, 4, 5]);
  await logIn(id, 'd7');
  const sixth = {
    borrower_id: id,
    device_id: 'd7',
    slot: 6,
    subscription_sealed: Buffer.of(0),
    endpoint_hash: Buffer.of(7),
    added_at: app.clocks.wall(),
  };
  await expect(app.db.insertInto('push_subscriptions').values(sixth).execute()).rejects.toThrow(
    'slot_check',
  );
});

test('a push subscription exists only during the borrower’s session on the device', async () => {
  const anna = await app.person();
  const elsewhere = app.device();
  elsewhere.token = anna.client.token;
  const refused = await elsewhere.ask(reminderSave, {
    channel: 'push',
    hour: 9,
    browser: browser(),
  });
  expect([refused.name, await browsers(anna)]).toEqual(['sessionInvalid', []]);
  const forged = {
    borrower_id: await gidOf(anna),
    device_id: 'made up',
    slot: 1,
    subscription_sealed: Buffer.of(0),
    endpoint_hash: Buffer.of(99),
  };
  const insert = app.db
    .insertInto('push_subscriptions')
    .values({ ...forged, added_at: app.clocks.wall() });
  await expect(insert.execute()).rejects.toThrow('needs a session of its borrower');

  await wants(anna);
  await logIn(forged.borrower_id, 'second');
  await app.db
    .insertInto('push_subscriptions')
    .values({ ...forged, device_id: 'second', slot: 2, added_at: app.clocks.wall() })
    .execute();
  expect(await browsers(anna)).toEqual([1, 2]);
  await anna.client.must(logoutOthers, {});
  expect(await browsers(anna)).toEqual([1]);
});

test('a browser’s push subscription belongs to the borrower who registered it last', async () => {
  const [anna, ben] = [await app.person(), await app.person()];
  const shared = browser();
  await wants(anna, { browser: shared });
  await wants(ben, { browser: shared });
  expect([await browsers(anna), await browsers(ben)]).toEqual([[], [1]]);
});
