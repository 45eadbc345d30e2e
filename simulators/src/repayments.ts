import * as v from 'valibot';
import { type Bank, type Code, unreversedCentavosOf } from './bank.ts';
import { paymentCharacter } from './characters.ts';
import type { BankEvent, CodeRequest, Payment, TakeBackCause } from './events.ts';
import { qrPayload, repaymentCode } from './numbers.ts';
import { type Moment, type Random, text } from './payouts.ts';

/** A code with the events to store (none if the reference already had the code), or a refusal. */
export type CodeDecision =
  | { events: BankEvent[]; code: Pick<Code, 'code' | 'gatewayId' | 'payload' | 'link' | 'endsAt'> }
  | { refused: string };

const linkChannels = new Set(['gcash', 'maya', 'grabpay', 'shopeepay', 'bankCard']);
const permanentChannels = new Set(['cliqqLifelong', 'bankTransfer', 'offlineTransfer']);

/** Limits for one payment, by channel, in centavos. */
export const codeLimits = v.record(
  v.string(),
  v.strictObject({ minimumCentavos: v.number(), maximumCentavos: v.number() }),
);
export type CodeLimits = v.InferOutput<typeof codeLimits>;

/**
 * Issues a code. A repeated request gets the same code again. A request with the same reference but
 * another amount, expiry, channel or payer is refused.
 */
export function issueCode(
  desk: { bank: Bank; codeLimits: CodeLimits; random: Random; now(): Moment },
  request: CodeRequest,
): CodeDecision {
  const { bank, random } = desk;
  const now = desk.now();
  const known = bank.codes.get(request.reference);
  if (known)
    return sameRequest(known.request, request)
      ? { events: [], code: known }
      : { refused: 'referenceUsedForAnotherCode' };
  if (request.amountCentavos === null && !permanentChannels.has(request.channel))
    return { refused: 'amountNeeded' };
  if (request.endsAt !== null && hasEnded(request.endsAt, now)) return { refused: 'endsInThePast' };
  if (isOutsideLimits(request, desk.codeLimits)) return { refused: 'amountBeyondLimits' };
  let code = repaymentCode(request.channel, random.digits);
  for (let tries = 0; bank.referenceOfCode.has(code) && tries < 50; tries += 1)
    code = repaymentCode(request.channel, random.digits);
  const payload = payloadOf(request, code);
  // The server that runs this bank serves the page, so the link is relative to that server.
  const link = linkChannels.has(request.channel) ? `/sandbox/checkout/${code}` : null;
  const issued = {
    code,
    gatewayId: random.id('pc'),
    payload,
    link,
    endsAt: endOf(bank, request, now),
  };
  return {
    events: [{ type: 'codeGiven', request, ...issued, at: text(now.business) }],
    code: issued,
  };
}

function isOutsideLimits({ channel, amountCentavos }: CodeRequest, limits: CodeLimits): boolean {
  const limit = limits[channel];
  return (
    limit !== undefined &&
    amountCentavos !== null &&
    (amountCentavos < limit.minimumCentavos || amountCentavos > limit.maximumCentavos)
  );
}

/** Returns when the code expires: as requested, or earlier if the bank limits its lifetime. */
function endOf(
  { behaviour: { codeEndsInMs } }: Bank,
  { endsAt }: CodeRequest,
  now: Moment,
): string | null {
  if (endsAt === null || codeEndsInMs == null) return endsAt;
  const own = now.business.add({ milliseconds: codeEndsInMs });
  return Temporal.Instant.compare(own, Temporal.Instant.from(endsAt)) < 0 ? text(own) : endsAt;
}

/** Returns the text of the QR code, or the name of the bank that receives the transfer. */
function payloadOf({ channel, amountCentavos }: CodeRequest, code: string): string | null {
  if (channel === 'bankTransfer') return 'Sandbox Bank';
  return channel === 'qrph' ? qrPayload(code, amountCentavos) : null;
}

/** A payment at a counter, by default of the code's amount. */
export interface PayRequest {
  code: string;
  amountCentavos?: number | undefined;
  currency?: string | undefined;
  force?: boolean | undefined;
}

export type PayDecision = { events: BankEvent[]; payment: Payment } | { refused: PayRefusal };
export type PayRefusal =
  | 'unknownCode'
  | 'expired'
  | 'alreadyPaid'
  | 'amountNeeded'
  | 'noMoney'
  | 'declined'
  | 'inProgress';

/** Pays a code. `force` also pays an expired, used or unknown code, as counters sometimes do. */
export function pay(bank: Bank, request: PayRequest, now: Moment, random: Random): PayDecision {
  const known = bank.codes.get(bank.referenceOfCode.get(request.code) ?? '');
  const refused = request.force ? null : payRefusalOf(known, now);
  if (refused !== null) return { refused };
  const amountCentavos = request.amountCentavos ?? known?.request.amountCentavos ?? null;
  if (amountCentavos === null) return { refused: 'amountNeeded' };
  const payment: Payment = {
    id: random.id('pay'),
    codeReference: known?.request.reference ?? null,
    code: request.code,
    channel: known?.request.channel ?? 'sevenEleven',
    amountCentavos,
    currency: request.currency ?? 'PHP',
    paidAt: text(now.business),
  };
  if (amountCentavos <= 0 && !request.force) return { refused: 'noMoney' };
  const first =
    amountCentavos <= 0 ? ({ type: 'misreported', payment } as const) : received(payment, random);
  return { events: [first, ...news(bank, payment, now, random)], payment };
}

export type CheckoutRefusal = 'unknownCode' | 'expired' | 'alreadyPaid' | 'declined' | 'inProgress';
export type CheckoutDecision = { events: BankEvent[] } | { refused: CheckoutRefusal };

