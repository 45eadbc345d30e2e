import { afterAll, beforeEach, expect, test } from 'vitest';
import { patientMs } from '#/adapters/held-timeouts.testing.ts';
import { createSemaphoreSms } from './semaphore.ts';
import { expectAnswer, type GatewayAnswer, openTestGateway } from './testing.ts';

const gateway = await openTestGateway();
afterAll(() => gateway.close());
const canaries = {
  apiKey: 'key-canary-1',
  to: '+639171234567',
  text: 'Sandali: 123456 & <ñ> ₱1 + 1 = 2',
};
const sms = createSemaphoreSms({
  baseUrl: gateway.url,
  apiKey: canaries.apiKey,
  sender: 'SANDALI',
  timeoutMs: patientMs,
});
const message = { to: canaries.to, text: canaries.text, messageId: 'm1', endsInSeconds: null };

/** A message in the shape that the vendor documents. */
const documented = (more: object = {}) => ({
  message_id: 1_234_567,
  user_id: 99_556,
  user: 'user@your.org',
  account_id: 90_290,
  account: 'Your Account Name',
  recipient: '639171234567',
  message: canaries.text,
  sender_name: 'SANDALI',
  network: 'Globe',
  status: 'Queued',
  type: 'Single',
  source: 'Api',
  created_at: '2016-01-01 01:01:01',
  updated_at: '2016-01-01 01:01:01',
  ...more,
});

beforeEach(() => {
  gateway.received.length = 0;
});

test('sends Semaphore a message as a form with a Philippine number', async () => {
  gateway.answerNext({ status: 200, body: [documented()] });
  expect(await sms.send(message)).toEqual({ outcome: 'sent', gatewayId: '1234567' });
  expect(gateway.received).toMatchObject([
    {
      path: '/api/v4/messages',
      headers: { 'content-type': expect.stringContaining('application/x-www-form-urlencoded') },
      form: {
        apikey: canaries.apiKey,
        number: '639171234567',
        message: canaries.text,
        sendername: 'SANDALI',
      },
    },
  ]);
});

test('sends an expiring message through Semaphore’s priority queue', async () => {
  gateway.answerNext({ status: 200, body: [documented({ status: 'Pending' })] });
  expect(await sms.send({ ...message, endsInSeconds: 300 })).toMatchObject({ outcome: 'sent' });
  expect(gateway.received.map(({ path }) => path)).toEqual(['/api/v4/priority']);
});

test('refuses a message that Semaphore would silently ignore', async () => {
  expect(await sms.send({ ...message, text: 'Test of the line' })).toMatchObject({
    outcome: 'refused',
  });
  expect(gateway.received).toEqual([]);
});

test.each<[string, GatewayAnswer, 'sent' | 'refused' | 'unknown', RegExp]>([
  [
    'a wrong key',
    { status: 200, body: { apikey: ['The selected apikey is invalid.'] } },
    'refused',
    /^apikey not accepted$/,
  ],
  [
    'a wrong number',
    { status: 200, body: { number: ['+639171234567 is no number.'] } },
    'refused',
    /^number not accepted$/,
  ],
  [
    'a wrong sender',
    { status: 200, body: [{ senderName: 'The senderName supplied is not valid' }] },
    'refused',
    /^senderName not accepted$/,
  ],
  [
    'a failed message',
    { status: 200, body: [documented({ status: 'Failed' })] },
    'refused',
    /^status Failed$/,
  ],
  [
    'a refunded message',
    { status: 200, body: [documented({ status: 'Refunded' })] },
    'refused',
    /^status Refunded$/,
  ],
  [
    'too many calls',
    { status: 429, body: 'Too Many Attempts.', headers: { 'retry-after': '40' } },
    'refused',
    /429/,
  ],
  [
    'an error of the server',
    { status: 500, body: { message: 'Server Error' } },
    'unknown',
    /status 500/,
  ],
  ['a busy server', { status: 503, body: '<html>busy</html>' }, 'unknown', /status 503/],
  ['no list', { status: 200, body: documented() }, 'unknown', /without a clear result/],
  ['an empty list', { status: 200, body: [] }, 'unknown', /without a clear result/],
  [
    'two messages',
    { status: 200, body: [documented(), documented()] },
    'unknown',
    /without a clear result/,
  ],
  ['an empty object', { status: 200, body: {} }, 'unknown', /without a clear result/],
  [
    'an unknown field',
    { status: 200, body: { weather: ['bad'] } },
    'unknown',
    /without a clear result/,
  ],
  [
    'an unknown status',
    { status: 200, body: [documented({ status: 'Dreaming' })] },
    'unknown',
    /without a clear result/,
  ],
  [
    'a malformed id',
    { status: 200, body: [documented({ message_id: 'x' })] },
    'unknown',
    /without a clear result/,
  ],
  ['malformed JSON', { status: 200, body: '[{"message_id":' }, 'unknown', /without a clear result/],
  [
    'too large a body',
    { status: 200, body: `["${'x'.repeat(70_000)}"]` },
    'unknown',
    /without a clear result/,
  ],
  [
    'a redirect',
    { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } },
    'unknown',
    /connection failed/,
  ],
  ['a timeout', 'silence', 'unknown', /^no answer in time$/],
  ['a cut connection', 'cut', 'unknown', /connection failed/],
  ['a connection cut inside the response', 'cut inside', 'unknown', /connection failed/],
])(
  'maps a Semaphore response with %s to its outcome',
  async (_answer, gatewayAnswer, outcome, reason) => {
    await expectAnswer(
      gateway,
      sms,
      message,
      [gatewayAnswer, outcome, reason],
      [...Object.values(canaries), '639171234567'],
    );
  },
);

test('refuses a message if Semaphore cannot be reached', async () => {
  const gone = await openTestGateway();
  await gone.close();
  const lost = createSemaphoreSms({
    baseUrl: gone.url,
    apiKey: 'k',
    sender: 'SANDALI',
    timeoutMs: patientMs,
  });
  expect(await lost.send(message)).toEqual({
    outcome: 'refused',
    reason: 'the gateway cannot be reached',
  });
});
