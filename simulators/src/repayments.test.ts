import { hourMs } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestBank, type TestBank } from './testing.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.close());

let count = 0;

/** Requests a code, by default for 7-Eleven with an amount that the bank reports without faults. */
async function code(
  request: object = {},
): Promise<{ reference: string; status: number; body: Body }> {
  count += 1;
  const reference = `code-${count}`;
  const common = {
    channel: 'sevenEleven',
    amountCentavos: 6_096_000,
    endsAt: null,
    payerName: 'JUAN DELA CRUZ',
  };
  return { reference, ...(await bank.call('/codes', { reference, ...common, ...request })) };
}

test('the bank reports a payment by webhook and in response to a query by id', async () => {
  const { reference, body } = await code();
  expect(body).toMatchObject({
    outcome: 'given',
    code: expect.stringMatching(/^71\d{10}$/),
    payload: null,
  });
  const paid = await bank.call('/control/pay', { code: body.code });
  const [hook] = await bank.hooks.wait(paid.body.id, 1);
  expect(hook?.event).toBe('payment.received');
  const report = await bank.call(`/payments/${paid.body.id}`);
  const facts = {
    codeReference: reference,
    code: body.code,
    channel: 'sevenEleven',
    amountCentavos: 6_096_000,
    currency: 'PHP',
  };
  expect(report).toEqual({
    status: 200,
    body: { id: paid.body.id, ...facts, paidAt: paid.body.paidAt, state: 'received' },
  });
  expect(bank.settlementLinesOf(reference)).toMatchObject([
    { kind: 'paymentReceived', gatewayId: paid.body.id, amountCentavos: 6_096_000 },
  ]);
  expect((await bank.call('/payments/pay_none')).status).toBe(404);
});

slow('the bank refuses a code whose amount is outside its channel’s limits', async () => {
  const limited = await startTestBank({
    codeLimits: { sevenEleven: { minimumCentavos: 5_000, maximumCentavos: 5_000_000 } },
  });
  let requests = 0;
  const answer = async (amountCentavos: number, channel = 'sevenEleven') => {
    requests += 1;
    const request = {
      reference: `limited-${requests}`,
      channel,
      amountCentavos,
      endsAt: null,
      payerName: 'JUAN DELA CRUZ',
    };
    const { outcome, reason } = (await limited.call('/codes', request)).body;
    return reason ?? outcome;
  };
  expect([
    await answer(5_000_000),
    await answer(5_000),
    await answer(5_000_001, 'pawnshop'),
  ]).toEqual(['given', 'given', 'given']);
  expect([await answer(5_000_001), await answer(4_999)]).toEqual([
    'amountBeyondLimits',
    'amountBeyondLimits',
  ]);
  await limited.close();
});

test('the bank issues only one code per reference', async () => {
  const { reference, body } = await code();
  const again = {
    reference,
    channel: 'sevenEleven',
    amountCentavos: 6_096_000,
    endsAt: null,
    payerName: 'JUAN DELA CRUZ',
  };
  expect((await bank.call('/codes', again)).body).toEqual(body);
  expect((await bank.call('/codes', { ...again, amountCentavos: 1 })).body.reason).toBe(
    'referenceUsedForAnotherCode',
  );
});

test('the bank refuses a payment to an expired code unless the payment is forced', async () => {
  const endsAt = new Date(Date.now() + hourMs).toISOString();
  const { reference, body } = await code({ endsAt });
  await bank.setOffset(hourMs + 1_000);
  expect(await bank.call('/control/pay', { code: body.code })).toEqual({
    status: 409,
    body: { refused: 'expired' },
  });
  const listed = (await bank.call('/control/codes')).body.codes.find(
    (listed) => listed.reference === reference,
  );
  expect(listed?.state).toBe('expired');
  expect((await bank.call('/control/pay', { code: body.code, force: true })).status).toBe(200);
  expect((await code({ endsAt })).body.reason).toBe('endsInThePast');
  await bank.setOffset(0);
});

test('the bank refuses a payment to a paid or unknown code unless it is forced', async () => {
  const { reference, body } = await code();
  await bank.call('/control/pay', { code: body.code, amountCentavos: 100 });
  expect((await bank.call('/control/pay', { code: body.code })).body).toEqual({
    refused: 'alreadyPaid',
  });
  expect((await bank.call('/control/pay', { code: body.code, force: true })).status).toBe(200);
  expect(bank.settlementLinesOf(reference).map((line) => line.amountCentavos)).toEqual([
    100, 6_096_000,
  ]);
  expect(
    (await bank.call('/control/pay', { code: '710000000000', amountCentavos: 5 })).body,
  ).toEqual({ refused: 'unknownCode' });
  const nothing = { code: '710000000000', amountCentavos: -5 };
  expect((await bank.call('/control/pay', nothing)).body).toEqual({ refused: 'unknownCode' });
  expect((await bank.call('/control/pay', { code: body.code, amountCentavos: 0 })).body).toEqual({
    refused: 'alreadyPaid',
  });
  const misreported = (await bank.call('/control/pay', { ...nothing, force: true })).body.id;
  expect((await bank.call(`/payments/${misreported}`)).body).toMatchObject({ amountCentavos: -5 });
  expect(bank.settlementReport().some((line) => line.amountCentavos <= 0)).toBe(false);
  const odd = await bank.call('/control/pay', {
    code: '710000000000',
    amountCentavos: 5,
    currency: 'USD',
    force: true,
  });
  expect(odd.body).toMatchObject({ codeReference: null, currency: 'USD' });
});

