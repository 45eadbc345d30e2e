// Payments through Xendit: POST and GET /v3/payment_requests, GET /v3/payments/{id}. Sources
// (docs.xendit.co): pay-one-off-payment, reusable-payment-codes, create-payment-request,
// get-payment, the pages of the channels.
// unverified:
// - that a repeated reference does not create a second code (after a lost request it may, but
//   payments to that code also carry our reference);
// - that the expiry of 15 minutes counts from `created`, and when QR Ph and ShopeePay codes expire;
// - which return addresses Maya, GrabPay and ShopeePay accept, and the hosts of wallet pages;
// - that an unknown id gives 404, and that `capture_timestamp` is when the payer paid.

import { sumCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { zInstant } from '#/platform/days.ts';
import { type Answer, type Ask, failureReason, read, zCurrency, zId } from './ask.ts';
import type { CodeAnswer, CodeFinding, CodeProgress, CodeRequest, PaymentFinding } from './port.ts';
import { pesosOf, zPesos, zSomePesos } from './xendit-amounts.ts';
import { type PaymentKind, repaymentChannelOf, repaymentRows } from './xendit-channels.ts';

const version = { 'api-version': '2024-11-11' };

const requestStates = {
  REQUIRES_ACTION: 'open',
  ACCEPTING_PAYMENTS: 'open',
  PENDING: 'inProgress',
  AUTHORIZED: 'inProgress',
  SUCCEEDED: 'inProgress',
  FAILED: 'declined',
  CANCELED: 'declined',
  EXPIRED: 'declined',
} as const satisfies Record<string, CodeProgress>;
const zRequestState = v.picklist(Object.keys(requestStates) as (keyof typeof requestStates)[]);

const zAction = v.object({
  type: v.string(),
  descriptor: v.nullish(v.string()),
  value: v.pipe(v.string(), v.maxLength(2_000)),
});
const zRequest = v.object({
  payment_request_id: zId,
  reference_id: zId,
  currency: zCurrency,
  request_amount: v.nullish(zSomePesos),
  status: zRequestState,
  created: v.nullish(zInstant),
  channel_properties: v.nullish(v.object({ expires_at: v.nullish(zInstant) })),
  actions: v.optional(v.array(zAction), []),
});
const zPayment = v.object({
  payment_id: zId,
  payment_request_id: zId,
  reference_id: v.nullish(zId),
  channel_code: v.pipe(v.string(), v.maxLength(100)),
  currency: zCurrency,
  status: v.string(),
  captures: v.optional(
    v.array(v.object({ capture_amount: zPesos, capture_timestamp: zInstant })),
    [],
  ),
});
const zError = v.object({ error_code: v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,60}$/)) });

/** The type and the descriptors of the action whose value the payer presents or opens. */
const actionOf: Readonly<Record<PaymentKind, { type: string; descriptors: readonly string[] }>> = {
  link: { type: 'REDIRECT_CUSTOMER', descriptors: ['WEB_URL', 'DEEPLINK_URL'] },
  qr: { type: 'PRESENT_TO_CUSTOMER', descriptors: ['QR_STRING'] },
  counter: { type: 'PRESENT_TO_CUSTOMER', descriptors: ['PAYMENT_CODE'] },
};

/** Requests a counter code, a QR code, or a wallet's payment page. */
export async function createXenditCode(ask: Ask, request: CodeRequest): Promise<CodeAnswer> {
  const row = repaymentRows[request.channel];
  if (!row) return { outcome: 'refused', reason: 'channelNotServed' };
  if (request.amountCentavos === null && row.kind !== 'counter')
    return { outcome: 'refused', reason: 'amountNeeded' };
  const answer = await ask(
    '/v3/payment_requests',
    bodyOf(request, row.channelCode, row.kind),
    version,
  );
  const created = read(answer, 201, zRequest) ?? read(answer, 200, zRequest);
  if (!created) return refusalIn(answer) ?? { outcome: 'unknown', reason: failureReason(answer) };
  const isOurs =
    created.reference_id === request.reference &&
    created.currency === 'PHP' &&
    (created.request_amount ?? null) === request.amountCentavos;
  if (!isOurs) return { outcome: 'unknown', reason: 'the answer is about another payment' };
  const { type, descriptors } = actionOf[row.kind];
  const offered = descriptors.map((descriptor) =>
    created.actions.find((action) => action.type === type && action.descriptor === descriptor),
  );
  const value = offered.find(Boolean)?.value;
  if (!value) return { outcome: 'unknown', reason: 'the answer has nothing to pay with' };
  const gatewayId = created.payment_request_id;
  const endsAt = endOf(created, row.minutes);
  const issued = {
    outcome: 'given' as const,
    code: gatewayId,
    gatewayId,
    ...(endsAt && { endsAt }),
  };
  if (row.kind === 'link') return { ...issued, link: value };
  if (row.kind === 'qr') return { ...issued, payload: value };
  return { ...issued, code: value };
}

