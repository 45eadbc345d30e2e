// The bank adapter for Xendit (https://api.xendit.co). Each file names its sources and what is
// `unverified`; docs/integrators/gateways.md lists what to test before going live. Sources for
// webhooks: payment-webhook-notification, payout-webhook, handling-webhooks. unverified: that
// events have no id, so that event and subject identify a repeated one.
import * as v from 'valibot';
import { carriesToken, createAsk, jsonOf, markOf, zId } from './ask.ts';
import type { Bank, WebhookHint } from './port.ts';
import { payoutChannelCode, xenditLimits, xenditRails } from './xendit-channels.ts';
import { createXenditCode, findXenditCode, findXenditPayment } from './xendit-payments.ts';
import { findXenditPayout, sendXenditPayout } from './xendit-payouts.ts';
import { findXenditReversals } from './xendit-reversals.ts';
import { xenditBalance, xenditSettlementReport } from './xendit-settlement-report.ts';

export interface XenditOptions {
  /** `xendit` by default. */
  name?: string;
  /** The address of the API, without a trailing slash. */
  baseUrl: string;
  /** The secret key. It is the user name of basic authentication, with an empty password. */
  apiKey: string;
  /** The token that authenticates Xendit's webhooks. */
  callbackToken: string;
  /** A second token that the server accepts while the token changes. */
  callbackTokenPrevious?: string | null;
  /** The timeout per call, in ms of wall time. */
  timeoutMs: number;
  /** The hosts of the wallets' payment pages. */
  linkHosts: readonly string[];
}

/**
 * How long a worker may resend an order. Xendit does not document how long a key is valid; an
 * interrupted worker resends within minutes.
 */
const deduplicatesForMs = 60 * 60 * 1000;
const maxBytes = 262_144;
const maxHookBytes = 65_536;

const zPayoutHook = v.object({
  event: v.picklist(['payout.succeeded', 'payout.failed', 'payout.reversed']),
  data: v.object({ id: zId, reference_id: zId }),
});
const zPaymentHook = v.object({
  event: v.literal('payment.capture'),
  data: v.object({ payment_id: zId }),
});
const zCodeHook = v.object({
  event: v.picklist(['payment.authorization', 'payment.failure', 'payment_request.expiry']),
  data: v.object({ payment_request_id: zId, reference_id: zId }),
});
// unverified: whether the refund is in `data` or, as in the document's sample, in `data.data`.
const zRefund = v.object({ id: zId, payment_id: zId });
const zRefundHook = v.object({
  event: v.literal('refund.succeeded'),
  data: v.union([
    zRefund,
    v.pipe(
      v.object({ data: zRefund }),
      v.transform(({ data }) => data),
    ),
  ]),
});
const zHook = v.variant('event', [zPayoutHook, zPaymentHook, zRefundHook, zCodeHook]);

/** Creates the bank adapter for Xendit. An order may be resent within `deduplicatesForMs`. */
export function createXenditBank({
  name = 'xendit',
  baseUrl,
  apiKey,
  callbackToken,
  callbackTokenPrevious = null,
  timeoutMs,
  linkHosts,
}: XenditOptions): Bank {
  const tokens = [callbackToken, ...(callbackTokenPrevious ? [callbackTokenPrevious] : [])];
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  const ask = createAsk({ baseUrl, authorization, timeoutMs, maxBytes });
  return {
    name,
    account: markOf(baseUrl, apiKey),
    deduplicatesForMs,
    limits: xenditLimits,
    rails: xenditRails,
    canPay: (bankCode) => payoutChannelCode(bankCode) !== null,
    linkHosts,
    sendPayout: (order) => sendXenditPayout(ask, order),
    findPayout: (reference) => findXenditPayout(ask, reference),
    // This adapter pays only to accounts, so there are no pickups.
    cancelPayout: async () => ({ outcome: 'refused', reason: 'noPickups' }),
    createCode: (request) => createXenditCode(ask, request),
    findCode: (gatewayId) => findXenditCode(ask, gatewayId),
    findPayment: (gatewayPaymentId) => findXenditPayment(ask, gatewayPaymentId),
    findReversals: (gatewayPaymentId) => findXenditReversals(ask, gatewayPaymentId),
    readWebhook: (headers, rawBody) => readXenditWebhook(tokens, headers, rawBody),
    balance: () => xenditBalance(ask),
    settlementReport: (day) => xenditSettlementReport(ask, day),
  };
}

function readXenditWebhook(
  tokens: readonly string[],
  headers: Headers,
  rawBody: Uint8Array,
): WebhookHint | null {
  const isGenuine = tokens.some((token) => carriesToken(headers, token));
  if (!isGenuine || rawBody.length > maxHookBytes) return null;
  const parsed = v.safeParse(zHook, jsonOf(rawBody));
  if (!parsed.success) return null;
  if (parsed.output.event === 'refund.succeeded') {
    const { id, payment_id } = parsed.output.data;
    return { event: 'reversal', subject: payment_id, eventId: `refund.succeeded:${id}` };
  }
  const { event, data } = parsed.output;
  if ('payment_id' in data)
    return { event: 'payment', subject: data.payment_id, eventId: `${event}:${data.payment_id}` };
  if ('payment_request_id' in data)
    return {
      event: 'code',
      subject: data.reference_id,
      eventId: `${event}:${data.payment_request_id}`,
    };
  return { event: 'payout', subject: data.reference_id, eventId: `${event}:${data.id}` };
}
