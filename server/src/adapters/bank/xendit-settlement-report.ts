// Xendit's balance (GET /balance) and movements (GET /transactions). Seen (docs.xendit.co:
// get-balance, list-transactions; the libraries that Xendit publishes): the parameters,
// `created[gte]` and `updated[gte]` among them, pages by after_id and has_more, and the fields
// below. unverified: that a payout's `reference_id` and `product_id` are ours and the payout's, and
// that of a payment `product_id` is its payment id; that `created` is when money moved, and
// `updated` of a REVERSED row when it came back; that the bounds of a day are both part of it.
// xendit-reversals.ts finds reversals; both files name a movement alike.
import * as v from 'valibot';
import { manila, manilaDayOf, zInstant } from '#/platform/days.ts';
import { type Answer, type Ask, read, whyNot, zCurrency, zId } from './ask.ts';
import type { BalanceAnswer, SettlementLine, SettlementReportAnswer } from './port.ts';
import { zPesos, zSomePesos } from './xendit-amounts.ts';
import { paymentOfRefund, undoneId } from './xendit-reversals.ts';

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

/** The balance available for payouts, in pesos. */
export async function xenditBalance(ask: Ask): Promise<BalanceAnswer> {
  const answer = await ask('/balance?account_type=CASH&currency=PHP');
  const found = read(answer, 200, zBalance);
  return found
    ? { outcome: 'known', amountCentavos: found.balance }
    : { outcome: 'unknown', why: whyNot(answer) };
}

/** Every movement of a Manila day: payments, payouts, and their reversals. */
export async function xenditSettlementReport(
  ask: Ask,
  day: Temporal.PlainDate,
): Promise<SettlementReportAnswer> {
  const begun = await pages(ask, day, 'created', ['SUCCESS', 'REVERSED']);
  if ('why' in begun) return { outcome: 'unknown', why: begun.why };
  const back = await pages(ask, day, 'updated', ['REVERSED']);
  if ('why' in back) return { outcome: 'unknown', why: back.why };
  const lines: SettlementLine[] = [];
  for (const row of begun.rows) {
    // A reversed row still says that money moved. Xendit's documents do not explain a reversed
    // refund or chargeback.
    if (row.status === 'REVERSED' && (row.type === 'REFUND' || row.type === 'CHARGEBACK')) {
      return { outcome: 'unknown', why: `a ${row.type.toLowerCase()} that was undone` };
    }
    const paymentId =
      row.type === 'REFUND' ? await paymentOfRefund(ask, row.product_id) : row.product_id;
    if (paymentId === null)
      return { outcome: 'unknown', why: 'the payment of a refund is not known' };
    lines.push(
      row.type === 'REFUND'
        ? { ...moved(row), id: row.product_id, gatewayId: paymentId }
        : moved(row),
    );
  }
  return { outcome: 'known', lines: [...lines, ...back.rows.filter(isUndone).map(undone)] };
}

const isUndone = ({ type }: Transaction) => type === 'DISBURSEMENT' || type === 'PAYMENT';

async function pages(
  ask: Ask,
  day: Temporal.PlainDate,
  by: 'created' | 'updated',
  statuses: readonly Transaction['status'][],
): Promise<{ rows: Transaction[] } | { why: string }> {
  const [from, to] = boundsOf(day);
  const rows: Transaction[] = [];
  for (let after: string | null = null, count = 0; ; count += 1) {
    if (count === mostPages) return { why: 'the settlement report does not end' };
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
    if (!page) return { why: whyNot(answer) };
    // The bounds are ours to keep: a gateway that takes them otherwise shows the same movement on
    // two days.
    rows.push(...page.data.filter((row) => manilaDayOf(row[by]).equals(day)));
    const last = page.data.at(-1)?.id ?? null;
    if (!page.has_more) return { rows };
    if (last === null || last === after) return { why: 'the settlement report does not go on' };
    after = last;
  }
}

/** The first and the last millisecond of a Manila day. */
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

function moved(row: Transaction): SettlementLine {
  return { ...lineOf(row), id: row.id, kind: movedKinds[row.type], at: row.created };
}

/** A returned payout, or a reversed payment. */
function undone(row: Transaction): SettlementLine {
  const kind = row.type === 'PAYMENT' ? 'paymentReversed' : 'payoutReversed';
  return { ...lineOf(row), id: undoneId(row.id), kind, at: row.updated };
}

function lineOf({ product_id, reference_id, amount, currency }: Transaction) {
  return {
    reference: reference_id ?? null,
    gatewayId: product_id,
    amountCentavos: amount,
    currency,
  };
}
