import { centavos } from '@sandali/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patientMs } from '#/adapters/held-timeouts.testing.ts';
import { bankContract } from './contract.testing.ts';
import type { Bank, CodeRequest, PayoutOrder } from './port.ts';
import { startXendit } from './xendit.testing.ts';
import { createXenditBank } from './xendit.ts';

const secrets = { apiKey: 'xnd_development_canary', callbackToken: 'a-callback-token-canary' };
const adapter = (baseUrl: string, more: Partial<typeof secrets> = {}) =>
  createXenditBank({
    baseUrl,
    ...secrets,
    timeoutMs: patientMs,
    linkHosts: ['xendit.co'],
    ...more,
  });

bankContract('Xendit', async () => {
  const server = await startXendit(secrets);
  return {
    bank: adapter(server.url),
    at: (baseUrl) => adapter(baseUrl),
    stranger: adapter(server.url, { apiKey: 'xnd_development_other' }),
    numbers: { plain: '001234567890', fails: '121212' },
    refused: { amountCentavos: centavos(6_000_000), accountNumber: '001234567890' },
    unpaidCode: 'MBTCPHMMXXX',
    settle: async (reference) => server.settle(reference),
    reverse: async (reference) => void server.reverse(reference),
    pay: async (code, amount) =>
      server.pay(code, amount === undefined ? undefined : Number(`${amount}e-2`)),
    takeBack: async (id, cause, amount) =>
      server.takeBack(id, cause, amount === undefined ? undefined : Number(`${amount}e-2`)),
    decide: async (code, isYes) => server.decide(code, isYes),
    close: () => server.close(),
  };
});

let server: Awaited<ReturnType<typeof startXendit>>;
let bank: Bank;
beforeAll(async () => {
  server = await startXendit(secrets);
  bank = adapter(server.url);
});
afterAll(() => server.close());

const order: PayoutOrder = {
  reference: '018f0000-0000-7000-8000-00000000aaaa',
  amountCentavos: centavos(123_405),
  channel: 'wallet',
  accountName: 'NENA BAGO',
  accountNumber: '09175554101',
  bankCode: 'GXCHPHM2XXX',
  rail: 'instapay',
};
const codeRequest: CodeRequest = {
  reference: '018f0000-0000-7000-8000-00000000bbbb',
  channel: 'gcash',
  amountCentavos: centavos(100_010),
  endsAt: Temporal.Instant.from('2026-11-20T16:00:00Z'),
  payerName: 'NENA BAGO',
  returnTo: 'https://app.example/repayment?repaymentId=1',
};

test('sends Xendit the documented fields of payouts and payment requests', async () => {
  await bank.sendPayout(order);
  const [payout] = server.calls.splice(0);
  expect(payout?.headers).toMatchObject({
    'idempotency-key': order.reference,
    authorization: expect.stringMatching(/^Basic /),
  });
  expect(JSON.parse(payout?.body ?? '')).toEqual({
    reference_id: order.reference,
    channel_code: 'PH_GCASH',
    channel_properties: { account_holder_name: 'NENA BAGO', account_number: '09175554101' },
    amount: 1234.05,
    currency: 'PHP',
    description: 'Sandali',
  });
  await bank.createCode(codeRequest);
  await bank.createCode({ ...codeRequest, channel: 'pawnshop' });
  const [wallet, counter] = server.calls.splice(0);
  expect(wallet?.headers['api-version']).toBe('2024-11-11');
  const common = {
    reference_id: codeRequest.reference,
    country: 'PH',
    currency: 'PHP',
    request_amount: 1000.1,
    description: 'Sandali',
  };
  expect(JSON.parse(wallet?.body ?? '')).toEqual({
    ...common,
    type: 'PAY',
    channel_code: 'GCASH',
    capture_method: 'AUTOMATIC',
    channel_properties: {
      success_return_url: codeRequest.returnTo,
      failure_return_url: codeRequest.returnTo,
    },
  });
  expect(JSON.parse(counter?.body ?? '')).toEqual({
    ...common,
    type: 'REUSABLE_PAYMENT_CODE',
    channel_code: 'CEBUANA',
    channel_properties: { payer_name: 'NENA BAGO', expires_at: '2026-11-20T16:00:00.000Z' },
  });
});

test.each<[string, Partial<PayoutOrder>, string]>([
  ['a pickup', { channel: 'cashPickup', bankCode: null }, 'channelNotServed'],
  [
    'a bank without a documented channel code',
    { channel: 'bankCard', bankCode: 'TLBPPHMMXXX' },
    'bankNotPaid',
  ],
  ['a bank by our own id', { channel: 'bankCard', bankCode: 'tonik' }, 'bankNotPaid'],
  [
    'an amount above the limit of InstaPay',
    { channel: 'bankCard', bankCode: 'PH_BDO', amountCentavos: centavos(5_000_001) },
    'railTakesNoMore',
  ],
  [
    'the same amount without a rail',
    { rail: null, amountCentavos: centavos(5_000_001) },
    'railTakesNoMore',
  ],
  ['an undocumented payout to an e-wallet by PESONet', { rail: 'pesonet' }, 'railTakesNoMore'],
])('refuses %s without a call to Xendit', async (_, more, reason) => {
  server.calls.splice(0);
  expect(await bank.sendPayout({ ...order, ...more })).toEqual({ outcome: 'refused', reason });
  expect(server.calls).toEqual([]);
});

