// Reversed payments: a webhook or settlement line names a payment, the gateway confirms its
// reversals, and each is booked once, on the Manila day on which the money left
// (docs/decisions/0071).
import { asDay, laterDay } from '@sandali/contract/day.ts';
import type { Bank, PaymentReversal } from '#/adapters/bank/port.ts';
import { audit, auditOnce } from '#/context/audit.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import type { LookupResult } from '#/gateway/inbox.ts';
import { paymentReversed, post, reversalEntry } from '#/ledger/ledger.ts';
import { reversePayment } from '#/loan/loan.ts';
import { manilaDayOf, noLaterThan, wireDay } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { takePayment } from '#/repayment/take-payment.ts';
import {
  insertReversal,
  lockReceipt,
  type ReversedReceipt,
  receiptsKeptSince,
  reversalsOf,
} from './store.ts';

const who = 'the bank';

/**
 * Books the reversals of a payment, after booking the payment itself if necessary. A reversal that
 * the gateway does not confirm is not booked; the inbox retries it a limited number of times.
 */
export async function takeReversals(
  ctx: WorkCtx,
  bank: Bank,
  gatewayPaymentId: string,
): Promise<LookupResult> {
  const { app } = ctx;
  const lookup = await takePayment(ctx, bank, gatewayPaymentId);
  if (lookup !== 'done') return lookup;
  const finding = await bank.findReversals(gatewayPaymentId);
  if (finding.found !== true) return finding.found === false ? 'notThere' : 'later';
  if (finding.reversals.length === 0) return await logUnconfirmed(app, bank, gatewayPaymentId);
  // Read the clock again, because the gateway may have been slow to respond.
  const bookingCtx = workCtx(app);
  await inTx(app.db, (tx) =>
    bookAll(bookingCtx, tx, { bank, gatewayPaymentId, reversals: finding.reversals }),
  );
  app.wake();
  return 'done';
}

async function logUnconfirmed(
  { db, clocks, log }: WorkCtx['app'],
  bank: Bank,
  gatewayPaymentId: string,
): Promise<LookupResult> {
  log.warn('a gateway does not confirm a reversal', { event: 'payment alarm', gateway: bank.name });
  const row = {
    at: clocks.now(),
    who,
    act: 'reversalNotConfirmed',
    subject: gatewayPaymentId,
    detail: { gateway: bank.name },
  };
  await inTx(db, (tx) => auditOnce(tx, row));
  return 'notThere';
}

type Reported = { bank: Bank; gatewayPaymentId: string; reversals: readonly PaymentReversal[] };

/**
 * Books the reversals that are not booked yet, earliest first. The receipt's lock admits one worker
 * at a time.
 */
async function bookAll(
  ctx: WorkCtx,
  tx: Tx,
  { bank, gatewayPaymentId, reversals }: Reported,
): Promise<void> {
  const receipt = await lockReceipt(tx, bank.name, gatewayPaymentId);
  // A payment of 0 has no receipt.
  if (!receipt) return;
  const booked = await reversalsOf(tx, receipt.id);
  const bookedById = new Map(booked.map((row) => [row.movement_id, row.amount_centavos]));
  let leftBeforeCentavos = booked.reduce((sum, row) => sum + row.amount_centavos, 0n);
  const news = reversals
    .filter(({ id, amountCentavos }) => bookedById.get(id) !== BigInt(amountCentavos))
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at) || (a.id < b.id ? -1 : 1));
  for (const reversal of news) {
    const amountCentavos = BigInt(reversal.amountCentavos);
    if (
      bookedById.has(reversal.id) ||
      reversal.currency !== receipt.currency ||
      leftBeforeCentavos + amountCentavos > receipt.amount_centavos ||
      isForeignReturned(receipt)
    ) {
      await recordUnbookable(ctx, tx, { gateway: bank.name, gatewayPaymentId, reversal });
      continue;
    }
    await book(ctx, tx, { gateway: bank.name, receipt, reversal, leftBeforeCentavos });
    leftBeforeCentavos += amountCentavos;
  }
}

/**
 * Whether a receipt is foreign money that was sent back. No ledger account can show that such money
 * is owed, so two people settle the break.
 */
const isForeignReturned = ({ currency, is_returned }: ReversedReceipt) =>
  currency !== 'PHP' && is_returned;

