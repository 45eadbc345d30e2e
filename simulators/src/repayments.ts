import * as v from 'valibot';
import { type Bank, type Code, keptCentavos } from './bank.ts';
import { paymentCharacter } from './characters.ts';
import type { BankEvent, CodeRequest, Payment, TakeBackCause } from './events.ts';
import { qrPayload, repaymentCode } from './numbers.ts';
import { type Chance, type Moment, text } from './payouts.ts';

/**
 * A code for a request, or why there is none. `events` is empty when the reference had its code
 * before.
 */
export type CodeDecision =
  | { events: BankEvent[]; code: Pick<Code, 'code' | 'gatewayId' | 'payload' | 'link' | 'endsAt'> }
  | { refused: string };

const linkChannels = new Set(['gcash', 'maya', 'grabpay', 'shopeepay', 'bankCard']);
const permanentChannels = new Set(['cliqqLifelong', 'bankTransfer', 'offlineTransfer']);

/** What channels take in one payment, in centavos. */
export const codeLimits = v.record(
  v.string(),
  v.strictObject({ minimumCentavos: v.number(), maximumCentavos: v.number() }),
);
export type CodeLimits = v.InferOutput<typeof codeLimits>;

/**
 * Gives a code. One reference has one permanent code; a repeated request with another amount, end,
 * channel or payer is refused.
 */
export function giveCode(
  desk: { bank: Bank; codeLimits: CodeLimits; chance: Chance; now(): Moment },
  request: CodeRequest,
): CodeDecision {
  const { bank, chance } = desk;
  const now = desk.now();
  const known = bank.codes.get(request.reference);
  if (known)
    return sameRequest(known.request, request)
      ? { events: [], code: known }
      : { refused: 'referenceUsedForAnotherCode' };
  if (request.amountCentavos === null && !permanentChannels.has(request.channel))
    return { refused: 'amountNeeded' };
  if (request.endsAt !== null && hasEnded(request.endsAt, now)) return { refused: 'endsInThePast' };
  if (isBeyond(request, desk.codeLimits)) return { refused: 'amountBeyondLimits' };
  let code = repaymentCode(request.channel, chance.digits);
  for (let tries = 0; bank.referenceOfCode.has(code) && tries < 50; tries += 1)
    code = repaymentCode(request.channel, chance.digits);
  const payload = payloadOf(request, code);
  // The page is served under the sandbox of the server that runs this bank, at the address that its
  // visitor used.
  const link = linkChannels.has(request.channel) ? `/sandbox/checkout/${code}` : null;
  const given = {
    code,
    gatewayId: chance.id('pc'),
    payload,
    link,
    endsAt: endOf(bank, request, now),
  };
  return {
    events: [{ type: 'codeGiven', request, ...given, at: text(now.business) }],
    code: given,
  };
}

function isBeyond({ channel, amountCentavos }: CodeRequest, limits: CodeLimits): boolean {
  const limit = limits[channel];
  return (
    limit !== undefined &&
    amountCentavos !== null &&
    (amountCentavos < limit.minimumCentavos || amountCentavos > limit.maximumCentavos)
  );
}

/** When the code ends: as asked for, or sooner where the bank gives it less. */
function endOf(
  { behaviour: { codeEndsInMs } }: Bank,
  { endsAt }: CodeRequest,
  now: Moment,
): string | null {
  if (endsAt === null || codeEndsInMs == null) return endsAt;
  const own = now.business.add({ milliseconds: codeEndsInMs });
  return Temporal.Instant.compare(own, Temporal.Instant.from(endsAt)) < 0 ? text(own) : endsAt;
}

/** The text of the QR picture; for a transfer, the bank that keeps the account. */
function payloadOf({ channel, amountCentavos }: CodeRequest, code: string): string | null {
  if (channel === 'bankTransfer') return 'Sandbox Bank';
  return channel === 'qrph' ? qrPayload(code, amountCentavos) : null;
}

/**
 * What somebody pays at a counter. Without an amount the code's own is paid; `force` pays what a
 * counter would turn away.
 */
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

/**
 * Takes money for a code. `force` also takes it for an ended, a used or an unknown code, as
 * counters sometimes do.
 */
export function pay(bank: Bank, request: PayRequest, now: Moment, chance: Chance): PayDecision {
  const known = bank.codes.get(bank.referenceOfCode.get(request.code) ?? '');
  const refused = request.force ? null : whyNotPay(known, now);
  if (refused !== null) return { refused };
  const amountCentavos = request.amountCentavos ?? known?.request.amountCentavos ?? null;
  if (amountCentavos === null) return { refused: 'amountNeeded' };
  const payment: Payment = {
    id: chance.id('pay'),
    codeReference: known?.request.reference ?? null,
    code: request.code,
    channel: known?.request.channel ?? 'sevenEleven',
    amountCentavos,
    currency: request.currency ?? 'PHP',
    paidAt: text(now.business),
  };
  if (amountCentavos <= 0 && !request.force) return { refused: 'noMoney' };
  const first =
    amountCentavos <= 0 ? ({ type: 'misreported', payment } as const) : received(payment, chance);
  return { events: [first, ...news(bank, payment, now, chance)], payment };
}

