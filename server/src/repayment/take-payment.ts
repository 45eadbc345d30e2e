// Fetches incoming payments from the gateway after a webhook, matches them to codes, and books each
// once, with its Manila day as value date. Unmatched payments go to suspense.
import { asDay } from '@sandali/contract/day.ts';
import type { Bank, PaymentReport } from '#/adapters/bank/port.ts';
import { auditOnce } from '#/context/audit.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import type { LookupResult } from '#/gateway/inbox.ts';
import { moneyUnmatched, post } from '#/ledger/ledger.ts';
import { bookMoney } from '#/loan/loan.ts';
import { manilaDayOf, noLaterThan } from '#/platform/days.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { requestNextPart } from './codes/next-part.ts';
import { codeOfPayment, existsReceipt, insertReceipt } from './store.ts';

/** Fetches a payment from the gateway that reported it, and books it. */
export async function takePayment(
  { app }: WorkCtx,
  bank: Bank,
  gatewayPaymentId: string,
): Promise<LookupResult> {
  const { db } = app;
  if (await existsReceipt(db, bank.name, gatewayPaymentId)) return 'done';
  const finding = await bank.findPayment(gatewayPaymentId);
  if (finding.found === 'notMoney')
    return await refuseNotMoney(app, bank, gatewayPaymentId, finding.amountCentavos);
  if (finding.found !== true) return finding.found === false ? 'notThere' : 'later';
  // This needs a new context, because the lookup may have lasted past midnight.
  const ctx = workCtx(app);
  try {
    await inTx(db, (tx) => book(ctx, tx, bank.name, finding.report));
  } catch (error) {
    // A unique key lets only one of two workers book the payment.
    if (await existsReceipt(db, bank.name, gatewayPaymentId)) return 'done';
    throw error;
  }
  app.wake();
  return 'done';
}

/** Logs and audits a payment of zero or less as a gateway error, without booking it. */
async function refuseNotMoney(
  { db, clocks, log }: WorkCtx['app'],
  bank: Bank,
  gatewayPaymentId: string,
  amountCentavos: number,
): Promise<LookupResult> {
  log.warn('a gateway reports a payment that is not money', {
    event: 'payment alarm',
    gateway: bank.name,
  });
  const row = {
    at: clocks.now(),
    who: 'the bank',
    act: 'paymentNotMoney',
    subject: gatewayPaymentId,
    detail: { gateway: bank.name, amountCentavos },
  };
  await inTx(db, (tx) => auditOnce(tx, row));
  return 'done';
}

async function book(ctx: WorkCtx, tx: Tx, gateway: string, payment: PaymentReport): Promise<void> {
  const code = payment.currency === 'PHP' ? await codeOfPayment(tx, gateway, payment) : undefined;
  const receiptId = newIdFor(code?.borrower_id ?? null, ctx.now);
  const paidAt = noLaterThan(payment.paidAt, ctx.now);
  const valueOn = asDay(manilaDayOf(paidAt).toString());
  const entryId = code
    ? (
        await bookMoney(ctx, tx, {
          sourceId: receiptId,
          borrowerId: code.borrower_id,
          loanId: code.loan_id,
          extensionId: code.extension_id,
          from: 'gateway.float',
          amountCentavos: payment.amountCentavos,
          valueOn,
          paidAt,
        })
      ).entryId
    : await bookUnmatched(ctx, tx, { gateway, payment, paidAt });
  await insertReceipt(tx, {
    id: receiptId,
    gateway,
    gateway_payment_id: payment.id,
    code_id: code?.id ?? null,
    borrower_id: code?.borrower_id ?? null,
    channel: payment.channel,
    code_typed: payment.code,
    currency: payment.currency,
    amount_centavos: BigInt(payment.amountCentavos),
    paid_at: paidAt,
    value_on: manilaDayOf(paidAt),
    booked_at: ctx.now,
    entry_id: entryId,
  });
  if (code) await requestNextPart(ctx, tx, code.id);
}

type Unmatched = { gateway: string; payment: PaymentReport; paidAt: Temporal.Instant };

async function bookUnmatched(
  ctx: WorkCtx,
  tx: Tx,
  { gateway, payment, paidAt }: Unmatched,
): Promise<string> {
  const id = newId(ctx.now);
  ctx.app.log.info('money with an unknown owner was received: see ops suspense list', {
    event: 'suspense',
    gateway,
  });
  await post(tx, {
    id,
    kind: 'money.unmatched',
    factKey: `payment ${gateway} ${payment.id}`,
    borrowerId: null,
    loanId: null,
    happenedAt: paidAt,
    recordedAt: ctx.now,
    businessOn: manilaDayOf(paidAt),
    lines: moneyUnmatched(BigInt(payment.amountCentavos), payment.currency),
  });
  return id;
}
