import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { startTestBank, type TestBank } from '@sandali/simulators/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldTimeouts, patientMs } from '#/adapters/held-timeouts.testing.ts';
import { bankContract } from './contract.testing.ts';
import type { Bank, PayoutOrder } from './port.ts';
import { createSandboxBank } from './sandbox.ts';

let program: TestBank;
let bank: Bank;
beforeAll(async () => {
  program = await startTestBank();
  bank = createSandboxBank({ baseUrl: program.url(), token: program.token, timeoutMs: patientMs });
});
afterAll(() => program.close());

const arrival = centavos(5_939_000);
const returnTo = 'https://app.example/repayment?repaymentId=1';

function order(
  reference: string,
  accountNumber = '001234567890',
  more: Partial<PayoutOrder> = {},
): PayoutOrder {
  const common = {
    amountCentavos: arrival,
    channel: 'bankCard',
    accountName: 'JUAN DELA CRUZ',
    bankCode: 'BNORPHMMXXX',
    rail: null,
  } as const;
  return { reference, accountNumber, ...common, ...more };
}

/** Runs `question` with the adapter on a gateway that returns the same response to every call. */
async function withGateway<T>(
  answer: http.RequestListener,
  question: (bank: Bank) => Promise<T>,
): Promise<T> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await question(
      createSandboxBank({ baseUrl: `http://127.0.0.1:${port}`, token: 't', timeoutMs: patientMs }),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('pays a payout once and reports it as paid', async () => {
  const sent = await bank.sendPayout(order('p1'));
  expect(sent).toEqual({ outcome: 'accepted', gatewayId: expect.any(String) });
  const [hook] = await program.hooks.wait('p1', 1);
  expect(hook && bank.readWebhook(hook.headers, hook.rawBody)).toEqual({
    event: 'payout',
    subject: 'p1',
    eventId: hook?.id,
  });
  expect(await bank.sendPayout(order('p1'))).toEqual(sent);
  const finding = await bank.findPayout('p1');
  expect(finding).toMatchObject({
    found: true,
    report: { reference: 'p1', state: 'paid', amountCentavos: arrival, failure: null },
  });
  expect(finding.found === true && finding.report.paidAt).toBeInstanceOf(Temporal.Instant);
  expect(program.settlementLinesOf('p1')).toHaveLength(1);
});

test('reports a withdrawal code for a pickup that is ready', async () => {
  await bank.sendPayout(order('pickup', '09171234567', { channel: 'cardless', bankCode: null }));
  await program.hooks.wait('pickup', 1);
  expect(await bank.findPayout('pickup')).toMatchObject({
    found: true,
    report: {
      state: 'ready',
      readyAt: expect.any(Temporal.Instant),
      paidAt: null,
      withdrawalCode: expect.stringMatching(/^\d{12}$/),
    },
  });
});

test('cancels a pickup that is not yet collected', async () => {
  const ready = async (reference: string, lastFour: string) => {
    await bank.sendPayout(
      order(reference, `0917123${lastFour}`, { channel: 'cashPickup', bankCode: null }),
    );
    await program.hooks.wait(reference, 1);
  };
  await ready('taken', '4568');
  expect(await bank.cancelPayout('taken')).toEqual({ outcome: 'cancelled' });
  expect(await bank.findPayout('taken')).toMatchObject({
    found: true,
    report: { state: 'failed', failure: 'cancelled' },
  });
  await ready('collected', '4569');
  await program.call('/control/collect', { reference: 'collected' });
  expect(await bank.cancelPayout('collected')).toEqual({ outcome: 'refused', reason: 'collected' });
  expect(await bank.findPayout('collected')).toMatchObject({
    found: true,
    report: { state: 'paid', paidAt: expect.any(Temporal.Instant) },
  });
  await ready('cancelError', '0016');
  expect(await bank.cancelPayout('cancelError')).toMatchObject({ outcome: 'unknown' });
  expect(await bank.findPayout('cancelError')).toMatchObject({
    found: true,
    report: { state: 'failed' },
  });
  expect(await bank.cancelPayout('nobody')).toMatchObject({ outcome: 'unknown' });
});

test('reports an explicitly refused payout as refused', async () => {
  expect(await bank.sendPayout(order('refuse', '99990001'))).toEqual({
    outcome: 'refused',
    reason: 'accountClosed',
  });
  expect(await bank.findPayout('refuse')).toMatchObject({
    found: true,
    report: { state: 'failed', failure: 'accountClosed' },
  });
});

test.each([
  ['0002', 'an answer of status 500 without a clear result'],
  ['0004', 'the connection failed'],
])('reports a payout to …%s as unknown although the bank paid it', async (lastFour, reason) => {
  expect(await bank.sendPayout(order(`u${lastFour}`, `9999${lastFour}`))).toEqual({
    outcome: 'unknown',
    reason,
  });
  expect(await bank.findPayout(`u${lastFour}`)).toMatchObject({
    found: true,
    report: { state: 'paid' },
  });
  expect(await bank.sendPayout(order(`u${lastFour}`, `9999${lastFour}`))).toMatchObject({
    outcome: 'accepted',
  });
  expect(program.settlementLinesOf(`u${lastFour}`)).toHaveLength(1);
});

test('reports a payout to …0003 as unknown after a timeout, although the bank paid', async () => {
  const runOut = heldTimeouts();
  const sent = bank.sendPayout(order('u0003', '99990003'));
  await expect.poll(() => program.settlementLinesOf('u0003')).toHaveLength(1);
  runOut();
  expect(await sent).toEqual({ outcome: 'unknown', reason: 'no answer in time' });
  expect(await bank.findPayout('u0003')).toMatchObject({ found: true, report: { state: 'paid' } });
  expect(await bank.sendPayout(order('u0003', '99990003'))).toMatchObject({ outcome: 'accepted' });
  expect(program.settlementLinesOf('u0003')).toHaveLength(1);
});

test('reports a payout to …0010 as unknown, and as accepted when it is sent again', async () => {
  expect(await bank.sendPayout(order('busy', '99990010'))).toMatchObject({ outcome: 'unknown' });
  expect(await bank.findPayout('busy')).toEqual({ found: false });
  expect(await bank.sendPayout(order('busy', '99990010'))).toMatchObject({ outcome: 'accepted' });
});

test('reports a reused reference, malformed order or wrong token as unknown', async () => {
  expect(
    await bank.sendPayout(order('p1', '001234567890', { amountCentavos: centavos(1) })),
  ).toMatchObject({ outcome: 'unknown' });
  expect(await bank.sendPayout(order('', '1'))).toMatchObject({ outcome: 'unknown' });
  const stranger = createSandboxBank({
    baseUrl: program.url(),
    token: 'wrong',
    timeoutMs: patientMs,
  });
  expect(await stranger.sendPayout(order('stranger'))).toMatchObject({ outcome: 'unknown' });
  expect(await stranger.findPayout('p1')).toMatchObject({ found: 'unknown' });
  expect(await bank.findPayout('stranger')).toEqual({ found: false });
});

test('reports a reversed payout as reversed', async () => {
  await bank.sendPayout(order('back'));
  await program.hooks.wait('back', 1);
  await program.call('/control/reverse', { reference: 'back' });
  expect(await bank.findPayout('back')).toMatchObject({
    found: true,
    report: { state: 'reversed', paidAt: expect.any(Temporal.Instant) },
  });
});

test('issues a code once and reports its payment', async () => {
  const request = {
    reference: 'c1',
    channel: 'sevenEleven',
    amountCentavos: centavos(6_096_000),
    payerName: 'JUAN DELA CRUZ',
    returnTo,
  } as const;
  const endsAt = Temporal.Instant.fromEpochMilliseconds(Date.now() + 3_600_000);
  const issued = await bank.createCode({ ...request, endsAt });
  expect(issued).toEqual({
    outcome: 'given',
    code: expect.any(String),
    gatewayId: expect.any(String),
    endsAt,
  });
  expect(await bank.createCode({ ...request, endsAt })).toEqual(issued);
  expect(await bank.createCode({ ...request, endsAt: null })).toEqual({
    outcome: 'refused',
    reason: 'referenceUsedForAnotherCode',
  });
  const code = issued.outcome === 'given' ? issued.code : '';
  const { id } = (await program.call('/control/pay', { code })).body;
  const [hook] = await program.hooks.wait(id, 1);
  expect(hook && bank.readWebhook(hook.headers, hook.rawBody)).toEqual({
    event: 'payment',
    subject: id,
    eventId: hook?.id,
  });
  expect(await bank.findPayment(id)).toMatchObject({
    found: true,
    report: {
      id,
      codeReference: 'c1',
      code,
      channel: 'sevenEleven',
      amountCentavos: 6_096_000,
      currency: 'PHP',
      state: 'received',
    },
  });
  expect(await bank.findPayment('pay_none')).toEqual({ found: false });
  expect(await bank.findPayment('../control/codes')).toEqual({ found: false });
});

test('returns a QR code’s text, and issues a permanent code without an amount', async () => {
  const common = { endsAt: null, payerName: 'JUAN DELA CRUZ', returnTo };
  const qr = await bank.createCode({
    reference: 'c2',
    channel: 'qrph',
    amountCentavos: centavos(100),
    ...common,
  });
  expect(qr).toMatchObject({ payload: expect.stringContaining('ph.ppmi.p2m') });
  expect(
    await bank.createCode({
      reference: 'c3',
      channel: 'cliqqLifelong',
      amountCentavos: null,
      ...common,
    }),
  ).toMatchObject({
    outcome: 'given',
    code: expect.stringMatching(/^9117\d{12}$/),
  });
});

slow('reads a settlement report of many pages, and the balance', async () => {
  const richBank = await startTestBank({ payDelayMs: 0, floatCentavos: 1_000_000_000_000 });
  try {
    const adapter = createSandboxBank({
      baseUrl: richBank.url(),
      token: richBank.token,
      timeoutMs: patientMs,
    });
    for (let i = 0; i < 230; i += 1) await richBank.order(`s-${i}`, '99990009');
    await expect.poll(() => richBank.settlementReport().length, { timeout: 10_000 }).toBe(230);
    const day = Temporal.Now.plainDateISO('Asia/Manila');
    const report = await adapter.settlementReport(day);
    expect(report.outcome === 'known' && report.lines.map((line) => line.reference)).toEqual(
      Array.from({ length: 230 }, (_, i) => `s-${i}`),
    );
    expect(await adapter.settlementReport(day.subtract({ days: 9 }))).toEqual({
      outcome: 'known',
      lines: [],
    });
    expect(await adapter.balance()).toEqual({
      outcome: 'known',
      amountCentavos: 1_000_000_000_000 - 230 * arrival,
    });
  } finally {
    await richBank.close();
  }
});

test('accepts a webhook only with the correct token and shape', () => {
  const body = {
    id: 'ev_1',
    event: 'payout.paid',
    created: '2026-11-21T02:00:00.000Z',
    data: { reference: 'p1' },
  };
  const read = (content: unknown, token = program.token) =>
    bank.readWebhook(
      new Headers({ 'x-callback-token': token }),
      new TextEncoder().encode(JSON.stringify(content)),
    );
  expect(read(body)).toEqual({ event: 'payout', subject: 'p1', eventId: 'ev_1' });
  for (const token of ['', 'wrong', `${program.token} x`]) expect(read(body, token)).toBeNull();
  expect(
    bank.readWebhook(new Headers(), new TextEncoder().encode(JSON.stringify(body))),
  ).toBeNull();
  const payment = { ...body, event: 'payment.received' };
  const wrong = [
    null,
    [],
    {},
    { ...body, amountCentavos: 1 },
    { ...body, event: 'payout.vanished' },
    { ...body, created: 'now' },
    payment,
  ];
  for (const content of wrong) expect(read(content)).toBeNull();
  expect(read({ ...body, data: { reference: '..' } })).toBeNull();
  expect(read({ ...body, id: 'x'.repeat(70_000) })).toBeNull();
  const notText = new Uint8Array([0x7b, 0xff, 0x7d]);
  expect(bank.readWebhook(new Headers({ 'x-callback-token': program.token }), notText)).toBeNull();
});

test.each<[string, http.RequestListener, string]>([
  ['with HTML', (_, answer) => void answer.end('<html>'), 'the answer is not JSON'],
  [
    'with over 64 KiB',
    (_, answer) => void answer.end(JSON.stringify('x'.repeat(70_000))),
    'the answer is too large',
  ],
  [
    'with a redirect',
    (_, answer) => void answer.writeHead(302, { location: '/elsewhere' }).end('{}'),
    'the connection failed',
  ],
  [
    'in another shape',
    (_, answer) => void answer.end('{"outcome":"accepted"}'),
    'an answer of status 200 without a clear result',
  ],
  [
    'with a refusal as 200',
    (_, answer) => void answer.end('{"outcome":"refused","reason":"x"}'),
    'an answer of status 200 without a clear result',
  ],
])('reports a payout as unknown if the gateway responds %s', async (_, answer, reason) => {
  expect(await withGateway(answer, (strange) => strange.sendPayout(order('x')))).toEqual({
    outcome: 'unknown',
    reason,
  });
});

test('rejects a payout report that is about another payout', async () => {
  const report = {
    reference: 'y',
    gatewayId: 'g',
    amountCentavos: 1,
    state: 'paid',
    readyAt: null,
    paidAt: null,
    failure: null,
    withdrawalCode: null,
  };
  const answer: http.RequestListener = (_, response) => void response.end(JSON.stringify(report));
  expect(await withGateway(answer, (strange) => strange.findPayout('x'))).toMatchObject({
    found: 'unknown',
  });
  expect(await withGateway(answer, (strange) => strange.findPayout('y'))).toMatchObject({
    found: true,
  });
  const gone: http.RequestListener = (_, response) =>
    void response.writeHead(404).end('{"message":"no such route"}');
  expect(await withGateway(gone, (strange) => strange.findPayout('x'))).toMatchObject({
    found: 'unknown',
  });
});

test('reports a payout and the balance as unknown if the gateway cannot be reached', async () => {
  const unreachable = createSandboxBank({
    baseUrl: 'http://127.0.0.1:1',
    token: 't',
    timeoutMs: patientMs,
  });
  expect(await unreachable.sendPayout(order('x'))).toEqual({
    outcome: 'unknown',
    reason: 'the connection failed',
  });
  expect(await unreachable.balance()).toEqual({
    outcome: 'unknown',
    reason: 'the connection failed',
  });
  expect(await unreachable.findPayout('\ud800')).toMatchObject({ found: 'unknown' });
});

bankContract('the simulator', async () => {
  const own = await startTestBank({ payDelayMs: 1 });
  const adapter = (baseUrl: string, token = own.token) =>
    createSandboxBank({ baseUrl, token, timeoutMs: patientMs });
  const hookOf = async (subject: string) => {
    const [hook] = await own.hooks.wait(subject, 1);
    if (!hook) throw new Error(`no webhook about ${subject}`);
    return hook;
  };
  return {
    bank: adapter(own.url()),
    at: (baseUrl) => adapter(baseUrl),
    stranger: adapter(own.url(), 'wrong'),
    numbers: { plain: '001234567890', fails: '99990007' },
    refused: { accountNumber: '99990001' },
    unpaidCode: null,
    settle: (reference) => hookOf(reference),
    reverse: async (reference) => void (await own.call('/control/reverse', { reference })),
    pay: async (code, amountCentavos) =>
      hookOf((await own.call('/control/pay', { code, amountCentavos })).body.id),
    takeBack: async (paymentId, cause, amountCentavos) => {
      await own.call('/control/take-back', { paymentId, cause, amountCentavos });
      return (await own.hooks.wait(paymentId, 2)).at(-1) ?? null;
    },
    decide: async (code, isYes) => {
      const { reference } =
        (await own.call('/control/codes')).body.codes.find((row) => row.code === code) ?? {};
      await own.call('/control/checkout', { code, isYes });
      return hookOf(reference ?? '');
    },
    close: () => own.close(),
  };
});
