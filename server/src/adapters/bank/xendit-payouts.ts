// Payouts through Xendit: POST /v2/payouts with an Idempotency-key, GET /v2/payouts?reference_id=….
// Sources (docs.xendit.co): integration-payouts, payout-status-lifecycle, test-scenarios-payouts,
// apidocs/create-payout, apidocs/get-all-payouts, apidocs/get-payout-channels. An order does not
// name a rail, because the gateway chooses the rail by the amount.
// unverified:
// - that it chooses InstaPay up to ₱50,000 and PESONet above;
// - how long a key is valid (we rely on an hour), and the HTTP status of errors;
// - that INSUFFICIENT_BALANCE can be the response to an order, and that no payout then exists;
// - that `updated` of a SUCCEEDED payout is when it was paid.

import * as v from 'valibot';
import { zInstant } from '#/platform/days.ts';
import { type Answer, type Ask, failureReason, read, zCurrency, zId, zWord } from './ask.ts';
import type {
  PayoutAnswer,
  PayoutFinding,
  PayoutOrder,
  PayoutReport,
  PlainReason,
} from './port.ts';
import { pesosOf, zSomePesos } from './xendit-amounts.ts';
import { payoutChannelCode, xenditRails } from './xendit-channels.ts';

const states = {
  ACCEPTED: 'pending',
  REQUESTED: 'pending',
  PENDING_COMPLIANCE_ASSESSMENT: 'pending',
  READY: 'pending',
  LOCKED: 'pending',
  SUCCEEDED: 'paid',
  FAILED: 'failed',
  CANCELLED: 'failed',
  COMPLIANCE_REJECTED: 'failed',
  EXPIRED: 'failed',
  REVERSED: 'reversed',
} as const satisfies Record<string, PayoutReport['state']>;

const zPayout = v.object({
  id: zId,
  reference_id: zId,
  amount: zSomePesos,
  currency: zCurrency,
  status: v.picklist(Object.keys(states) as (keyof typeof states)[]),
  failure_code: v.nullish(zWord),
  updated: v.nullish(zInstant),
});
const zPayouts = v.array(zPayout);

/** Errors that mean that no payout exists and that the same order would fail again. */
const refusals = [
  'API_VALIDATION_ERROR',
  'CHANNEL_CODE_NOT_SUPPORTED',
  'RECIPIENT_ACCOUNT_NUMBER_ERROR',
  'MINIMUM_TRANSFER_LIMIT_ERROR',
  'MAXIMUM_TRANSFER_LIMIT_ERROR',
  'AMOUNT_INCREMENT_NOT_SUPPORTED',
] as const;
const zRefusal = v.object({ error_code: v.picklist(refusals) });
const zNoFloat = v.object({ error_code: v.literal('INSUFFICIENT_BALANCE') });

/**
 * The port's reasons for failures (`failure_code` in apidocs/get-payout) and refusals. Codes that a
 * borrower cannot act on, such as TRANSFER_ERROR, are not listed here.
 */
const plainReasons: Readonly<Record<string, PlainReason>> = {
  INVALID_DESTINATION: 'accountNotFound',
  RECIPIENT_ACCOUNT_NUMBER_ERROR: 'accountNotFound',
  CHANNEL_CODE_NOT_SUPPORTED: 'bankNotPaid',
  DESTINATION_MAXIMUM_LIMIT: 'accountFull',
  REJECTED_BY_CHANNEL: 'bankTrouble',
  TEMPORARY_TRANSFER_ERROR: 'bankTrouble',
  UNKNOWN_BANK_NETWORK_ERROR: 'bankTrouble',
};
const wordOf = (code: string): string => plainReasons[code] ?? code;

/** Orders a payout to a bank account or wallet. Refuses other channels without a call. */
export async function sendXenditPayout(ask: Ask, order: PayoutOrder): Promise<PayoutAnswer> {
  if (order.channel !== 'bankCard' && order.channel !== 'wallet')
    return { outcome: 'refused', reason: 'channelNotServed' };
  const channelCode = payoutChannelCode(order.bankCode);
  if (channelCode === null) return { outcome: 'refused', reason: 'bankNotPaid' };
  // The gateway would refuse the order, or send it over a rail other than the promised one.
  if (!isOnRail(order)) return { outcome: 'refused', reason: 'railTakesNoMore' };
  const answer = await ask('/v2/payouts', bodyOf(order, channelCode), {
    'idempotency-key': order.reference,
  });
  const payout = read(answer, 200, zPayout) ?? read(answer, 201, zPayout);
  if (payout) {
    const isOurs =
      payout.reference_id === order.reference &&
      payout.amount === order.amountCentavos &&
      payout.currency === 'PHP';
    return isOurs
      ? { outcome: 'accepted', gatewayId: payout.id }
      : { outcome: 'unknown', reason: 'the answer is about another payout' };
  }
  return refusalIn(answer) ?? { outcome: 'unknown', reason: failureReason(answer) };
}

/** Whether the promised rail carries the order. An order without a rail is checked as InstaPay. */
function isOnRail({ rail, channel, amountCentavos }: PayoutOrder): boolean {
  const { channels, maximumCentavos } = xenditRails[rail ?? 'instapay'];
  return (
    channels.includes(channel) && (maximumCentavos === null || amountCentavos <= maximumCentavos)
  );
}

function bodyOf(
  { reference, amountCentavos, accountName, accountNumber }: PayoutOrder,
  channelCode: string,
) {
  return {
    reference_id: reference,
    channel_code: channelCode,
    channel_properties: { account_holder_name: accountName, account_number: accountNumber },
    amount: pesosOf(amountCentavos),
    currency: 'PHP',
    description: 'Sandali',
  };
}

function refusalIn(answer: Answer): PayoutAnswer | null {
  if ('reason' in answer || answer.status < 400 || answer.status >= 500) return null;
  const refused = read(answer, answer.status, zRefusal);
  if (refused) return { outcome: 'refused', reason: wordOf(refused.error_code) };
  return read(answer, answer.status, zNoFloat)
    ? { outcome: 'notTaken', reason: 'insufficientBalance' }
    : null;
}

/**
 * Reads a payout. If two payouts share the reference, the result is `unknown`, so that staff look
 * into it.
 */
export async function findXenditPayout(ask: Ask, reference: string): Promise<PayoutFinding> {
  const answer = await ask(
    `/v2/payouts?${new URLSearchParams({ reference_id: reference.toWellFormed() })}`,
  );
  const payouts = read(answer, 200, zPayouts);
  if (!payouts) return { found: 'unknown', reason: failureReason(answer) };
  const [payout, another] = payouts;
  if (!payout) return { found: false };
  if (another)
    return {
      found: 'unknown',
      reason: 'the gateway shows more than one payout under this reference',
    };
  if (payout.reference_id !== reference || payout.currency !== 'PHP')
    return { found: 'unknown', reason: 'the answer is about another payout' };
  return { found: true, report: reportOf(payout) };
}

function reportOf({
  id,
  reference_id,
  amount,
  status,
  failure_code,
  updated,
}: v.InferOutput<typeof zPayout>): PayoutReport {
  const state = states[status];
  return {
    reference: reference_id,
    gatewayId: id,
    amountCentavos: amount,
    state,
    readyAt: null,
    paidAt: state === 'paid' ? (updated ?? null) : null,
    failure: state === 'failed' || state === 'reversed' ? wordOf(failure_code ?? status) : null,
    withdrawalCode: null,
  };
}