test('sends the same channel code for payouts on both rails', async () => {
  server.calls.splice(0);
  const large = {
    ...order,
    reference: '018f0000-0000-7000-8000-00000000abab',
    channel: 'bankCard',
    bankCode: 'BNORPHMMXXX',
  } as const;
  const orders = [
    large,
    {
      ...large,
      reference: `${large.reference.slice(0, -1)}c`,
      rail: 'pesonet',
      amountCentavos: centavos(5_939_000),
    } as const,
  ];
  for (const each of orders)
    expect(await bank.sendPayout(each)).toMatchObject({ outcome: 'accepted' });
  const bodies = server.calls.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ channel_code, amount }) => [channel_code, amount])).toEqual([
    ['PH_BDO', 1234.05],
    ['PH_BDO', 59_390],
  ]);
  for (const body of bodies) expect(JSON.stringify(body)).not.toMatch(/pesonet|instapay/i);
});

test.each([
  ['121212', 'accountNotFound'],
  ['999999', 'bankTrouble'],
  ['123456', 'bankTrouble'],
  ['131313', 'accountFull'],
  ['141414', 'TRANSFER_ERROR'],
])('a payout to %s fails as %s', async (accountNumber, failure) => {
  const reference = `018f0000-0000-7000-8000-000000${accountNumber}`;
  await bank.sendPayout({ ...order, reference, accountNumber });
  server.settle(reference);
  expect(await bank.findPayout(reference)).toMatchObject({
    found: true,
    report: { state: 'failed', failure },
  });
});

test('reports a malformed account number as accountNotFound', async () => {
  const answer = await bank.sendPayout({
    ...order,
    reference: '018f0000-0000-7000-8000-00000000eeee',
    accountNumber: 'x',
  });
  expect(answer).toEqual({ outcome: 'refused', reason: 'accountNotFound' });
});

test.each(['bankTransfer', 'bankCard', 'offlineTransfer'] as const)(
  'refuses a code for %s, which Xendit does not serve',
  async (channel) => {
    expect(await bank.createCode({ ...codeRequest, channel })).toEqual({
      outcome: 'refused',
      reason: 'channelNotServed',
    });
    expect(bank.limits?.repayments[channel]).toBeUndefined();
  },
);

test('reports a payment in another currency and refuses fractions of a centavo', async () => {
  const issued = await bank.createCode({
    ...codeRequest,
    reference: '018f0000-0000-7000-8000-00000000cccc',
    channel: 'qrph',
  });
  const code = issued.outcome === 'given' ? issued.code : '';
  const idOf = (hook: { headers: Headers; rawBody: Uint8Array }) =>
    bank.readWebhook(hook.headers, hook.rawBody)?.subject ?? '';
  expect(await bank.findPayment(idOf(server.pay(code, 5, 'USD')))).toMatchObject({
    report: { currency: 'USD', amountCentavos: 500 },
  });
  expect(await bank.findPayment(idOf(server.pay(code, 5.005)))).toMatchObject({ found: 'unknown' });
  expect(await bank.findPayment(idOf(server.pay(code, 0)))).toEqual({
    found: 'notMoney',
    amountCentavos: 0,
  });
});

test.each([
  ['FAILED', { found: false }],
  ['CANCELED', { found: false }],
  ['AUTHORIZED', { found: 'unknown' }],
  ['SOMETHING_NEW', { found: 'unknown' }],
])('reports no received money for a payment in state %s', async (status, finding) => {
  const issued = await bank.createCode(codeRequest);
  const hook = server.pay(issued.outcome === 'given' ? issued.code : '');
  Object.assign(server.payments.at(-1) ?? {}, { status });
  expect(
    await bank.findPayment(bank.readWebhook(hook.headers, hook.rawBody)?.subject ?? ''),
  ).toMatchObject(finding);
});

test('reports a payout as unknown if it appears twice or in another currency', async () => {
  const reference = '018f0000-0000-7000-8000-00000000dddd';
  await bank.sendPayout({ ...order, reference });
  const [first] = server.payouts.slice(-1);
  server.payouts.push({ ...first, id: 'disb-twice' });
  expect(await bank.findPayout(reference)).toMatchObject({
    found: 'unknown',
    reason: expect.stringContaining('more than one'),
  });
  server.payouts.pop();
  Object.assign(first ?? {}, { currency: 'IDR' });
  expect(await bank.findPayout(reference)).toMatchObject({ found: 'unknown' });
});

test('reads a settlement report of many pages and omits rows from other days', async () => {
  const other = await startXendit(secrets);
  const day = Temporal.PlainDate.from('2026-11-20');
  const row = (n: number, created: string) => ({
    ...{
      id: `txn-${n}`,
      product_id: `py-${n}`,
      type: 'PAYMENT',
      status: 'SUCCESS',
      reference_id: `r-${n}`,
      currency: 'PHP',
      amount: 1,
    },
    ...{ created, updated: created },
  });
  for (let n = 0; n < 120; n += 1) other.transactions.push(row(n, '2026-11-19T16:00:00.000Z'));
  other.transactions.push(
    row(121, '2026-11-20T15:59:59.999Z'),
    row(122, '2026-11-20T16:00:00.000Z'),
    row(123, '2026-11-19T15:59:59.999Z'),
  );
  const careful = await adapter(other.url).settlementReport(day);
  other.beCareless();
  const report = await adapter(other.url).settlementReport(day);
  expect(report).toEqual(careful);
  other.close();
  expect(report.outcome === 'known' && report.lines.map((line) => line.id)).toEqual([
    ...Array.from({ length: 120 }, (_, n) => `txn-${n}`),
    'txn-121',
  ]);
});

test('the Xendit adapter does not reveal its secrets if a call fails', async () => {
  const answers = [
    await adapter('http://127.0.0.1:1').sendPayout(order),
    await adapter('http://127.0.0.1:1').balance(),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/canary/);
});