test('a permanent code can be paid repeatedly, and each payment needs an amount', async () => {
  const { body } = await code({ channel: 'cliqqLifelong', amountCentavos: null });
  expect((await bank.call('/control/pay', { code: body.code })).body).toEqual({
    refused: 'amountNeeded',
  });
  for (const amountCentavos of [50_000, 70_000]) {
    expect((await bank.call('/control/pay', { code: body.code, amountCentavos })).status).toBe(200);
  }
  expect((await code({ channel: 'gcash', amountCentavos: null })).body.reason).toBe('amountNeeded');
});

test('the response to a request for a QR Ph code contains the text of the QR code', async () => {
  const { body } = await code({ channel: 'qrph' });
  expect(body.payload).toContain('ph.ppmi.p2m');
});

slow('payments ending in .66 are reported three times, .67 late, and .68 never', async () => {
  const ids: Record<string, string> = {};
  await bank.call('/control/behave', { hookDelayMs: 2_000 });
  for (const cents of ['68', '67', '66']) {
    if (cents === '66') await bank.call('/control/behave', { hookDelayMs: 0 });
    const { body } = await code({ amountCentavos: Number(`10000${cents}`) });
    ids[cents] = (await bank.call('/control/pay', { code: body.code })).body.id;
  }
  const three = await bank.hooks.wait(ids['66'] ?? '', 3);
  expect(new Set(three.map((hook) => hook.id)).size).toBe(1);
  expect(
    bank.hooks.received.filter((hook) => hook.subject === ids['67'] || hook.subject === ids['68']),
  ).toEqual([]);
  await bank.hooks.wait(ids['67'] ?? '', 1);
  expect(bank.hooks.received.filter((hook) => hook.subject === ids['68'])).toEqual([]);
});

slow('the bank resends a webhook until the client responds with 200', async () => {
  bank.hooks.answerWith(503);
  const { body } = await code();
  const { id } = (await bank.call('/control/pay', { code: body.code })).body;
  await bank.hooks.wait(id, 2);
  bank.hooks.answerWith(200);
  const hooks = await bank.hooks.wait(id, 3);
  expect(new Set(hooks.map((hook) => hook.id)).size).toBe(1);
});

test('a payment can be reversed in parts, up to its amount', async () => {
  const { reference, body } = await code({ amountCentavos: 500_000 });
  const { body: paid } = await bank.call('/control/pay', { code: body.code });
  const takeBack = async (more: object) =>
    await bank.call('/control/take-back', { paymentId: paid.id, ...more });
  const reversals = async () => (await bank.call(`/payments/${paid.id}/reversals`)).body.reversals;
  expect(await reversals()).toEqual([]);
  expect((await takeBack({ cause: 'refund', amountCentavos: 500_001 })).body).toEqual({
    refused: 'nothingLeft',
  });
  const { body: before } = await bank.call('/balance');
  expect((await takeBack({ cause: 'refund', amountCentavos: 200_000 })).status).toBe(200);
  const hooks = await bank.hooks.wait(paid.id, 2);
  expect(hooks.at(-1)?.event).toBe('payment.takenBack');
  expect((await takeBack({ cause: 'chargeback', isSilent: true })).status).toBe(200);
  expect((await takeBack({ cause: 'chargeback' })).body).toEqual({ refused: 'nothingLeft' });
  expect(await reversals()).toMatchObject([
    { cause: 'refund', amountCentavos: 200_000 },
    { cause: 'chargeback', amountCentavos: 300_000 },
  ]);
  expect(
    bank.settlementLinesOf(reference).map(({ kind, amountCentavos }) => [kind, amountCentavos]),
  ).toEqual([
    ['paymentReceived', 500_000],
    ['paymentReversed', 200_000],
    ['paymentReversed', 300_000],
  ]);
  expect((await bank.call('/balance')).body.amountCentavos).toBe(before.amountCentavos - 500_000);
});

test('for a merely claimed reversal, the bank sends a webhook but moves no money', async () => {
  const { reference, body } = await code({ amountCentavos: 500_000 });
  const { body: paid } = await bank.call('/control/pay', { code: body.code });
  await bank.call('/control/take-back', { paymentId: paid.id, cause: 'reversal', isClaim: true });
  expect((await bank.hooks.wait(paid.id, 2)).at(-1)?.event).toBe('payment.takenBack');
  expect((await bank.call(`/payments/${paid.id}/reversals`)).body.reversals).toEqual([]);
  expect(bank.settlementLinesOf(reference)).toHaveLength(1);
  expect(
    (await bank.call('/control/take-back', { paymentId: 'pay_none', cause: 'reversal' })).body,
  ).toEqual({ refused: 'unknownPayment' });
  expect((await bank.call('/payments/pay_none/reversals')).status).toBe(404);
});
