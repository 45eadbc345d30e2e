import { payoutChannels, zRepaymentChannel } from '@sandali/contract/channel.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { centavos, zPositiveCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { zInstant } from '#/platform/days.ts';
import {
  type Answer,
  carriesToken,
  createAsk,
  failureReason,
  jsonOf,
  read,
  zCurrency,
  zId,
  zWord,
} from './ask.ts';
import {
  type Bank,
  type BankLimits,
  type CancelAnswer,
  type CodeAnswer,
  type CodeFinding,
  type PaymentFinding,
  type PayoutAnswer,
  type PayoutFinding,
  type RailTerms,
  type ReversalsFinding,
  reversalCauses,
  type SettlementLine,
  type SettlementReportAnswer,
  settlementKinds,
  type WebhookHint,
} from './port.ts';
import { xenditLimits } from './xendit-channels.ts';

export interface SandboxBankOptions {
  /** The address of the bank simulator, without a trailing slash. */
  baseUrl: string;
  /** A name for a second simulator; `sandbox` by default. */
  name?: string;
  /** The secret that authenticates our calls and the simulator's webhooks. */
  token: string;
  /** The timeout per call, in ms of wall time. */
  timeoutMs: number;
  /** Whether to apply the limits of live channels. If not, any amount is accepted. */
  playsLimits?: boolean;
  fetch?: typeof fetch;
}

/** The real terms of the rails (simulators/README.md), which the sandbox simulates. */
const sandboxRails: RailTerms = {
  instapay: {
    minimumCentavos: centavos(1),
    maximumCentavos: centavos(5_000_000),
    channels: ['bankCard', 'wallet'],
    arrives: { withinMinutes: 10 },
  },
  pesonet: {
    minimumCentavos: centavos(1),
    maximumCentavos: null,
    channels: ['bankCard', 'wallet'],
    arrives: { cutOff: '14:00' },
  },
};

const upTo = (pesos: number) => ({
  minimumCentavos: centavos(100),
  maximumCentavos: centavos(pesos * 100),
});

/**
 * The simulated channel limits, copied from the live gateway. Transfers have the limits of virtual
 * accounts. Cards have the limits of wallets, because the gateway publishes no limits for cards.
 */
export const playedLimits: BankLimits = {
  payouts: Object.fromEntries(payoutChannels.map((channel) => [channel, upTo(1_000_000_000)])),
  repayments: {
    ...xenditLimits.repayments,
    bankTransfer: upTo(200_000_000),
    bankCard: upTo(100_000),
  },
};

const maxBytes = 65_536;
const maxReportPages = 10_000;

const zRefused = v.strictObject({ outcome: v.literal('refused'), reason: zWord });
const zNotTaken = v.strictObject({
  outcome: v.literal('notTaken'),
  reason: v.literal('insufficientBalance'),
});
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
  link: v.nullable(v.pipe(v.string(), v.maxLength(1_000))),
  endsAt: v.nullable(zInstant),
});
const zCodeState = v.strictObject({
  gatewayId: zId,
  progress: v.picklist(['open', 'inProgress', 'declined']),
});
const zPaymentReport = v.strictObject({
  id: zId,
  codeReference: v.nullable(zId),
  code: zWord,
  channel: zRepaymentChannel,
  amountCentavos: zPositiveCentavos,
  currency: zCurrency,
  paidAt: zInstant,
  state: v.literal('received'),
});
const zReversals = v.strictObject({
  paymentId: zId,
  reversals: v.array(
    v.strictObject({
      id: zId,
      cause: v.picklist(reversalCauses),
      amountCentavos: zPositiveCentavos,
      currency: zCurrency,
      at: zInstant,
    }),
  ),
});
const zNoMoney = v.object({
  id: zId,
  amountCentavos: v.pipe(v.number(), v.safeInteger(), v.maxValue(0)),
});
const zBalance = v.strictObject({
  amountCentavos: v.pipe(
    v.number(),
    v.safeInteger(),
    v.transform((amount) => centavos(amount)),
  ),
});
const zSettlementPage = v.strictObject({
  lines: v.array(
    v.strictObject({
      id: zId,
      kind: v.picklist(settlementKinds),
      reference: v.nullable(zId),
      gatewayId: zId,
      amountCentavos: zPositiveCentavos,
      currency: zCurrency,
      at: zInstant,
      on: v.string(),
    }),
  ),
  next: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});
const zWebhook = v.variant('event', [
  v.strictObject({
    id: zId,
    event: v.picklist([
      'payout.pending',
      'payout.ready',
      'payout.paid',
      'payout.failed',
      'payout.reversed',
    ]),
    created: zInstant,
    data: v.strictObject({ reference: zId }),
  }),
  v.strictObject({
    id: zId,
    event: v.picklist(['code.inProgress', 'code.declined']),
    created: zInstant,
    data: v.strictObject({ reference: zId }),
  }),
  v.strictObject({
    id: zId,
    event: v.picklist(['payment.received', 'payment.takenBack']),
    created: zInstant,
    data: v.strictObject({ paymentId: zId }),
  }),
]);

/**
 * Creates the bank adapter for the bank simulator (simulators/README.md), which pays each reference
 * only once.
 */
