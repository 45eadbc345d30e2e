// Reversals through Xendit: GET /transactions by `product_id`, GET /refunds by
// `payment_request_id`. Sources (docs.xendit.co): list-transactions, refund-webhook-notification,
// set-up-webhooks.
// unverified:
// - that a reversed payment is its own row in status REVERSED, with the time in `updated`;
// - that a CHARGEBACK row has the payment's id as `product_id`, and a REFUND row the refund's;
// - that a refund leaves the payment's row in status SUCCESS;
// - that both lists have one page for one payment;
// - that only refunds send a webhook, so that the settlement report finds the others.
import * as v from 'valibot';
import { zInstant } from '#/platform/days.ts';
import { type Ask, failureReason, read, zCurrency, zId } from './ask.ts';
import type { PaymentReversal, ReversalsFinding } from './port.ts';
import { zSomePesos } from './xendit-amounts.ts';

const version = { 'api-version': '2024-11-11' };
const zRow = v.object({
  id: zId,
  product_id: zId,
  type: v.picklist(['PAYMENT', 'CHARGEBACK']),
  status: v.picklist(['SUCCESS', 'REVERSED']),
  currency: zCurrency,
  amount: zSomePesos,
  created: zInstant,
  updated: zInstant,
});
const zRows = v.object({ has_more: v.literal(false), data: v.array(zRow) });
const zRefund = v.object({
  id: zId,
  payment_id: zId,
  status: v.string(),
  currency: zCurrency,
  amount: zSomePesos,
  updated: zInstant,
});
const zRefunds = v.object({ has_more: v.optional(v.literal(false)), data: v.array(zRefund) });
const zPayment = v.object({ payment_id: zId, payment_request_id: zId });
const zError = v.object({ error_code: v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,60}$/)) });

/** Returns the id of the movement that reverses a row. */
export const reversalIdOf = (rowId: string) => `${rowId}:reversed`;

/** Reads all reversals of a payment. */
export async function findXenditReversals(ask: Ask, paymentId: string): Promise<ReversalsFinding> {
  const answer = await ask(
    `/v3/payments/${encodeURIComponent(paymentId.toWellFormed())}`,
    undefined,
    version,
  );
  const payment = read(answer, 200, zPayment);
  if (payment?.payment_id !== paymentId) {
    return read(answer, 404, zError)
      ? { found: false }
      : { found: 'unknown', reason: failureReason(answer) };
  }
  const query = new URLSearchParams([
    ['types', 'PAYMENT'],
    ['types', 'CHARGEBACK'],
    ['statuses', 'SUCCESS'],
    ['statuses', 'REVERSED'],
    ['product_id', paymentId],
    ['limit', '50'],
  ]);
  const rowsAnswer = await ask(`/transactions?${query}`);
  const rows = read(rowsAnswer, 200, zRows);
  if (!rows) return { found: 'unknown', reason: failureReason(rowsAnswer) };
  const refundsAnswer = await ask(
    `/refunds?${new URLSearchParams({ payment_request_id: payment.payment_request_id })}`,
  );
  const refunds = read(refundsAnswer, 200, zRefunds);
  if (!refunds) return { found: 'unknown', reason: failureReason(refundsAnswer) };
  const ofRows = rows.data.filter((row) => row.product_id === paymentId).flatMap(reversalOf);
  const ofRefunds = refunds.data
    .filter((refund) => refund.payment_id === paymentId && refund.status === 'SUCCEEDED')
    .map(({ id, currency, amount, updated }) => ({
      id,
      cause: 'refund' as const,
      amountCentavos: amount,
      currency,
      at: updated,
    }));
  return { found: true, reversals: [...ofRows, ...ofRefunds] };
}

function reversalOf({
  id,
  type,
  status,
  currency,
  amount,
  created,
  updated,
}: v.InferOutput<typeof zRow>): PaymentReversal[] {
  const money = { amountCentavos: amount, currency };
  if (type === 'CHARGEBACK')
    return status === 'SUCCESS' ? [{ id, cause: 'chargeback', ...money, at: created }] : [];
  return status === 'REVERSED'
    ? [{ id: reversalIdOf(id), cause: 'reversal', ...money, at: updated }]
    : [];
}

/** Returns the payment id of a refund, or null if Xendit does not report it. */
export async function paymentOfRefund(ask: Ask, refundId: string): Promise<string | null> {
  const refund = read(
    await ask(`/refunds/${encodeURIComponent(refundId.toWellFormed())}`),
    200,
    zRefund,
  );
  return refund?.id === refundId ? refund.payment_id : null;
}
