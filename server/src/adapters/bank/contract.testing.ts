// The tests that every adapter of the bank port must pass. Each adapter's test file runs them
// against its own local server.
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldTimeouts } from '#/adapters/held-timeouts.testing.ts';
import {
  type Bank,
  type CodeRequest,
  type PayoutOrder,
  type ReversalCause,
  reversalCauses,
} from './port.ts';

type Hook = { headers: Headers; rawBody: Uint8Array };

/** An adapter, its server, and controls that only tests need. */
export type BankUnderTest = {
  bank: Bank;
  /** Returns the same adapter, connected to another server. */
  at(baseUrl: string): Bank;
  /** The same adapter with credentials that the server refuses. */
  stranger: Bank;
  /** Account numbers that determine the result of a payout. */
  numbers: { plain: string; fails: string };
  /** Order fields that cause an explicit refusal by the gateway. */
  refused: Partial<PayoutOrder>;
  /** A bank code that the gateway cannot pay; null if it pays every code. */
  unpaidCode: string | null;
  settle(reference: string): Promise<Hook>;
  reverse(reference: string): Promise<void>;
  pay(code: string, amountCentavos?: Centavos): Promise<Hook>;
  /**
   * Reverses a payment.
   * @returns the webhook, or null if the gateway sends none
   */
  takeBack(
    paymentId: string,
    cause: ReversalCause,
    amountCentavos?: Centavos,
  ): Promise<Hook | null>;
  decide(code: string, isYes: boolean): Promise<Hook>;
  close(): Promise<void> | void;
};

const amountCentavos = centavos(4_939_050);
let count = 0;
const reference = () => {
  count += 1;
  return `018f0000-0000-7000-8000-${String(count).padStart(12, '0')}`;
};

function orderOf(fields: Partial<PayoutOrder> & { reference: string }): PayoutOrder {
  return {
    amountCentavos,
    channel: 'bankCard',
    accountName: 'JUAN DELA CRUZ',
    accountNumber: '1',
    bankCode: 'BNORPHMMXXX',
    rail: 'instapay',
    ...fields,
  };
}

function codeRequest(fields: Partial<CodeRequest> = {}): CodeRequest {
  const endsAt = Temporal.Now.instant().add({ hours: 1 }).round('millisecond');
  const common = {
    reference: reference(),
    channel: 'sevenEleven' as const,
    amountCentavos,
    endsAt,
    payerName: 'JUAN DELA CRUZ',
  };
  return { ...common, returnTo: 'https://app.example/repayment?repaymentId=1', ...fields };
}

export function bankContract(name: string, setUp: () => Promise<BankUnderTest>): void {
  describe(`the bank adapter for ${name}`, () => {
    const subject = {} as BankUnderTest;
    beforeAll(async () => void Object.assign(subject, await setUp()));
    afterAll(() => subject.close());
    payoutTests(subject);
    bankCodeTests(subject);
    codeTests(subject);
    bookTests(subject);
    silenceTests(subject);
  });
}

async function createCode({ bank }: BankUnderTest, request: CodeRequest) {
  const answer = await bank.createCode(request);
  if (answer.outcome !== 'given') throw new Error(JSON.stringify(answer));
  return answer;
}

function payoutTests(subject: BankUnderTest): void {
  test('pays a payout once even if the order is sent again', async () => {
    const order = orderOf({ reference: reference(), accountNumber: subject.numbers.plain });
    const sent = await subject.bank.sendPayout(order);
    expect(sent).toEqual({ outcome: 'accepted', gatewayId: expect.any(String) });
    expect(await subject.bank.sendPayout(order)).toEqual(sent);
    const hook = await subject.settle(order.reference);
    expect(subject.bank.readWebhook(hook.headers, hook.rawBody)).toMatchObject({
      event: 'payout',
      subject: order.reference,
    });
    const finding = await subject.bank.findPayout(order.reference);
    expect(finding).toMatchObject({
      found: true,
      report: { reference: order.reference, state: 'paid', amountCentavos, failure: null },
    });
    expect(finding.found === true && finding.report.paidAt).toBeInstanceOf(Temporal.Instant);
    await subject.reverse(order.reference);
    expect(await subject.bank.findPayout(order.reference)).toMatchObject({
      found: true,
      report: { state: 'reversed' },
    });
  });

  test('reports a payout as unknown if its reference was used for another order', async () => {
    const order = orderOf({ reference: reference(), accountNumber: subject.numbers.plain });
    await subject.bank.sendPayout(order);
    expect(
      await subject.bank.sendPayout({ ...order, amountCentavos: centavos(100) }),
    ).toMatchObject({ outcome: 'unknown' });
  });

  test('distinguishes refused, failed and missing payouts', async () => {
    const refused = await subject.bank.sendPayout(
      orderOf({ reference: reference(), ...subject.refused }),
    );
    expect(refused).toEqual({ outcome: 'refused', reason: expect.stringMatching(/^\w+$/) });
    const failing = orderOf({ reference: reference(), accountNumber: subject.numbers.fails });
    expect(await subject.bank.sendPayout(failing)).toMatchObject({ outcome: 'accepted' });
    await subject.settle(failing.reference);
    const report = { state: 'failed', paidAt: null, failure: expect.stringMatching(/^\w+$/) };
    expect(await subject.bank.findPayout(failing.reference)).toMatchObject({ found: true, report });
    expect(await subject.bank.findPayout(reference())).toEqual({ found: false });
  });
}

