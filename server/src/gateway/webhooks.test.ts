import { expect, test } from 'vitest';
import type { Bank } from '#/adapters/bank/port.ts';
import { createXenditBank } from '#/adapters/bank/xendit.ts';
import { createLog } from '#/platform/log.ts';
import { type StoreEvent, webhooks } from './webhooks.ts';

const token = 'the-callback-token-of-the-account';
const earlierToken = 'the-callback-token-before-it';
const account = {
  baseUrl: 'http://127.0.0.1:1',
  apiKey: 'k',
  callbackToken: token,
  timeoutMs: 100,
  linkHosts: [],
};
const bank = createXenditBank(account);
const storedEvents: Parameters<StoreEvent>[0][] = [];
const hooksOf = (bank: Bank) =>
  webhooks(
    { bank, earlierBanks: [], log: createLog('silent'), wake: () => {} },
    async (event) => void storedEvents.push(event),
  );
const app = hooksOf(bank);

const paid = {
  event: 'payment.capture',
  business_id: 'b',
  created: '2026-11-20T02:00:00Z',
  data: { payment_id: 'py-1', status: 'SUCCEEDED' },
};

async function post(
  body: string,
  headers: Record<string, string>,
  gateway = 'xendit',
): Promise<number> {
  const all = { 'content-length': String(new TextEncoder().encode(body).length), ...headers };
  return (
    await app.request(`http://localhost/hooks/${gateway}`, { method: 'POST', headers: all, body })
  ).status;
}

test('stores a webhook that carries our account’s token', async () => {
  expect(await post(JSON.stringify(paid), { 'x-callback-token': token })).toBe(200);
  expect(storedEvents.splice(0)).toMatchObject([
    { gateway: 'xendit', event: 'payment', subject: 'py-1', eventId: 'payment.capture:py-1' },
  ]);
});

test('accepts a second token only while the token changes', async () => {
  const changing = hooksOf(createXenditBank({ ...account, callbackTokenPrevious: earlierToken }));
  const statusOf = async (on: typeof app, carried: string) => {
    const body = JSON.stringify(paid);
    const headers = { 'content-length': String(body.length), 'x-callback-token': carried };
    const request = { method: 'POST', headers, body };
    return (await on.request('http://localhost/hooks/xendit', request)).status;
  };
  expect(await statusOf(changing, token)).toBe(200);
  expect(await statusOf(changing, earlierToken)).toBe(200);
  expect(await statusOf(changing, '')).toBe(401);
  expect(await statusOf(app, earlierToken)).toBe(401);
  expect(storedEvents.splice(0)).toHaveLength(2);
});

test.each<[string, number, Record<string, string>, { body?: string; gateway?: string }?]>([
  ['without a token', 401, {}],
  ['with another token', 401, { 'x-callback-token': 'another' }],
  ['with a part of the token', 401, { 'x-callback-token': token.slice(0, -1) }],
  ['with more than the token', 401, { 'x-callback-token': `${token}x` }],
  ['with the token as a bearer', 401, { authorization: `Bearer ${token}` }],
  ['of another gateway', 404, { 'x-callback-token': token }, { gateway: 'sandbox' }],
  ['that is not JSON', 401, { 'x-callback-token': token }, { body: 'payment.capture' }],
  [
    'of an event that we do not use',
    401,
    { 'x-callback-token': token },
    { body: JSON.stringify({ ...paid, event: 'invoice.paid' }) },
  ],
  [
    'with a path for an id',
    401,
    { 'x-callback-token': token },
    { body: JSON.stringify({ ...paid, data: { payment_id: '../balance' } }) },
  ],
  ['without a length', 411, { 'x-callback-token': token, 'content-length': '' }],
  ['that is too long', 413, { 'x-callback-token': token, 'content-length': '70000' }],
])(
  'refuses a webhook %s and stores nothing',
  async (_, status, headers, { body = JSON.stringify(paid), gateway = 'xendit' } = {}) => {
    expect(await post(body, headers, gateway)).toBe(status);
    expect(storedEvents).toEqual([]);
  },
);