/** Accepts a checkout, to be paid after `takeDelayMs` of wall time, or declines it. */
export function decide(
  bank: Bank,
  choice: { code: string; isYes: boolean; takeDelayMs: number },
  now: Moment,
  random: Random,
): CheckoutDecision {
  const code = bank.codes.get(bank.referenceOfCode.get(choice.code) ?? '');
  if (!code || code.link === null) return { refused: 'unknownCode' };
  const state = codeState(code, now);
  if (state !== 'open') return { refused: state === 'paid' ? 'alreadyPaid' : state };
  const { reference } = code.request;
  const event = choice.isYes ? ('code.inProgress' as const) : ('code.declined' as const);
  const hook = {
    id: random.id('ev'),
    event,
    subject: reference,
    wallAt: text(now.wall),
    delayMs: bank.behaviour.hookDelayMs ?? 0,
    copies: 1,
  };
  const dueAt = text(now.wall.add({ milliseconds: choice.takeDelayMs }));
  const decision: BankEvent = choice.isYes
    ? { type: 'authorised', reference, dueAt }
    : { type: 'declined', reference };
  return { events: [decision, { type: 'hookQueued', hook }] };
}

/** Pays authorised money. It was authorised in time, so the code may have expired since. */
export function payAuthorised(bank: Bank, code: Code, now: Moment, random: Random): BankEvent[] {
  const decision = pay(bank, { code: code.code, force: true }, now, random);
  if ('refused' in decision)
    throw new Error(`authorised money could not be paid: ${decision.refused}`);
  return decision.events;
}

/** A reversal of a payment, by default of its whole remaining amount. */
export interface TakeBackRequest {
  paymentId: string;
  cause: TakeBackCause;
  amountCentavos?: number | undefined;
  /** Whether to send no webhook, so that only the settlement report shows the reversal. */
  isSilent?: boolean | undefined;
  /** Whether to send only a webhook: no money moves, and the bank does not confirm the reversal. */
  isClaim?: boolean | undefined;
}

export type TakeBackDecision =
  | { events: BankEvent[] }
  | { refused: 'unknownPayment' | 'nothingLeft' };

/** Reverses a payment, fully or in part. */
export function takeBack(
  bank: Bank,
  request: TakeBackRequest,
  now: Moment,
  random: Random,
): TakeBackDecision {
  const { paymentId, cause } = request;
  const payment = bank.payments.get(paymentId);
  if (!payment) return { refused: 'unknownPayment' };
  const unreversedCentavos = unreversedCentavosOf(bank, payment);
  const amountCentavos = request.amountCentavos ?? unreversedCentavos;
  if (amountCentavos <= 0 || amountCentavos > unreversedCentavos) return { refused: 'nothingLeft' };
  const { codeReference, currency } = payment;
  const movement = {
    id: random.id('mv'),
    kind: 'paymentReversed' as const,
    reference: codeReference,
    gatewayId: paymentId,
    amountCentavos,
    currency,
    at: text(now.business),
  };
  const hook = {
    id: random.id('ev'),
    event: 'payment.takenBack' as const,
    subject: paymentId,
    wallAt: text(now.wall),
    delayMs: bank.behaviour.hookDelayMs ?? 0,
    copies: 1,
  };
  const reversal: BankEvent[] = request.isClaim
    ? []
    : [{ type: 'takenBack', paymentId, cause, movement }];
  return { events: request.isSilent ? reversal : [...reversal, { type: 'hookQueued', hook }] };
}

export type CodeState = 'open' | 'inProgress' | 'declined' | 'paid' | 'expired';

/** Returns a code's state for the sandbox page and the checkout page. */
export function codeState(code: Code, now: Moment): CodeState {
  if (code.request.amountCentavos !== null && code.paymentIds.length > 0) return 'paid';
  if (code.progress !== 'open') return code.progress;
  return code.endsAt !== null && hasEnded(code.endsAt, now) ? 'expired' : 'open';
}

function payRefusalOf(code: Code | undefined, now: Moment): PayRefusal | null {
  if (!code) return 'unknownCode';
  const state = codeState(code, now);
  return state === 'open' ? null : state === 'paid' ? 'alreadyPaid' : state;
}

function received(payment: Payment, random: Random): BankEvent {
  const { codeReference, id, amountCentavos, currency, paidAt } = payment;
  const movement = {
    id: random.id('mv'),
    kind: 'paymentReceived' as const,
    reference: codeReference,
    gatewayId: id,
  };
  return {
    type: 'received',
    payment,
    movement: { ...movement, amountCentavos, currency, at: paidAt },
  };
}

function news(bank: Bank, payment: Payment, now: Moment, random: Random): BankEvent[] {
  const character = paymentCharacter(payment.amountCentavos, bank.behaviour);
  if (character === 'silent') return [];
  const delayMs = bank.behaviour.hookDelayMs ?? (character === 'late' ? 5_000 : 0);
  const copies = character === 'triple' ? 3 : 1;
  const hook = {
    id: random.id('ev'),
    event: 'payment.received' as const,
    subject: payment.id,
    wallAt: text(now.wall),
    delayMs,
    copies,
  };
  return [{ type: 'hookQueued', hook }];
}

function hasEnded(endsAt: string, now: Moment): boolean {
  return Temporal.Instant.compare(now.business, Temporal.Instant.from(endsAt)) >= 0;
}

function sameRequest(a: CodeRequest, b: CodeRequest): boolean {
  const sameEnd =
    a.endsAt === b.endsAt ||
    (a.endsAt !== null && b.endsAt !== null && Temporal.Instant.from(a.endsAt).equals(b.endsAt));
  return (
    sameEnd &&
    a.channel === b.channel &&
    a.amountCentavos === b.amountCentavos &&
    a.payerName === b.payerName
  );
}