function bankCodeTests(subject: BankUnderTest): void {
  test('accepts payout orders only for bank codes that it can pay', async () => {
    const order = orderOf({ reference: reference(), accountNumber: subject.numbers.plain });
    expect([
      subject.bank.canPay(order.bankCode ?? ''),
      (await subject.bank.sendPayout(order)).outcome,
    ]).toEqual([true, 'accepted']);
    const { unpaidCode: bankCode } = subject;
    if (bankCode === null) return expect(subject.bank.canPay('NOWHEREXXXX')).toBe(true);
    const answer = await subject.bank.sendPayout({ ...order, reference: reference(), bankCode });
    expect([subject.bank.canPay(bankCode), answer]).toEqual([
      false,
      { outcome: 'refused', reason: 'bankNotPaid' },
    ]);
  });
}

function codeTests(subject: BankUnderTest): void {
  test('reports the payment of a counter code with our reference', async () => {
    const request = codeRequest();
    const { code, gatewayId, payload, link } = await createCode(subject, request);
    expect([payload, link]).toEqual([undefined, undefined]);
    expect(await subject.bank.findCode(gatewayId)).toEqual({ found: true, progress: 'open' });
    const hook = await subject.pay(code);
    const hint = subject.bank.readWebhook(hook.headers, hook.rawBody);
    expect(hint).toMatchObject({ event: 'payment', eventId: expect.any(String) });
    const facts = {
      codeReference: request.reference,
      channel: 'sevenEleven',
      amountCentavos,
      currency: 'PHP',
      state: 'received',
    };
    expect(await subject.bank.findPayment(hint?.subject ?? '')).toMatchObject({
      found: true,
      report: { id: hint?.subject, ...facts },
    });
    expect(await subject.bank.findPayment('py-none')).toEqual({ found: false });
  });

  test('a counter code or payment page expires as requested, a permanent code never', async () => {
    const request = codeRequest();
    expect((await createCode(subject, request)).endsAt?.toString()).toBe(
      request.endsAt?.toString(),
    );
    const before = Temporal.Now.instant();
    const link = await createCode(
      subject,
      codeRequest({ channel: 'gcash', endsAt: before.add({ minutes: 15 }).round('millisecond') }),
    );
    const minutes = Number(link.endsAt?.since(before).total('minutes'));
    expect([minutes > 14, minutes < 16]).toEqual([true, true]);
    expect(
      (
        await createCode(
          subject,
          codeRequest({ channel: 'cliqqLifelong', amountCentavos: null, endsAt: null }),
        )
      ).endsAt,
    ).toBeUndefined();
  });

  test('returns a QR code’s text, and lets a permanent code accept any amount', async () => {
    expect(await createCode(subject, codeRequest({ channel: 'qrph' }))).toMatchObject({
      payload: expect.stringContaining('ph.ppmi.p2m'),
    });
    const request = codeRequest({ channel: 'cliqqLifelong', amountCentavos: null, endsAt: null });
    const hook = await subject.pay((await createCode(subject, request)).code, centavos(12_345));
    const hint = subject.bank.readWebhook(hook.headers, hook.rawBody);
    const facts = { codeReference: request.reference, amountCentavos: 12_345 };
    expect(await subject.bank.findPayment(hint?.subject ?? '')).toMatchObject({
      found: true,
      report: facts,
    });
    expect(
      await subject.bank.createCode(
        codeRequest({ channel: 'qrph', amountCentavos: null, endsAt: null }),
      ),
    ).toMatchObject({
      outcome: 'refused',
    });
  });

  test.each([
    [true, 'inProgress'],
    [false, 'declined'],
  ] as const)(
    'issues a payment page for a wallet; confirmation %s makes the code %s',
    async (isYes, progress) => {
      const request = codeRequest({ channel: 'gcash' });
      const { code, gatewayId, link } = await createCode(subject, request);
      expect(link).toMatch(/^(https:\/|\/sandbox\/)/);
      const hook = await subject.decide(code, isYes);
      expect(subject.bank.readWebhook(hook.headers, hook.rawBody)).toMatchObject({
        event: 'code',
        subject: request.reference,
      });
      expect(await subject.bank.findCode(gatewayId)).toEqual({ found: true, progress });
      expect(await subject.bank.findCode('pr-none')).toEqual({ found: false });
    },
  );
}

