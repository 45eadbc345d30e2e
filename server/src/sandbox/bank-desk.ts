// Controls the bank simulator, for example to pay a code at a kiosk. Real gateways have no such
// calls.
import type { Holidays } from '@sandali/contract/day.ts';
import * as v from 'valibot';
import type { ReversalCause } from '#/adapters/bank/port.ts';
import type { BankSimulator } from './deps.ts';

const timeoutMs = 5_000;

const zCodeState = v.picklist(['open', 'inProgress', 'declined', 'paid', 'expired']);
const zCodes = v.object({
  codes: v.array(
    v.object({
      reference: v.string(),
      code: v.string(),
      channel: v.string(),
      amountCentavos: v.nullable(v.number()),
      endsAt: v.nullable(v.string()),
      state: zCodeState,
    }),
  ),
});
export type KioskCode = v.InferOutput<typeof zCodes>['codes'][number];

const zPayouts = v.object({
  payouts: v.array(
    v.object({
      reference: v.string(),
      accountName: v.string(),
      accountNumber: v.string(),
      amountCentavos: v.number(),
      channel: v.string(),
      character: v.string(),
      state: v.string(),
      withdrawalCode: v.nullable(v.string()),
      rail: v.nullable(v.string()),
      /** When the batch settles, in business time; null unless the payout waits for a batch. */
      settlesAt: v.nullable(v.string()),
    }),
  ),
});
export type DeskPayout = v.InferOutput<typeof zPayouts>['payouts'][number];

const zPayments = v.object({
  payments: v.array(
    v.object({
      id: v.string(),
      code: v.string(),
      channel: v.string(),
      amountCentavos: v.number(),
      keptCentavos: v.number(),
      currency: v.string(),
      paidAt: v.string(),
    }),
  ),
});
export type DeskPayment = v.InferOutput<typeof zPayments>['payments'][number];

const zCheckout = v.object({
  code: v.string(),
  channel: v.string(),
  amountCentavos: v.number(),
  returnTo: v.string(),
  state: zCodeState,
});
export type Checkout = v.InferOutput<typeof zCheckout>;

const zRefused = v.object({ refused: v.string() });
const zPayment = v.object({ id: v.string(), amountCentavos: v.number() });

/** Returns the issued codes, newest first, at most 200. */
export async function kioskCodes(bank: BankSimulator): Promise<KioskCode[]> {
  return v.parse(zCodes, (await ask(bank, '/control/codes')).body).codes;
}

/** Returns the ordered payouts, newest first, at most 200. */
export async function deskPayouts(bank: BankSimulator): Promise<DeskPayout[]> {
  return v.parse(zPayouts, (await ask(bank, '/control/payouts')).body).payouts;
}

/** Returns the received payments, newest first, at most 200. */
export async function deskPayments(bank: BankSimulator): Promise<DeskPayment[]> {
  return v.parse(zPayments, (await ask(bank, '/control/payments')).body).payments;
}

/**
 * Reverses a payment or part of it. With `isClaim`, only sends a webhook that claims a reversal.
 * @returns null, or the reason for a refusal
 */
export async function takePaymentBack(
  bank: BankSimulator,
  request: { paymentId: string; cause: ReversalCause; amountCentavos?: number; isClaim?: boolean },
): Promise<string | null> {
  return await refusalOf(bank, '/control/take-back', request);
}

/**
 * Pays a code; the default amount is the code's own. With `force`, also pays expired, used and
 * unknown codes, and in any currency.
 * @returns the payment, or the reason for a refusal
 */
export async function payCode(
  bank: BankSimulator,
  request: { code: string; amountCentavos?: number; force?: boolean; currency?: string },
): Promise<{ paymentId: string; amountCentavos: number } | { refused: string }> {
  const answer = await ask(bank, '/control/pay', request);
  if (answer.status === 400) return { refused: 'malformed' };
  if (answer.status === 409) return v.parse(zRefused, answer.body);
  const payment = v.parse(zPayment, answer.body);
  return { paymentId: payment.id, amountCentavos: payment.amountCentavos };
}

/** Returns the checkout page for a code, or null if the code has no such page. */
export async function checkoutOf(bank: BankSimulator, code: string): Promise<Checkout | null> {
  const answer = await ask(bank, `/control/checkout/${encodeURIComponent(code)}`);
  return answer.status === 200 ? v.parse(zCheckout, answer.body) : null;
}

/** Pays or declines a checkout. Does nothing if the checkout is no longer open. */
export async function decideCheckout(
  bank: BankSimulator,
  code: string,
  isYes: boolean,
): Promise<void> {
  await ask(bank, '/control/checkout', { code, isYes });
}

/**
 * Reverses a paid payout.
 * @returns null, or the reason for a refusal
 */
export async function reversePayout(
  bank: BankSimulator,
  reference: string,
): Promise<string | null> {
  return await refusalOf(bank, '/control/reverse', { reference });
}

/**
 * Makes a waiting payout succeed or fail now.
 * @returns null, or the reason for a refusal
 */
export async function settlePayout(
  bank: BankSimulator,
  reference: string,
  isPaid: boolean,
): Promise<string | null> {
  return await refusalOf(bank, '/control/settle', { reference, isPaid });
}

/** Sends the holidays to the bank, which settles no batches on them. */
export async function sendHolidays(bank: BankSimulator, holidays: Holidays): Promise<void> {
  await ask(bank, '/control/behave', { holidays: [...holidays] });
}

/**
 * Collects a cash payout that is ready at the counter.
 * @returns null, or the reason for a refusal
 */
export async function collectPayout(
  bank: BankSimulator,
  reference: string,
): Promise<string | null> {
  return await refusalOf(bank, '/control/collect', { reference });
}

async function refusalOf(
  bank: BankSimulator,
  path: string,
  request: object,
): Promise<string | null> {
  const answer = await ask(bank, path, request);
  if (answer.status === 200) return null;
  return answer.status === 409 ? v.parse(zRefused, answer.body).refused : 'malformed';
}

/** Sets the wall time, in ms, that the bank waits before it pays a payout. */
export async function setPayDelay(bank: BankSimulator, payDelayMs: number): Promise<void> {
  await ask(bank, '/control/behave', { payDelayMs });
}

async function ask(
  { url, token, fetch = globalThis.fetch }: BankSimulator,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status >= 500)
    throw new Error(`the bank simulator answered ${path} with ${answer.status}`);
  return { status: answer.status, body: await answer.json() };
}
