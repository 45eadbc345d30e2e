import { zPayoutChannel, zRepaymentChannel } from '@sandali/contract/channel.ts';
import * as v from 'valibot';

/**
 * What the bank remembers: its journal is a list of these facts and nothing else, and its whole
 * state is rebuilt from them.
 *
 * Instants are ISO strings. `at` is business time (wall time plus the sandbox's offset), `wallAt`
 * and `dueAt` are wall time.
 */

/** A reference chosen by the bank's client. */
export const reference = v.pipe(v.string(), v.regex(/^[\w:-][\w.:-]{0,63}$/));
/** Whole centavos above zero, up to ten billion pesos. */
export const amountCentavos = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.maxValue(1_000_000_000_000),
);
/** What no payment is: nothing, or less. */
export const noMoney = v.pipe(v.number(), v.safeInteger(), v.maxValue(0));
/** An instant with its zone. */
export const instant = v.pipe(v.string(), v.maxLength(40), v.check(isInstant, 'no instant'));

/** A payout as its client orders it. */
export const payoutOrder = v.strictObject({
  reference,
  amountCentavos,
  channel: zPayoutChannel,
  accountName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  accountNumber: v.pipe(v.string(), v.regex(/^[0-9A-Za-z+-]{1,34}$/)),
  bankCode: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
  /** Null goes by no rail: at any hour, and of any size. */
  rail: v.optional(v.nullable(v.picklist(['instapay', 'pesonet'])), null),
});

/** A repayment code as its client asks for it; without an amount it is permanent. */
export const codeRequest = v.strictObject({
  reference,
  channel: zRepaymentChannel,
  amountCentavos: v.nullable(amountCentavos),
  endsAt: v.nullable(instant),
  payerName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Where the checkout page leads back to. */
  returnTo: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
});

/**
 * What a payout does next by itself, and when: by wall time, or by business time where it says so.
 */
const nextStep = v.strictObject({
  step: v.picklist(['pay', 'fail', 'reverse']),
  dueAt: instant,
  isBusiness: v.optional(v.literal(true)),
});

/**
 * A webhook that has to go out until it is answered: `copies` times, not before `delayMs` after
 * `wallAt`.
 */
const hook = v.strictObject({
  id: v.string(),
  event: v.picklist([
    'payout.pending',
    'payout.ready',
    'payout.paid',
    'payout.failed',
    'payout.reversed',
    'payment.received',
    'payment.takenBack',
    'code.inProgress',
    'code.declined',
  ]),
  subject: v.string(),
  wallAt: instant,
  delayMs: v.number(),
  copies: v.number(),
});

const movement = v.strictObject({
  id: v.string(),
  kind: v.picklist(['payoutPaid', 'payoutReversed', 'paymentReceived', 'paymentReversed']),
  reference: v.nullable(v.string()),
  gatewayId: v.string(),
  amountCentavos,
  currency: v.string(),
  at: instant,
});

const payment = v.strictObject({
  id: v.string(),
  codeReference: v.nullable(v.string()),
  code: v.string(),
  channel: zRepaymentChannel,
  amountCentavos,
  currency: v.string(),
  paidAt: instant,
});

/**
 * Why a payment is reversed: its network undid it, its payer disputed it, or the bank sent it back.
 */
export const takeBackCause = v.picklist(['reversal', 'chargeback', 'refund']);

/**
 * What tests may set for all that comes after: a character in place of the sentinel's, and its
 * waits.
 */
