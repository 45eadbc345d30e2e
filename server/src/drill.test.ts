// Tests that a drill sends nothing, whatever is waiting and whatever staff order.
import { createECDH, randomBytes } from 'node:crypto';
import * as diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import * as net from 'node:net';
import { codeSms } from '@sandali/contract/account.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterAll, expect, test } from 'vitest';
import { createSandboxBank } from '#/adapters/bank/sandbox.ts';
import { createXenditBank } from '#/adapters/bank/xendit.ts';
import { drillBank, drillFiles, drillPush, drillSms } from '#/adapters/drill.ts';
import { createPushServices } from '#/adapters/push/services.ts';
import { createSemaphoreSms } from '#/adapters/sms/semaphore.ts';
import { createTwilioSms } from '#/adapters/sms/twilio.ts';
import { type App, createApp } from '#/app.ts';
import { storeSetting } from '#/context/settings.ts';
import { newFileName } from '#/context/stored-files.ts';
import { startPaused } from '#/payout/payout.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { portsOf } from '#/testing/server.ts';
import { lookUntilQuiet } from '#/worker.ts';

const app = await testApp();
const { signed, payoutOf } = payoutSteps(app);

/** The hosts to which this process opened HTTP connections. PostgreSQL is not among them. */
const reached: string[] = [];
const note = (message: unknown) => {
  reached.push((message as { connectParams: { host: string } }).connectParams.host);
};
diagnostics.subscribe('undici:client:beforeConnect', note);
afterAll(() => {
  diagnostics.unsubscribe('undici:client:beforeConnect', note);
});

/** Ends every connection at once. */
const trap = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
await once(trap, 'listening');
afterAll(() => trap.close());
const trapUrl = `http://127.0.0.1:${(trap.address() as net.AddressInfo).port}`;
const nowhere = { baseUrl: trapUrl, timeoutMs: 1000 };
const vapidKeys = createECDH('prime256v1');
const vapid = {
  publicKey: vapidKeys.generateKeys('base64url'),
  privateKey: vapidKeys.getPrivateKey('base64url'),
  subject: 'mailto:push@localhost',
};
const real = {
  bank: createXenditBank({
    ...nowhere,
    apiKey: 'key-of-a-test-01',
    callbackToken: 'token-of-a-test1',
    linkHosts: [],
  }),
  earlierBank: createSandboxBank({ ...nowhere, token: 'token', playsLimits: false }),
  sms: [
    createSemaphoreSms({ ...nowhere, apiKey: 'key', sender: 'SANDALI' }),
    createTwilioSms({ ...nowhere, accountSid: 'AC', user: 'AC', secret: 's', from: 'SANDALI' }),
  ],
  push: createPushServices({ vapid, timeoutMs: 1000, allows: () => true }),
};

/** Arguments for gateways' methods; a method without an entry takes a reference. */
const order = { reference: 'r1', amountCentavos: 100, channel: 'wallet', bankCode: 'GCASH' };
const requests: Record<string, unknown> = {
  sendPayout: { ...order, accountName: 'A', accountNumber: '0917', rail: null },
  createCode: { ...order, endsAt: null, payerName: 'A', returnTo: 'https://a.example' },
  settlementReport: Temporal.PlainDate.from('2026-11-30'),
  send: { to: '+639175550100', text: 'Hello', messageId: 'm1', endsInSeconds: null },
};
const subscription = {
  endpoint: `${trapUrl}/push`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
};
type Method = (...given: unknown[]) => Promise<unknown>;
/** The methods of a port that could contact somebody. */
const methodsOf = (port: object): [string, Method][] =>
  Object.entries(port).filter(
    ([name, value]) => typeof value === 'function' && !/^(canPay|readWebhook)$/.test(name),
  );
const namesOf = (port: object) => methodsOf(port).map(([name]) => name);

/** Calls every method of a port that could contact somebody. @returns the results by method */
async function callAll(port: object): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, method] of methodsOf(port)) {
    const request = requests[name] ?? 'r1';
    answers[name] = await ('publicKey' in port
      ? method(subscription, { tag: 't' }, 60)
      : method(request));
  }
  return answers;
}

