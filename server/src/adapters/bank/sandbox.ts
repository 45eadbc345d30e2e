import { createHash, timingSafeEqual } from 'node:crypto';
import { payoutChannels, zRepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos, zPositiveCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { textWithin } from '#/adapters/bounded-body.ts';
import type {
  Bank,
  CancelAnswer,
  CodeAnswer,
  PaymentFinding,
  PayoutAnswer,
  PayoutFinding,
  StatementAnswer,
  StatementLine,
  WebhookHint,
} from './port.ts';

export interface SandboxBankOptions {
  /** Where the bank simulator listens, without a slash at the end. */
  baseUrl: string;
  /** The shared secret both ways. */
  token: string;
  /** How long one call may take, in ms of wall time. */
  timeoutMs: number;
}

const maxBytes = 65_536;
const maxStatementPages = 10_000;

/** Without a dot in front, so that an id in a path stays in its place. */
const zId = v.pipe(v.string(), v.regex(/^[\w:-][\w.:-]{0,99}$/));
const zWord = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const zInstant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return Temporal.Instant.from(dataset.value);
    } catch {
      addIssue({ message: 'no instant' });
      return NEVER;
    }
  }),
);

const zRefused = v.strictObject({ outcome: v.literal('refused'), reason: zWord });
const zNotTaken = v.strictObject({ outcome: v.literal('notTaken'), reason: v.literal('insufficientBalance') });
const zNotFound = v.strictObject({ error: v.literal('notFound') });
const zAccepted = v.strictObject({ outcome: v.literal('accepted'), gatewayId: zId });
const zCancelled = v.strictObject({ outcome: v.literal('cancelled') });
const zPayoutReport = v.strictObject({
  reference: zId,
  gatewayId: zId,
  amountCentavos: zPositiveCentavos,
  state: v.picklist(['pending', 'ready', 'paid', 'failed', 'reversed']),
  readyAt: v.nullable(zInstant),
  paidAt: v.nullable(zInstant),
  failure: v.nullable(zWord),
  withdrawalCode: v.nullable(zWord),
});
const zGiven = v.strictObject({
  outcome: v.literal('given'),
  code: zWord,
  gatewayId: zId,
  payload: v.nullable(v.pipe(v.string(), v.maxLength(1_000))),
});
const zPaymentReport = v.strictObject({
  id: zId,
  codeReference: v.nullable(zId),
  code: zWord,
  channel: zRepaymentChannel,
  amountCentavos: zPositiveCentavos,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  paidAt: zInstant,
  state: v.literal('received'),
});
const zBalance = v.strictObject({
  amountCentavos: v.pipe(
    v.number(),
    v.safeInteger(),
    v.transform((amount) => centavos(amount)),
  ),
});
const zStatementPage = v.strictObject({
  lines: v.array(
    v.strictObject({
      id: zId,
      kind: v.picklist(['payoutPaid', 'payoutReversed', 'paymentReceived']),
      reference: v.nullable(zId),
      gatewayId: zId,
      amountCentavos: zPositiveCentavos,
      currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
      at: zInstant,
      on: v.string(),
    }),
  ),
  next: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});
const zWebhook = v.variant('event', [
  v.strictObject({
    id: zId,
    event: v.picklist(['payout.pending', 'payout.ready', 'payout.paid', 'payout.failed', 'payout.reversed']),
    created: zInstant,
    data: v.strictObject({ reference: zId }),
  }),
  v.strictObject({ id: zId, event: v.literal('payment.received'), created: zInstant, data: v.strictObject({ paymentId: zId }) }),
]);

