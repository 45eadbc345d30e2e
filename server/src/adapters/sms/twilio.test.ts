import { afterAll, beforeEach, expect, test } from 'vitest';
import { patientMs } from '#/adapters/held-timeouts.testing.ts';
import { expectAnswer, type GatewayAnswer, openTestGateway } from './testing.ts';
import { createTwilioSms } from './twilio.ts';

const gateway = await openTestGateway();
afterAll(() => gateway.close());
const canaries = {
  secret: 'secret-canary-1',
  to: '+639171234567',
  text: 'Sandali: 123456 & <ñ> ₱1 + 1 = 2',
};
const accountSid = `AC${'0'.repeat(32)}`;
const options = {
  baseUrl: gateway.url,
  accountSid,
  user: 'SK1',
  secret: canaries.secret,
  from: 'SANDALI',
  timeoutMs: patientMs,
};
const sms = createTwilioSms(options);
const message = { to: canaries.to, text: canaries.text, messageId: 'm1', endsInSeconds: null };
const sid = `SM${'1a'.repeat(16)}`;

/** A Message resource in the shape that the vendor documents. */
const documented = (more: object = {}) => ({
  account_sid: accountSid,
  api_version: '2010-04-01',
  body: canaries.text,
  date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
  date_sent: null,
  date_updated: 'Thu, 24 Aug 2023 05:01:45 +0000',
  direction: 'outbound-api',
  error_code: null,
  error_message: null,
  from: 'SANDALI',
  num_media: '0',
  num_segments: '1',
  price: null,
  price_unit: null,
  messaging_service_sid: null,
  sid,
  status: 'queued',
  to: canaries.to,
  uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
  ...more,
});
const error = (code: number, status: number) => ({
  status,
  body: {
    code,
    message: `The 'To' number ${canaries.to} …`,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  },
});

beforeEach(() => {
  gateway.received.length = 0;
});

test('sends Twilio a message as a form with basic authentication', async () => {
  gateway.answerNext({ status: 201, body: documented() });
  expect(await sms.send(message)).toEqual({ outcome: 'sent', gatewayId: sid });
  const [{ path, headers, form } = { path: '', headers: {}, form: {} }] = gateway.received;
  expect(path).toBe(`/2010-04-01/Accounts/${accountSid}/Messages.json`);
  expect(headers.authorization).toBe(
    `Basic ${Buffer.from(`SK1:${canaries.secret}`).toString('base64')}`,
  );
  expect(form).toEqual({ To: canaries.to, From: 'SANDALI', Body: canaries.text });
});

test('limits an expiring message’s validity, even with a messaging service', async () => {
  gateway.answerNext({ status: 201, body: documented({ status: 'accepted' }) });
  const service = createTwilioSms({ ...options, from: `MG${'2'.repeat(32)}` });
  expect(await service.send({ ...message, endsInSeconds: 300 })).toMatchObject({ outcome: 'sent' });
  await service.send({ ...message, endsInSeconds: 99_999 });
  const common = {
    To: canaries.to,
    MessagingServiceSid: `MG${'2'.repeat(32)}`,
    Body: canaries.text,
  };
  expect(gateway.received.map(({ form }) => form)).toEqual([
    { ...common, ValidityPeriod: '300' },
    { ...common, ValidityPeriod: '36000' },
  ]);
});

test.each<[string, GatewayAnswer, 'refused' | 'unknown', RegExp]>([
  ['wrong credentials', error(20_003, 401), 'refused', /^error 20003 \(status 401\)$/],
  ['an invalid number', error(21_211, 400), 'refused', /^error 21211 /],
  ['a recipient who opted out', error(21_610, 400), 'refused', /^error 21610 /],
  ['too many calls', error(20_429, 429), 'refused', /429/],
  [
    'too many calls at a proxy',
    { status: 429, body: '<html>', headers: { 'retry-after': '1' } },
    'refused',
    /429/,
  ],
  [
    'a failed message',
    { status: 201, body: documented({ status: 'failed', error_code: 30_007 }) },
    'refused',
    /^status failed, error 30007$/,
  ],
  ['an error of the server', error(20_500, 500), 'unknown', /status 500/],
  ['a busy server', { status: 503, body: '<html>busy</html>' }, 'unknown', /status 503/],
  ['an undocumented 4xx', { status: 403, body: '<html>' }, 'unknown', /status 403/],
  [
    'an unknown status',
    { status: 201, body: documented({ status: 'dreaming' }) },
    'unknown',
    /without a clear result/,
  ],
  [
    'a malformed id',
    { status: 201, body: documented({ sid: 'SM1' }) },
    'unknown',
    /without a clear result/,
  ],
  ['XML', { status: 201, body: '<TwilioResponse/>' }, 'unknown', /without a clear result/],
  ['a list', { status: 201, body: [documented()] }, 'unknown', /without a clear result/],
  ['a timeout', 'silence', 'unknown', /^no answer in time$/],
  ['a cut connection', 'cut', 'unknown', /connection failed/],
  ['a connection cut inside the response', 'cut inside', 'unknown', /connection failed/],
])(
  'maps a Twilio response with %s to its outcome',
  async (_answer, gatewayAnswer, outcome, reason) => {
    await expectAnswer(
      gateway,
      sms,
      message,
      [gatewayAnswer, outcome, reason],
      Object.values(canaries),
    );
  },
);

test('refuses a message if Twilio cannot be reached', async () => {
  const gone = await openTestGateway();
  await gone.close();
  expect(await createTwilioSms({ ...options, baseUrl: gone.url }).send(message)).toEqual({
    outcome: 'refused',
    reason: 'the gateway cannot be reached',
  });
});

test.each([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'notDelivered'],
  ['failed', 'notDelivered'],
  ['queued', 'underway'],
  ['sent', 'underway'],
  ['dreaming', 'unknown'],
])('maps Twilio’s state %s to the delivery state %s', async (status, delivery) => {
  gateway.answerNext({ status: 200, body: documented({ status }) });
  expect(await sms.delivery(sid)).toBe(delivery);
  const [{ path, headers } = { path: '', headers: {} }] = gateway.received;
  expect(path).toBe(`/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`);
  expect(headers.authorization).toMatch(/^Basic /);
});

test.each([
  [
    'another message',
    { status: 200, body: documented({ sid: `SM${'2b'.repeat(16)}`, status: 'delivered' }) },
  ],
  ['a missing message', error(20_404, 404)],
  ['too many calls', error(20_429, 429)],
  ['a cut connection', 'cut'],
] as [string, GatewayAnswer][])(
  'leaves the delivery state unknown after %s',
  async (_answer, gatewayAnswer) => {
    gateway.answerNext(gatewayAnswer);
    expect(await sms.delivery(sid)).toBe('unknown');
  },
);
