// Xendit's balance (GET /balance) and movements (GET /transactions). Sources (docs.xendit.co):
// get-balance, list-transactions, and the published client libraries.
// unverified:
// - that `reference_id` is ours, and `product_id` the id of the payout or payment;
// - that `created` is when money moved, and `updated` of a REVERSED row when it was returned;
// - that both bounds of a day are inclusive.
import * as v from 'valibot';
import { manila, manilaDayOf, zInstant } from '#/platform/days.ts';
import { type Answer, type Ask, failureReason, read, zCurrency, zId } from './ask.ts';
import type { BalanceAnswer, SettlementLine, SettlementReportAnswer } from './port.ts';
import { zPesos, zSomePesos } from './xendit-amounts.ts';
import { paymentOfRefund, reversalIdOf } from './xendit-reversals.ts';

const pageLines = 50;
const mostPages = 2_000;

const movedTypes = ['DISBURSEMENT', 'PAYMENT', 'REFUND', 'CHARGEBACK'] as const;

const zBalance = v.object({ balance: zPesos });
const zTransaction = v.object({
  id: zId,
  product_id: zId,
  type: v.picklist(movedTypes),
  status: v.picklist(['SUCCESS', 'REVERSED']),
  reference_id: v.nullish(v.pipe(v.string(), v.maxLength(255))),
  currency: zCurrency,
  amount: zSomePesos,
  created: zInstant,
  updated: zInstant,
});
const zPage = v.object({ has_more: v.boolean(), data: v.array(zTransaction) });
type Transaction = v.InferOutput<typeof zTransaction>;

/** Reads the balance in pesos that is available for payouts. */
export async function xenditBalance(ask: Ask): Promise<BalanceAnswer> {
  const answer = await ask('/balance?account_type=CASH&currency=PHP');
  const body = read(answer, 200, zBalance);
  return body
    ? { outcome: 'known', amountCentavos: body.balance }
    : { outcome: 'unknown', reason: failureReason(answer) };
}

/** Reads every payment, payout and reversal of a Manila day. */
export async function xenditSettlementReport(
  ask: Ask,
  day: Temporal.PlainDate,
): Promise<SettlementReportAnswer> {
  const created = await fetchPages(ask, day, 'created', ['SUCCESS', 'REVERSED']);
  if ('reason' in created) return { outcome: 'unknown', reason: created.reason };
  const reversed = await fetchPages(ask, day, 'updated', ['REVERSED']);
  if ('reason' in reversed) return { outcome: 'unknown', reason: reversed.reason };
  const lines: SettlementLine[] = [];
  for (const row of created.rows) {
    // The money of a reversed row had already moved. Xendit does not document reversed refunds or
    // chargebacks.
    if (row.status === 'REVERSED' && (row.type === 'REFUND' || row.type === 'CHARGEBACK')) {
      return { outcome: 'unknown', reason: `a ${row.type.toLowerCase()} was reversed` };
    }
    const paymentId =
      row.type === 'REFUND' ? await paymentOfRefund(ask, row.product_id) : row.product_id;
    if (paymentId === null)
      return { outcome: 'unknown', reason: 'the payment of a refund is not known' };
    lines.push(
      row.type === 'REFUND'
        ? { ...movedLine(row), id: row.product_id, gatewayId: paymentId }
        : movedLine(row),
    );
  }
  return {
    outcome: 'known',
    lines: [...lines, ...reversed.rows.filter(isReversed).map(reversedLine)],
  };
}

const isReversed = ({ type }: Transaction) => type === 'DISBURSEMENT' || type === 'PAYMENT';

async function fetchPages(
  ask: Ask,
  day: Temporal.PlainDate,
  by: 'created' | 'updated',
  statuses: readonly Transaction['status'][],
): Promise<{ rows: Transaction[] } | { reason: string }> {
  const [from, to] = boundsOf(day);
  const rows: Transaction[] = [];
  for (let after: string | null = null, count = 0; ; count += 1) {
    if (count === mostPages) return { reason: 'the settlement report does not end' };
    const query = new URLSearchParams([
      ...movedTypes.map((type) => ['types', type]),
      ...statuses.map((status) => ['statuses', status]),
      ['currency', 'PHP'],
      [`${by}[gte]`, from],
      [`${by}[lte]`, to],
      ['limit', String(pageLines)],
      ...(after === null ? [] : [['after_id', after]]),
    ]);
    const answer: Answer = await ask(`/transactions?${query}`);
    const page = read(answer, 200, zPage);
    if (!page) return { reason: failureReason(answer) };
    // The gateway may interpret the bounds differently, but a movement must be counted on one day
    // only.
    rows.push(...page.data.filter((row) => manilaDayOf(row[by]).equals(day)));
    const last = page.data.at(-1)?.id ?? null;
    if (!page.has_more) return { rows };
    if (last === null || last === after)
      return { reason: 'the settlement report does not advance' };
    after = last;
  }
}

/** Returns the first and the last millisecond of a Manila day. */
function boundsOf(day: Temporal.PlainDate): [string, string] {
  const begin = day.toZonedDateTime(manila).toInstant();
  const end = day
    .add({ days: 1 })
    .toZonedDateTime(manila)
    .toInstant()
    .subtract({ milliseconds: 1 });
  const written = (at: Temporal.Instant) => at.toString({ fractionalSecondDigits: 3 });
  return [written(begin), written(end)];
}

const movedKinds = {
  DISBURSEMENT: 'payoutPaid',
  PAYMENT: 'paymentReceived',
  REFUND: 'paymentReversed',
  CHARGEBACK: 'paymentReversed',
} as const;

function movedLine(row: Transaction): SettlementLine {
  return { ...lineOf(row), id: row.id, kind: movedKinds[row.type], at: row.created };
}

/** Returns the settlement line of a returned payout or a reversed payment. */
function reversedLine(row: Transaction): SettlementLine {
  const kind = row.type === 'PAYMENT' ? 'paymentReversed' : 'payoutReversed';
  return { ...lineOf(row), id: reversalIdOf(row.id), kind, at: row.updated };
}

function lineOf({ product_id, reference_id, amount, currency }: Transaction) {
  return {
    reference: reference_id ?? null,
    gatewayId: product_id,
    amountCentavos: amount,
    currency,
  };
}