export const behaviour = v.strictObject({
  payout: v.optional(
    v.nullable(
      v.picklist([
        'plain',
        'refuse',
        'error',
        'hang',
        'cut',
        'disorder',
        'reverse',
        'fail',
        'hide',
        'silent',
        'busy',
        'lose',
        'delay',
        'contradict',
        'short',
        'cancelTooLate',
        'cancelError',
        'blind',
        'return',
      ]),
    ),
  ),
  payment: v.optional(v.nullable(v.picklist(['plain', 'triple', 'late', 'silent']))),
  /** How long money of a checkout page is on its way. */
  takeDelayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000))),
  /**
   * After how much business time a code with an amount ends, where its client asked for a later
   * end; null takes it off.
   */
  codeEndsInMs: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000))),
  ),
  payDelayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000))),
  reverseDelayMs: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000)),
  ),
  /**
   * What it says that it holds for its client, and pays from, in place of the true float; null
   * takes it off.
   */
  floatCentavos: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))),
  /** Days on which PESONet settles nothing, besides Saturdays and Sundays. */
  holidays: v.optional(v.pipe(v.array(v.pipe(v.string(), v.isoDate())), v.maxLength(1000))),
  hiddenMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000))),
  hookDelayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000))),
});

export const bankEvent = v.variant('type', [
  v.strictObject({ type: v.literal('turnedAway'), reference }),
  v.strictObject({
    type: v.literal('refused'),
    order: payoutOrder,
    gatewayId: v.string(),
    reason: v.string(),
    at: instant,
  }),
  v.strictObject({
    type: v.literal('accepted'),
    order: payoutOrder,
    gatewayId: v.string(),
    character: v.string(),
    withdrawalCode: v.nullable(v.string()),
    hiddenUntil: v.nullable(instant),
    at: instant,
    next: nextStep,
  }),
  v.strictObject({ type: v.literal('paid'), reference, movement, next: v.nullable(nextStep) }),
  v.strictObject({ type: v.literal('readied'), reference, at: instant }),
  v.strictObject({
    type: v.literal('failed'),
    reference,
    failure: v.string(),
    at: instant,
    next: v.optional(v.nullable(nextStep), null),
  }),
  v.strictObject({ type: v.literal('reversed'), reference, failure: v.string(), movement }),
  v.strictObject({
    type: v.literal('codeGiven'),
    request: codeRequest,
    code: v.string(),
    gatewayId: v.string(),
    payload: v.nullable(v.string()),
    link: v.optional(v.nullable(v.string()), null),
    /** By default, the end that was asked for. */
    endsAt: v.optional(v.nullable(instant)),
    at: instant,
  }),
  /** The payer said yes on the checkout page; the money is taken at `dueAt`, by wall time. */
  v.strictObject({ type: v.literal('authorised'), reference, dueAt: instant }),
  v.strictObject({ type: v.literal('declined'), reference }),
  v.strictObject({ type: v.literal('received'), payment, movement }),
  /** A reversal of a payment, whole or in part. */
  v.strictObject({
    type: v.literal('takenBack'),
    paymentId: v.string(),
    cause: takeBackCause,
    movement,
  }),
  v.strictObject({
    type: v.literal('misreported'),
    payment: v.strictObject({ ...payment.entries, amountCentavos: noMoney }),
  }),
  v.strictObject({ type: v.literal('hookQueued'), hook }),
  v.strictObject({ type: v.literal('hookClosed'), id: v.string(), delivered: v.boolean() }),
  v.strictObject({ type: v.literal('behaviourSet'), behaviour }),
]);

export type BankEvent = v.InferOutput<typeof bankEvent>;
export type PayoutOrder = v.InferOutput<typeof payoutOrder>;
export type CodeRequest = v.InferOutput<typeof codeRequest>;
export type Hook = v.InferOutput<typeof hook>;
export type Movement = v.InferOutput<typeof movement>;
export type Payment = v.InferOutput<typeof payment>;
export type TakeBackCause = v.InferOutput<typeof takeBackCause>;
export type Behaviour = v.InferOutput<typeof behaviour>;
export type NextStep = v.InferOutput<typeof nextStep>;

function isInstant(text: string): boolean {
  try {
    return Temporal.Instant.from(text) instanceof Temporal.Instant;
  } catch {
    return false;
  }
}