function bookTests(subject: BankUnderTest): void {
  test('lists every movement of a day once in the settlement report', async () => {
    const order = orderOf({ reference: reference(), accountNumber: subject.numbers.plain });
    const sent = await subject.bank.sendPayout(order);
    await subject.settle(order.reference);
    const request = codeRequest();
    await subject.pay((await createCode(subject, request)).code);
    const today = Temporal.Now.plainDateISO('Asia/Manila');
    const report = await subject.bank.settlementReport(today);
    const lines = report.outcome === 'known' ? report.lines : [];
    expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
    const gatewayId = sent.outcome === 'accepted' ? sent.gatewayId : '';
    const ownLines = lines.filter(
      (line) => line.reference === order.reference || line.reference === request.reference,
    );
    expect(ownLines).toMatchObject([
      {
        kind: 'payoutPaid',
        reference: order.reference,
        gatewayId,
        amountCentavos,
        currency: 'PHP',
      },
      { kind: 'paymentReceived', reference: request.reference, amountCentavos, currency: 'PHP' },
    ]);
    expect(await subject.bank.settlementReport(today.subtract({ days: 9 }))).toEqual({
      outcome: 'known',
      lines: [],
    });
    await subject.reverse(order.reference);
    const after = await subject.bank.settlementReport(today);
    const kinds =
      after.outcome === 'known' &&
      after.lines.filter((line) => line.reference === order.reference).map((line) => line.kind);
    expect(kinds).toEqual(['payoutPaid', 'payoutReversed']);
    expect(await subject.bank.balance()).toEqual({
      outcome: 'known',
      amountCentavos: expect.any(Number),
    });
  });

  test.each(reversalCauses)(
    'finds a %s with the same id as in the settlement report',
    async (cause) => {
      const request = codeRequest();
      const hook = await subject.pay((await createCode(subject, request)).code);
      const paymentId = subject.bank.readWebhook(hook.headers, hook.rawBody)?.subject ?? '';
      expect(await subject.bank.findReversals(paymentId)).toEqual({ found: true, reversals: [] });
      // A reversal covers the whole payment; a chargeback or refund may be partial.
      const part = cause === 'reversal' ? undefined : centavos(123_405);
      const reversalHook = await subject.takeBack(paymentId, cause, part);
      if (reversalHook) {
        const hint = subject.bank.readWebhook(reversalHook.headers, reversalHook.rawBody);
        expect(hint).toMatchObject({ event: 'reversal', subject: paymentId });
      }
      const finding = await subject.bank.findReversals(paymentId);
      const expected = { cause, amountCentavos: part ?? amountCentavos, currency: 'PHP' };
      expect(finding).toMatchObject({ found: true, reversals: [expected] });
      const [reversal] = finding.found === true ? finding.reversals : [];
      const report = await subject.bank.settlementReport(Temporal.Now.plainDateISO('Asia/Manila'));
      const lines =
        report.outcome === 'known'
          ? report.lines.filter((line) => line.gatewayId === paymentId)
          : [];
      expect(lines).toMatchObject([
        { kind: 'paymentReceived', amountCentavos },
        { kind: 'paymentReversed', id: reversal?.id, amountCentavos: part ?? amountCentavos },
      ]);
      expect(await subject.bank.findReversals('py-none')).toEqual({ found: false });
    },
  );

  test('ignores a webhook that is too large, malformed or without a valid token', async () => {
    const hook = await subject.pay((await createCode(subject, codeRequest())).code);
    const token = hook.headers.get('x-callback-token') ?? '';
    const read = (headers: Record<string, string>, body: Uint8Array) =>
      subject.bank.readWebhook(new Headers(headers), body);
    expect(read({ 'x-callback-token': token }, hook.rawBody)).not.toBeNull();
    for (const wrong of ['', 'wrong', `${token}x`, token.slice(1)])
      expect(read({ 'x-callback-token': wrong }, hook.rawBody)).toBeNull();
    expect(read({}, hook.rawBody)).toBeNull();
    const bytes = (text: string) => new TextEncoder().encode(text);
    const bodies = [
      '',
      'null',
      '[]',
      '{}',
      '{"event":"payment.capture"}',
      `"${'x'.repeat(70_000)}"`,
    ].map(bytes);
    const padded = bytes(new TextDecoder().decode(hook.rawBody) + ' '.repeat(70_000));
    for (const body of [...bodies, padded, new Uint8Array([0x7b, 0xff, 0x7d])])
      expect(read({ 'x-callback-token': token }, body)).toBeNull();
  });
}