/** The bank port on the bank simulator (see simulators/README.md). It pays a reference once, however often it is sent. */
export function createSandboxBank({ baseUrl, token, timeoutMs }: SandboxBankOptions): Bank {
  const ask = createAsk(baseUrl, token, timeoutMs);
  return {
    name: 'sandbox',
    deduplicatesPayouts: true,
    payoutLimits,

    async sendPayout(order): Promise<PayoutAnswer> {
      const answer = await ask('/payouts', order, { 'idempotency-key': order.reference });
      const said = read(answer, 200, zAccepted) ?? read(answer, 422, zRefused) ?? read(answer, 402, zNotTaken);
      return said ?? { outcome: 'unknown', why: whyNot(answer) };
    },

    async findPayout(reference): Promise<PayoutFinding> {
      const answer = await ask(`/payouts/${encodeURIComponent(reference.toWellFormed())}`);
      const report = read(answer, 200, zPayoutReport);
      if (report && report.reference === reference) return { found: true, report };
      return read(answer, 404, zNotFound) ? { found: false } : { found: 'unknown', why: whyNot(answer) };
    },

    async cancelPayout(reference): Promise<CancelAnswer> {
      const answer = await ask(`/payouts/${encodeURIComponent(reference.toWellFormed())}/cancel`, {});
      return read(answer, 200, zCancelled) ?? read(answer, 422, zRefused) ?? { outcome: 'unknown', why: whyNot(answer) };
    },

    async createCode(request): Promise<CodeAnswer> {
      const answer = await ask('/codes', { ...request, endsAt: request.endsAt?.toString() ?? null });
      const given = read(answer, 200, zGiven);
      if (given) {
        const { payload, ...code } = given;
        return payload === null ? code : { ...code, payload };
      }
      return read(answer, 422, zRefused) ?? { outcome: 'unknown', why: whyNot(answer) };
    },

    async findPayment(gatewayPaymentId): Promise<PaymentFinding> {
      const answer = await ask(`/payments/${encodeURIComponent(gatewayPaymentId.toWellFormed())}`);
      const report = read(answer, 200, zPaymentReport);
      if (report && report.id === gatewayPaymentId) return { found: true, report };
      return read(answer, 404, zNotFound) ? { found: false } : { found: 'unknown', why: whyNot(answer) };
    },

    readWebhook: (headers, rawBody) => readSandboxWebhook(token, headers, rawBody),

    async balance() {
      const answer = await ask('/balance');
      const balance = read(answer, 200, zBalance);
      return balance ? { outcome: 'known', ...balance } : { outcome: 'unknown', why: whyNot(answer) };
    },

    async statement(day): Promise<StatementAnswer> {
      const lines: StatementLine[] = [];
      let from: number | null = 0;
      for (let pages = 0; from !== null; pages += 1) {
        const answer: Answer = await ask(`/statement?day=${day.toString()}&from=${from}`);
        const page = read(answer, 200, zStatementPage);
        if (!page) return { outcome: 'unknown', why: whyNot(answer) };
        if (pages === maxStatementPages) return { outcome: 'unknown', why: 'the statement does not end' };
        for (const { on: _, ...line } of page.lines) lines.push(line);
        from = page.next;
      }
      return { outcome: 'known', lines };
    },
  };
}

/** It takes what its journal takes: a centavo to ten billion pesos. */
const payoutLimits = Object.fromEntries(
  payoutChannels.map((channel) => [channel, { minimumCentavos: centavos(1), maximumCentavos: centavos(1_000_000_000_000) }]),
) as Bank['payoutLimits'];

/** A whole answer, or why there is none. */
type Answer = { status: number; body: unknown } | { why: string };
type Ask = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** One authenticated call; POST when there is a body. Follows no redirect and reads no more than 64 KiB. Never throws. */
function createAsk(baseUrl: string, token: string, timeoutMs: number): Ask {
  return async (path, body, headers = {}) => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await textWithin(response, maxBytes);
      return text === null ? { why: 'the answer is too large' } : { status: response.status, body: JSON.parse(text) };
    } catch (error) {
      if (error instanceof SyntaxError) return { why: 'the answer is no JSON' };
      return { why: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'the connection failed' };
    }
  };
}

function read<S extends v.GenericSchema>(answer: Answer, status: number, schema: S): v.InferOutput<S> | null {
  if ('why' in answer || answer.status !== status) return null;
  const body = v.safeParse(schema, answer.body);
  return body.success ? body.output : null;
}

function whyNot(answer: Answer): string {
  return 'why' in answer ? answer.why : `an answer of status ${answer.status} that says nothing certain`;
}

function readSandboxWebhook(token: string, headers: Headers, rawBody: Uint8Array): WebhookHint | null {
  if (!timingSafeEqual(digest(headers.get('x-callback-token') ?? ''), digest(token)) || rawBody.length > maxBytes) return null;
  const parsed = v.safeParse(zWebhook, jsonOf(rawBody));
  if (!parsed.success) return null;
  const { id: eventId, data } = parsed.output;
  return 'paymentId' in data
    ? { event: 'payment', subject: data.paymentId, eventId }
    : { event: 'payout', subject: data.reference, eventId };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Hashed first, so that the comparison takes as long for every text of every length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