type Unbookable = { gateway: string; gatewayPaymentId: string; reversal: PaymentReversal };

/**
 * Logs and audits a reversal that cannot be booked, and leaves it as a break. Such a reversal has a
 * changed amount or another currency, exceeds the rest of the payment, or concerns foreign money
 * that was already sent back.
 */
async function recordUnbookable(
  ctx: WorkCtx,
  tx: Tx,
  { gateway, gatewayPaymentId, reversal }: Unbookable,
): Promise<void> {
  ctx.app.log.warn('a gateway reports a reversal that cannot be booked: see the trail', {
    event: 'payment alarm',
    gateway,
  });
  await auditOnce(tx, {
    at: ctx.now,
    who,
    act: 'reversalNotBooked',
    subject: reversal.id,
    detail: {
      gateway,
      payment: gatewayPaymentId,
      amountCentavos: reversal.amountCentavos,
      currency: reversal.currency,
    },
  });
}

type Booking = {
  gateway: string;
  receipt: ReversedReceipt;
  reversal: PaymentReversal;
  leftBeforeCentavos: bigint;
};

async function book(
  ctx: WorkCtx,
  tx: Tx,
  { gateway, receipt, reversal, leftBeforeCentavos }: Booking,
): Promise<void> {
  const notLate = noLaterThan(reversal.at, ctx.now);
  // The gateway's clock may be behind, so a reversal may seem to precede its payment.
  const happenedAt =
    Temporal.Instant.compare(notLate, receipt.paid_at) < 0 ? receipt.paid_at : notLate;
  const valueOn = Temporal.PlainDate.from(
    laterDay(asDay(manilaDayOf(happenedAt).toString()), wireDay(receipt.value_on)),
  );
  const id = newId(ctx.now);
  const amountCentavos = BigInt(reversal.amountCentavos);
  const storeReversal = async (entryId: string) =>
    await insertReversal(tx, {
      id,
      gateway,
      movement_id: reversal.id,
      receipt_id: receipt.id,
      cause: reversal.cause,
      amount_centavos: amountCentavos,
      happened_at: happenedAt,
      value_on: valueOn,
      booked_at: ctx.now,
      entry_id: entryId,
    });
  const { borrower_id: borrowerId } = receipt;
  if (borrowerId) {
    const money = {
      reversalId: id,
      gateway,
      movementId: reversal.id,
      receiptId: receipt.id,
      borrowerId,
      amountCentavos,
      happenedAt,
      valueOn,
      cameCentavos: receipt.amount_centavos,
      leftBeforeCentavos,
    };
    const since = { borrowerId, receiptId: receipt.id, fromOn: receipt.value_on };
    await reversePayment(ctx, tx, money, {
      storeReversal,
      findLaterReceipts: () => receiptsKeptSince(tx, since),
    });
  } else
    await bookWithoutOwner(
      ctx,
      tx,
      { gateway, receipt, reversal, amountCentavos, happenedAt, valueOn },
      storeReversal,
    );
  ctx.app.log.warn('a gateway reversed a payment: see ops reversal list', {
    event: 'payment alarm',
    gateway,
  });
  await audit(tx, {
    at: ctx.now,
    who,
    act: 'paymentReversed',
    subject: borrowerId,
    detail: {
      reversal: id,
      gateway,
      cause: reversal.cause,
      amountCentavos: reversal.amountCentavos,
    },
  });
}

type StoreReversal = (entryId: string) => Promise<void>;
type WithoutOwner = Omit<Booking, 'leftBeforeCentavos'> & {
  amountCentavos: bigint;
  happenedAt: Temporal.Instant;
  valueOn: Temporal.PlainDate;
};

async function bookWithoutOwner(
  ctx: WorkCtx,
  tx: Tx,
  of: WithoutOwner,
  storeReversal: StoreReversal,
): Promise<void> {
  const { receipt, amountCentavos } = of;
  const lines = paymentReversed(amountCentavos, {
    suspense: receipt.is_returned ? 'returned' : 'waiting',
    currency: receipt.currency,
  });
  const reversal = { ...of, movementId: of.reversal.id, borrowerId: null };
  const entry = reversalEntry(ctx.now, reversal, { loanId: null, lines });
  await post(tx, entry);
  await storeReversal(entry.id);
}