function silenceTests(subject: BankUnderTest): void {
  test('reports everything as unknown if the credentials are refused', async () =>
    expect(await outcomes(subject.stranger)).toEqual(allUnknown));

  test.each<[string, http.RequestListener]>([
    ['never responds', () => {}],
    ['never ends its response', (_, answer) => void answer.write('{')],
    ['sends one space at a time', drip],
  ])('reports everything as unknown after the timeout of a gateway that %s', async (_, answer) => {
    const runOut = heldTimeouts();
    let requests = 0;
    await withGateway(subject, counted(answer), async (bad) => {
      const ends = outcomes(bad);
      await expect.poll(() => requests).toBe(allUnknown.length);
      runOut();
      expect(await ends).toEqual(allUnknown);
    });

    function counted(listener: http.RequestListener): http.RequestListener {
      return (...exchange) => {
        requests += 1;
        listener(...exchange);
      };
    }
  });

  test.each<[string, http.RequestListener]>([
    [
      'responds with status 429',
      (_, answer) => void answer.writeHead(429).end('{"error_code":"RATE_LIMIT_EXCEEDED"}'),
    ],
    [
      'responds with status 500',
      (_, answer) => void answer.writeHead(500).end('{"error_code":"SERVER_ERROR"}'),
    ],
    ['responds with status 503', (_, answer) => void answer.writeHead(503).end('{}')],
    ['cuts the connection', (request) => void request.socket.destroy()],
    ['does not respond with JSON', (_, answer) => void answer.end('<html>')],
    [
      'responds in another shape',
      (_, answer) => void answer.end('{"status":"SUCCEEDED","outcome":"accepted"}'),
    ],
    ['responds with too much', (_, answer) => void answer.end(JSON.stringify('x'.repeat(300_000)))],
    ['redirects', (_, answer) => void answer.writeHead(302, { location: '/elsewhere' }).end('{}')],
    ['has no such page', (_, answer) => void answer.writeHead(404).end('no such page')],
  ])('reports everything as unknown for a gateway that %s', async (_, answer) => {
    await withGateway(subject, answer, async (bad) =>
      expect(await outcomes(bad)).toEqual(allUnknown),
    );
  });
}

/** Runs `work` with the adapter on a gateway that returns the same response to every call. */
async function withGateway(
  subject: BankUnderTest,
  answer: http.RequestListener,
  work: (bad: Bank) => Promise<void>,
): Promise<void> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(subject.at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Sends a byte every 20 ms forever, so a timeout between bytes would never expire. */
const drip: http.RequestListener = (_, answer) => {
  const more = setInterval(() => answer.write(' '), 20);
  answer.on('close', () => clearInterval(more));
};

const allUnknown = Array.from({ length: 8 }, () => 'unknown');

/** Calls each method of a bank once and returns the outcomes. */
async function outcomes(bank: Bank): Promise<unknown[]> {
  const day = Temporal.PlainDate.from('2026-11-20');
  const ends = await Promise.all([
    bank.sendPayout(orderOf({ reference: reference() })),
    bank.findPayout(reference()),
    bank.createCode(codeRequest()),
    bank.findCode('pr-1'),
    bank.findPayment('py-1'),
    bank.findReversals('py-1'),
    bank.balance(),
    bank.settlementReport(day),
  ]);
  return ends.map((end) => ('found' in end ? end.found : end.outcome));
}