export function createSandboxBank({
  token,
  name = 'sandbox',
  playsLimits = false,
  ...options
}: SandboxBankOptions): Bank {
  const ask = createAsk({ ...options, authorization: `Bearer ${token}`, maxBytes });
  return {
    name,
    // The simulator's address and token change at each start, so its name identifies the account.
    account: name,
    deduplicatesForMs: dayMs,
    limits: playsLimits ? playedLimits : null,
    rails: sandboxRails,
    // The simulator accepts any bank code.
    canPay: () => true,
    linkHosts: [],

    async sendPayout(order): Promise<PayoutAnswer> {
      const answer = await ask('/payouts', order, { 'idempotency-key': order.reference });
      const result =
        read(answer, 200, zAccepted) ?? read(answer, 422, zRefused) ?? read(answer, 402, zNotTaken);
      return result ?? { outcome: 'unknown', reason: failureReason(answer) };
    },

    async findPayout(reference): Promise<PayoutFinding> {
      const answer = await ask(`/payouts/${encodeURIComponent(reference.toWellFormed())}`);
      const report = read(answer, 200, zPayoutReport);
      if (report && report.reference === reference) return { found: true, report };
      return read(answer, 404, zNotFound)
        ? { found: false }
        : { found: 'unknown', reason: failureReason(answer) };
    },

    async cancelPayout(reference): Promise<CancelAnswer> {
      const answer = await ask(
        `/payouts/${encodeURIComponent(reference.toWellFormed())}/cancel`,
        {},
      );
      return (
        read(answer, 200, zCancelled) ??
        read(answer, 422, zRefused) ?? { outcome: 'unknown', reason: failureReason(answer) }
      );
    },

    async createCode(request): Promise<CodeAnswer> {
      const answer = await ask('/codes', {
        ...request,
        endsAt: request.endsAt?.toString() ?? null,
      });
      const issued = read(answer, 200, zGiven);
      if (issued) {
        const { payload, link, endsAt, ...code } = issued;
        return {
          ...code,
          ...(payload !== null && { payload }),
          ...(link !== null && { link }),
          ...(endsAt !== null && { endsAt }),
        };
      }
      return read(answer, 422, zRefused) ?? { outcome: 'unknown', reason: failureReason(answer) };
    },

    async findCode(gatewayId): Promise<CodeFinding> {
      const answer = await ask(`/codes/${encodeURIComponent(gatewayId.toWellFormed())}`);
      const state = read(answer, 200, zCodeState);
      if (state && state.gatewayId === gatewayId) return { found: true, progress: state.progress };
      return read(answer, 404, zNotFound)
        ? { found: false }
        : { found: 'unknown', reason: failureReason(answer) };
    },

    async findPayment(gatewayPaymentId): Promise<PaymentFinding> {
      const answer = await ask(`/payments/${encodeURIComponent(gatewayPaymentId.toWellFormed())}`);
      const report = read(answer, 200, zPaymentReport);
      if (report && report.id === gatewayPaymentId) return { found: true, report };
      const none = read(answer, 200, zNoMoney);
      if (none && none.id === gatewayPaymentId)
        return { found: 'notMoney', amountCentavos: none.amountCentavos };
      return read(answer, 404, zNotFound)
        ? { found: false }
        : { found: 'unknown', reason: failureReason(answer) };
    },

    findReversals: (gatewayPaymentId) => findSandboxReversals(ask, gatewayPaymentId),
    readWebhook: (headers, rawBody) => readSandboxWebhook(token, headers, rawBody),

    async balance() {
      const answer = await ask('/balance');
      const balance = read(answer, 200, zBalance);
      return balance
        ? { outcome: 'known', ...balance }
        : { outcome: 'unknown', reason: failureReason(answer) };
    },

    settlementReport: (day) => readSettlementReport(ask, day),
  };
}

async function findSandboxReversals(
  ask: ReturnType<typeof createAsk>,
  paymentId: string,
): Promise<ReversalsFinding> {
  const answer = await ask(`/payments/${encodeURIComponent(paymentId.toWellFormed())}/reversals`);
  const report = read(answer, 200, zReversals);
  if (report?.paymentId === paymentId) return { found: true, reversals: report.reversals };
  return read(answer, 404, zNotFound)
    ? { found: false }
    : { found: 'unknown', reason: failureReason(answer) };
}

/**
 * Reads every page of a day's report. The result is unknown if a page fails, because a partial
 * report would be wrong.
 */
async function readSettlementReport(
  ask: ReturnType<typeof createAsk>,
  day: Temporal.PlainDate,
): Promise<SettlementReportAnswer> {
  const lines: SettlementLine[] = [];
  let from: number | null = 0;
  for (let pages = 0; from !== null; pages += 1) {
    const answer: Answer = await ask(`/settlement-report?day=${day.toString()}&from=${from}`);
    const page = read(answer, 200, zSettlementPage);
    if (!page) return { outcome: 'unknown', reason: failureReason(answer) };
    if (pages === maxReportPages)
      return { outcome: 'unknown', reason: 'the settlement report does not end' };
    for (const { on: _, ...line } of page.lines) lines.push(line);
    from = page.next;
  }
  return { outcome: 'known', lines };
}

function readSandboxWebhook(
  token: string,
  headers: Headers,
  rawBody: Uint8Array,
): WebhookHint | null {
  if (!carriesToken(headers, token) || rawBody.length > maxBytes) return null;
  const parsed = v.safeParse(zWebhook, jsonOf(rawBody));
  if (!parsed.success) return null;
  const { id: eventId, event, data } = parsed.output;
  if ('paymentId' in data) {
    return {
      event: event === 'payment.takenBack' ? 'reversal' : 'payment',
      subject: data.paymentId,
      eventId,
    };
  }
  return { event: event.startsWith('code.') ? 'code' : 'payout', subject: data.reference, eventId };
}
