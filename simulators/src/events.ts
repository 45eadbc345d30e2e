import { zPayoutChannel, zRepaymentChannel } from '@sandali/contract/channel.ts';
import * as v from 'valibot';

// The events in the bank's journal, from which it rebuilds its whole state. Instants are ISO
// strings. `at` is business time (wall time plus the offset); `wallAt` and `dueAt` are wall time.

/** A reference chosen by the bank's client. */
export const reference = v.pipe(v.string(), v.regex(/^[\w:-][\w.:-]{0,63}$/));
/** A positive number of whole centavos, up to ten billion pesos. */
export const amountCentavos = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.maxValue(1_000_000_000_000),
);
/** Whole centavos, 0 or less. */
export const noMoney = v.pipe(v.number(), v.safeInteger(), v.maxValue(0));
/** An ISO 8601 instant with a time zone. */
export const instant = v.pipe(v.string(), v.maxLength(40), v.check(isInstant, 'not an instant'));

/** A payout order from the client. */
export const payoutOrder = v.strictObject({
  reference,
  amountCentavos,
  channel: zPayoutChannel,
  accountName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  accountNumber: v.pipe(v.string(), v.regex(/^[0-9A-Za-z+-]{1,34}$/)),
  bankCode: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
  /** Null if the order does not name a rail; the bank then pays any amount at any hour. */
  rail: v.optional(v.nullable(v.picklist(['instapay', 'pesonet'])), null),
});

/** The client's request for a repayment code. A code without an amount is permanent. */
export const codeRequest = v.strictObject({
  reference,
  channel: zRepaymentChannel,
  amountCentavos: v.nullable(amountCentavos),
  endsAt: v.nullable(instant),
  payerName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** The page to which the checkout page returns the payer. */
  returnTo: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
});

/** A payout's next step. `dueAt` is business time if `isBusiness`, otherwise wall time. */
const nextStep = v.strictObject({
  step: v.picklist(['pay', 'fail', 'reverse']),
  dueAt: instant,
  isBusiness: v.optional(v.literal(true)),
});

/** A webhook to deliver `copies` times, starting `delayMs` after `wallAt`. */
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

/** What reversed a payment: its network, the payer's dispute, or a refund. */
export const takeBackCause = v.picklist(['reversal', 'chargeback', 'refund']);

/** The settings that tests may override: characters, delays, float, holidays, code lifetimes. */
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
  /** The wall time from authorisation on a checkout page to the payment. */
  takeDelayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000))),
  /** The maximum lifetime, in business time, of a code with an expiry; null for no limit. */
  codeEndsInMs: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000))),
  ),
  payDelayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000))),
  reverseDelayMs: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000)),
  ),
  /** Replaces the client's real balance; null restores it. */
  floatCentavos: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))),
  /** Days without PESONet settlement, in addition to Saturdays and Sundays. */
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
    /** When the code expires; by default, at the requested time. */
    endsAt: v.optional(v.nullable(instant)),
    at: instant,
  }),
  /** The payer accepted on the checkout page. The money is paid at `dueAt` in wall time. */
  v.strictObject({ type: v.literal('authorised'), reference, dueAt: instant }),
  v.strictObject({ type: v.literal('declined'), reference }),
  v.strictObject({ type: v.literal('received'), payment, movement }),
  /** A full or partial reversal of a payment. */
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