export type CheckoutRefusal = 'unknownCode' | 'expired' | 'alreadyPaid' | 'declined' | 'inProgress';
export type CheckoutDecision = { events: BankEvent[] } | { refused: CheckoutRefusal };

/**
 * The payer's decision on a checkout page: accept, and the money is taken after `takeDelayMs` of
 * wall time; or decline, which is final.
 */
export function decide(
  bank: Bank,
  wish: { code: string; isYes: boolean; takeDelayMs: number },
  now: Moment,
  chance: Chance,
): CheckoutDecision {
  const code = bank.codes.get(bank.referenceOfCode.get(wish.code) ?? '');
  if (!code || code.link === null) return { refused: 'unknownCode' };
  const state = codeState(code, now);
  if (state !== 'open') return { refused: state === 'paid' ? 'alreadyPaid' : state };
  const { reference } = code.request;
  const event = wish.isYes ? ('code.inProgress' as const) : ('code.declined' as const);
  const hook = {
    id: chance.id('ev'),
    event,
    subject: reference,
    wallAt: text(now.wall),
    delayMs: bank.behaviour.hookDelayMs ?? 0,
    copies: 1,
  };
  const dueAt = text(now.wall.add({ milliseconds: wish.takeDelayMs }));
  const said: BankEvent = wish.isYes
    ? { type: 'authorised', reference, dueAt }
    : { type: 'declined', reference };
  return { events: [said, { type: 'hookQueued', hook }] };
}

/** Takes the money that was agreed to. It was agreed to in time, so no end turns it away. */
export function takeAgreed(bank: Bank, code: Code, now: Moment, chance: Chance): BankEvent[] {
  const decision = pay(bank, { code: code.code, force: true }, now, chance);
  if ('refused' in decision)
    throw new Error(`money that was agreed to could not be taken: ${decision.refused}`);
  return decision.events;
}

/** A reversal of the whole rest of a payment, or of an amount. */
export interface TakeBackRequest {
  paymentId: string;
  cause: TakeBackCause;
  amountCentavos?: number | undefined;
  /** Only the settlement report tells of it. */
  isSilent?: boolean | undefined;
  /** Only a webhook claims the reversal: no money leaves, and the bank does not confirm it. */
  isClaim?: boolean | undefined;
}

export type TakeBackDecision =
  | { events: BankEvent[] }
  | { refused: 'unknownPayment' | 'nothingLeft' };

/** Reverses a payment: its network undid it, its payer disputed it, or the bank sent it back. */
export function takeBack(
  bank: Bank,
  request: TakeBackRequest,
  now: Moment,
  chance: Chance,
): TakeBackDecision {
  const { paymentId, cause } = request;
  const payment = bank.payments.get(paymentId);
  if (!payment) return { refused: 'unknownPayment' };
  const kept = keptCentavos(bank, payment);
  const amountCentavos = request.amountCentavos ?? kept;
  if (amountCentavos <= 0 || amountCentavos > kept) return { refused: 'nothingLeft' };
  const { codeReference, currency } = payment;
  const movement = {
    id: chance.id('mv'),
    kind: 'paymentReversed' as const,
    reference: codeReference,
    gatewayId: paymentId,
    amountCentavos,
    currency,
    at: text(now.business),
  };
  const hook = {
    id: chance.id('ev'),
    event: 'payment.takenBack' as const,
    subject: paymentId,
    wallAt: text(now.wall),
    delayMs: bank.behaviour.hookDelayMs ?? 0,
    copies: 1,
  };
  const left: BankEvent[] = request.isClaim
    ? []
    : [{ type: 'takenBack', paymentId, cause, movement }];
  return { events: request.isSilent ? left : [...left, { type: 'hookQueued', hook }] };
}

export type CodeState = 'open' | 'inProgress' | 'declined' | 'paid' | 'expired';

/** The state of a code for the sandbox page and the checkout page. */
export function codeState(code: Code, now: Moment): CodeState {
  if (code.request.amountCentavos !== null && code.paymentIds.length > 0) return 'paid';
  if (code.progress !== 'open') return code.progress;
  return code.endsAt !== null && hasEnded(code.endsAt, now) ? 'expired' : 'open';
}

function whyNotPay(code: Code | undefined, now: Moment): PayRefusal | null {
  if (!code) return 'unknownCode';
  const state = codeState(code, now);
  return state === 'open' ? null : state === 'paid' ? 'alreadyPaid' : state;
}

function received(payment: Payment, chance: Chance): BankEvent {
  const { codeReference, id, amountCentavos, currency, paidAt } = payment;
  const movement = {
    id: chance.id('mv'),
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

function news(bank: Bank, payment: Payment, now: Moment, chance: Chance): BankEvent[] {
  const character = paymentCharacter(payment.amountCentavos, bank.behaviour);
  if (character === 'silent') return [];
  const delayMs = bank.behaviour.hookDelayMs ?? (character === 'late' ? 5_000 : 0);
  const copies = character === 'triple' ? 3 : 1;
  const hook = {
    id: chance.id('ev'),
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