test('no method of a port opens a connection or reports that something was sent', async () => {
  const ports = [real.bank, real.earlierBank, ...real.sms, real.push];
  for (const port of ports) {
    reached.length = 0;
    await callAll(port);
    expect(reached.length).toBeGreaterThan(0);
  }
  reached.length = 0;
  const drills = [
    drillBank(real.bank),
    drillBank(real.earlierBank),
    ...real.sms.map(drillSms),
    drillPush(real.push),
  ];
  for (const [nth, port] of drills.entries()) {
    const answers = await callAll(port);
    expect(Object.keys(answers).sort()).toEqual(namesOf(ports[nth] ?? {}).sort());
    expect(Object.values(answers).map((answer) => JSON.stringify(answer))).not.toContainEqual(
      expect.stringMatching(/"(accepted|given|cancelled|sent|known|delivered)"|true/),
    );
  }
  expect(reached).toEqual([]);
});

test('a drill’s file store can be read and keeps every file', async () => {
  const { files } = app.context;
  const name = newFileName('pictures', app.clocks.wall());
  await files.put(name, Buffer.from('sealed'));
  const drill = drillFiles(files);
  await drill.move(name, 'trash/x');
  await drill.deleteFolder('pictures');
  await expect(drill.put('pictures/ab/other', Buffer.from(''))).rejects.toThrow('drill');
  expect((await drill.get(name)).toString()).toBe('sealed');
  expect(await drill.has('pictures/ab/other')).toBe(false);
});

/** Opens the app as a drill on the same database, with reachable gateways. */
function openDrill(): App {
  return createApp({
    ...portsOf(app),
    config: { ...app.context.config, isDrill: true },
    bank: real.bank,
    earlierBanks: [real.earlierBank],
    sms: real.sms,
    push: real.push,
  });
}

slow('a drill works through waiting payouts and messages and sends none', async () => {
  await store('payoutsOn', false);
  const { anna, loanId } = await signed('7731');
  await store('payoutsOn', true);
  await lookUntilQuiet(
    app.context,
    app.app.steps.filter(({ name }) => name === 'approve'),
  );
  await anna.client.ask(codeSms, { phone: anna.life.phone, purpose: 'bankAccount' });
  const before = await rows(loanId);
  expect(before).toMatchObject({ payout: 'ready', messages: [expect.anything()] });
  reached.length = 0;
  const drill = openDrill();
  await startPaused(drill.context);
  await store('payoutsOn', true); // as if somebody changed the copy's table
  await lookUntilQuiet(drill.context, drill.steps);
  for (const job of app.jobs)
    await expect(drill.jobs['notice.send'](job)).rejects.toThrow('switched off');
  for (const job of ['notice.deliveries', 'payouts.settlementReport', 'cleanup', 'daily'] as const)
    await drill.jobs[job]({});
  expect(reached).toEqual([]);
  expect(await rows(loanId)).toEqual(before);
  const webhook = new Request('http://localhost/hooks/sandbox', {
    method: 'POST',
    body: '{}',
    headers: { 'content-length': '2' },
  });
  expect((await drill.hooks.fetch(webhook)).status).toBe(401);
});

test('nobody can switch payouts or messages on in a drill', async () => {
  const eva = await testOps(openDrill().context).person('engineer');
  for (const name of ['payouts', 'sms'])
    expect(await eva.ask('switch on', { name }, { reason: 'ticket 812' })).toMatchObject({
      status: 422,
      wrong: `${name} is off on this server, which was started for a drill (DRILL=1).`,
    });
});

async function rows(loanId: string) {
  const messages = await app.db
    .selectFrom('messages')
    .select(['id', 'state'])
    .where('state', 'not in', ['sent', 'dropped'])
    .orderBy('id')
    .execute();
  return { payout: (await payoutOf(loanId)).state, messages };
}

async function store(name: string, value: unknown): Promise<void> {
  await app.db
    .transaction()
    .execute((tx) => storeSetting(tx, name, value, 'test', app.clocks.wall()));
  app.context.settings.forget();
}