/**
 * Returns when the request expires: according to its response, or else to the channel's
 * documentation.
 */
function endOf(
  { created, channel_properties }: v.InferOutput<typeof zRequest>,
  minutes: number | undefined,
): Temporal.Instant | null {
  if (channel_properties?.expires_at) return channel_properties.expires_at;
  return created && minutes !== undefined ? created.add({ minutes }) : null;
}

function bodyOf(
  { reference, amountCentavos, endsAt, payerName, returnTo }: CodeRequest,
  channelCode: string,
  kind: PaymentKind,
) {
  const common = {
    reference_id: reference,
    type: kind === 'counter' ? 'REUSABLE_PAYMENT_CODE' : 'PAY',
    country: 'PH',
    currency: 'PHP',
    ...(amountCentavos !== null && { request_amount: pesosOf(amountCentavos) }),
    channel_code: channelCode,
    description: 'Sandali',
  };
  if (kind === 'counter') {
    const ends = endsAt && { expires_at: endsAt.toString({ fractionalSecondDigits: 3 }) };
    return { ...common, channel_properties: { payer_name: payerName, ...ends } };
  }
  const back =
    kind === 'link' ? { success_return_url: returnTo, failure_return_url: returnTo } : {};
  return { ...common, capture_method: 'AUTOMATIC', channel_properties: back };
}

/** Returns a refusal if the status is 400, which means that the request does not exist. */
function refusalIn(answer: Answer): CodeAnswer | null {
  const error = read(answer, 400, zError);
  return error && { outcome: 'refused', reason: error.error_code };
}

/** Reads the progress of a payment request. */
export async function findXenditCode(ask: Ask, gatewayId: string): Promise<CodeFinding> {
  const answer = await ask(
    `/v3/payment_requests/${encodeURIComponent(gatewayId.toWellFormed())}`,
    undefined,
    version,
  );
  const request = read(answer, 200, zRequest);
  if (request && request.payment_request_id === gatewayId)
    return { found: true, progress: requestStates[request.status] };
  return read(answer, 404, zError)
    ? { found: false }
    : { found: 'unknown', reason: failureReason(answer) };
}

/** Reads a captured payment. Failed and abandoned payments are reported as not found. */
export async function findXenditPayment(
  ask: Ask,
  gatewayPaymentId: string,
): Promise<PaymentFinding> {
  const answer = await ask(
    `/v3/payments/${encodeURIComponent(gatewayPaymentId.toWellFormed())}`,
    undefined,
    version,
  );
  const payment = read(answer, 200, zPayment);
  if (!payment || payment.payment_id !== gatewayPaymentId) {
    return read(answer, 404, zError)
      ? { found: false }
      : { found: 'unknown', reason: failureReason(answer) };
  }
  if (['FAILED', 'CANCELED', 'EXPIRED', 'VOIDED'].includes(payment.status)) return { found: false };
  const [first] = payment.captures;
  if (payment.status !== 'SUCCEEDED' || !first)
    return { found: 'unknown', reason: 'the payment is not captured yet' };
  const {
    payment_id: id,
    payment_request_id,
    reference_id,
    channel_code,
    currency,
    captures,
  } = payment;
  const total = sumCentavos(captures.map((capture) => capture.capture_amount));
  if (total === 0) return { found: 'notMoney', amountCentavos: 0 };
  return {
    found: true,
    report: {
      id,
      codeReference: reference_id ?? null,
      code: payment_request_id,
      channel: repaymentChannelOf(channel_code),
      amountCentavos: total,
      currency,
      paidAt: first.capture_timestamp,
      state: 'received',
    },
  };
}
