import { availableCentavos, type Bank, type Payout } from './bank.ts';
import { type PayoutCharacter, payoutCharacter } from './characters.ts';
import type { BankEvent, Hook, PayoutOrder } from './events.ts';
import { type Digits, withdrawalCode } from './numbers.ts';
import { batchOf, instapayMostCentavos, returnOf } from './rails.ts';

/** An instant on both clocks: `wall` for delays, `business` for paid times and settlement days. */
export interface Moment {
  wall: Temporal.Instant;
  business: Temporal.Instant;
}

/** The source of random ids and digits. */
export interface Random {
  /** Returns a new unique id with this prefix. */
  id(prefix: string): string;
  digits: Digits;
}

/**
 * How the bank responds to a call: normally, with status 500, never, or by cutting the connection.
 */
export type Manner = 'plain' | 'error' | 'hang' | 'cut';

/** Characters for which the bank pays first and then spoils the response. */
const mannerOf: Partial<Record<PayoutCharacter, Manner>> = {
  error: 'error',
  lose: 'error',
  hang: 'hang',
  cut: 'cut',
};

/** The events to store, and the response. */
export interface OrderDecision {
  events: BankEvent[];
  status: 200 | 402 | 409 | 422 | 503;
  body: Record<string, string>;
  manner: Manner;
}

const waits = { reverseDelayMs: 3_000, hiddenMs: 60_000, hookDelayMs: 0 };
/** Days of business time until a payout with the character `delay` is paid. */
const delayDays = 2;
/** Hours of business time from failure to payment, for the character `contradict`. */
const contradictHours = 1;

/**
 * Decides on an order. A repeated order gets its first outcome again; a different order with the
 * same reference is a conflict (409). Pure: time and randomness are parameters.
 */
export function takeOrder(
  bank: Bank,
  order: PayoutOrder,
  payDelayMs: number,
  now: Moment,
  random: Random,
): OrderDecision {
  const known = bank.payouts.get(order.reference);
  if (known) return { events: [], ...answerAgain(known, order), manner: 'plain' };
  const character = payoutCharacter(order.accountNumber, bank.behaviour);
  if (character === 'busy' && !bank.turnedAway.has(order.reference)) {
    return {
      events: [{ type: 'turnedAway', reference: order.reference }],
      status: 503,
      body: { error: 'busy' },
      manner: 'plain',
    };
  }
  // Stores nothing if the float is too small, so that the same reference can be accepted later.
  const isShort = character === 'short' && !bank.turnedAway.has(order.reference);
  if (isShort || availableCentavos(bank) < order.amountCentavos) {
    const events: BankEvent[] = isShort ? [{ type: 'turnedAway', reference: order.reference }] : [];
    return {
      events,
      status: 402,
      body: { outcome: 'notTaken', reason: 'insufficientBalance' },
      manner: 'plain',
    };
  }
  const gatewayId = random.id('po');
  const reason =
    character === 'refuse' ? 'accountClosed' : isBeyondRail(order) ? 'railTakesNoMore' : null;
  if (reason) {
    const event: BankEvent = { type: 'refused', order, gatewayId, reason, at: text(now.business) };
    return { events: [event], status: 422, body: { outcome: 'refused', reason }, manner: 'plain' };
  }
  const manner = mannerOf[character] ?? 'plain';
  // PESONet always settles in its batch, whatever the response.
  const paysFirst = manner !== 'plain' && order.rail !== 'pesonet';
  const events = accept(bank, order, gatewayId, character, paysFirst ? 0 : payDelayMs, now, random);
  if (paysFirst) events.push(...payOrReady(bank, order, gatewayId, character, now, random));
  return { events, status: 200, body: { outcome: 'accepted', gatewayId }, manner };
}

/** Performs a payout's due step: pays it (or makes a pickup ready), fails it or reverses it. */
export function takeStep(bank: Bank, payout: Payout, today: Moment, random: Random): BankEvent[] {
  const { order, gatewayId, character } = payout;
  const now = momentOf(payout, today);
  switch (payout.next?.step) {
    case 'pay': {
      // `contradict` pays to an account after a failure, even if the payout was a pickup.
      const step = payout.state === 'pending' ? payOrReady : pay;
      return step(bank, order, gatewayId, character, now, random);
    }
    case 'fail': {
      const dueAt = text(now.business.add({ hours: contradictHours }));
      const next =
        character === 'contradict'
          ? { step: 'pay' as const, dueAt, isBusiness: true as const }
          : null;
      const failed: BankEvent = {
        type: 'failed',
        reference: order.reference,
        failure: 'accountNotFound',
        at: text(now.business),
        next,
      };
      return [failed, ...news(bank, 'payout.failed', order.reference, character, now, random)];
    }
    case 'reverse':
      return reverse(bank, payout, now, random);
    default:
      return [];
  }
}

const isBeyondRail = ({ rail, amountCentavos }: PayoutOrder) =>
  rail === 'instapay' && amountCentavos > instapayMostCentavos;

/**
 * Returns the moment at which a step takes effect: the due time of a batch or return, even if the
 * clock jumps past it; for other steps, now.
 */
function momentOf({ order, character, next }: Payout, now: Moment): Moment {
  if (!next?.isBusiness || (order.rail !== 'pesonet' && character !== 'return')) return now;
  return { wall: now.wall, business: Temporal.Instant.from(next.dueAt) };
}

/** Settles a pending payout now, as paid or failed. The caller checks that it is pending. */
export function settleNow(
  bank: Bank,
  { order, gatewayId, character }: Payout,
  isPaid: boolean,
  now: Moment,
  random: Random,
): BankEvent[] {
  if (isPaid) return payOrReady(bank, order, gatewayId, character, now, random);
  const { reference } = order;
  const failed: BankEvent = {
    type: 'failed',
    reference,
    failure: 'accountNotFound',
    at: text(now.business),
    next: null,
  };
  return [failed, ...news(bank, 'payout.failed', reference, character, now, random)];
}

/** Records that a pickup was collected. The caller checks that it is ready. */
export function collect(
  bank: Bank,
  { order, gatewayId, character }: Payout,
  now: Moment,
  random: Random,
): BankEvent[] {
  return pay(bank, order, gatewayId, character, now, random);
}

/** The events of a cancellation, and the response. */
export interface CancelDecision {
  events: BankEvent[];
  status: 200 | 404 | 422;
  body: Record<string, string>;
  manner: Manner;
}

/** Cancels a pickup if it is ready. A repeated request gets the same response. */
export function cancel(
  bank: Bank,
  payout: Payout | undefined,
  now: Moment,
  random: Random,
): CancelDecision {
  if (!payout) return { events: [], status: 404, body: { error: 'notFound' }, manner: 'plain' };
  const refuse = (reason: string, events: BankEvent[] = []): CancelDecision => {
    return { events, status: 422, body: { outcome: 'refused', reason }, manner: 'plain' };
  };
  const manner = payout.character === 'cancelError' ? 'error' : 'plain';
  const done = { status: 200, body: { outcome: 'cancelled' }, manner } as const;
  if (payout.state === 'failed' && payout.failure === 'cancelled') return { events: [], ...done };
  if (payout.state === 'paid' || payout.state === 'reversed') return refuse('collected');
  if (payout.state !== 'ready') return refuse('notReady');
  if (payout.character === 'cancelTooLate')
    return refuse('collected', collect(bank, payout, now, random));
  const { reference } = payout.order;
  const failed: BankEvent = {
    type: 'failed',
    reference,
    failure: 'cancelled',
    at: text(now.business),
    next: null,
  };
  return {
    events: [failed, ...news(bank, 'payout.failed', reference, payout.character, now, random)],
    ...done,
  };
}

/** Reverses a payout. The caller checks that it is paid. */
export function reverse(bank: Bank, payout: Payout, now: Moment, random: Random): BankEvent[] {
  const { order, gatewayId, character } = payout;
  const movement = moved(random, 'payoutReversed', order, gatewayId, now);
  return [
    { type: 'reversed', reference: order.reference, failure: 'returnedByReceivingBank', movement },
    ...news(bank, 'payout.reversed', order.reference, character, now, random),
  ];
}

/**
 * Returns a payout's status report, or null while the payout is hidden. Reports a refusal as a
 * failure, and includes the code of a ready pickup.
 */
export function payoutReport(
  payout: Payout | undefined,
  wall: Temporal.Instant,
): Record<string, string | number | null> | null {
  if (!payout) return null;
  if (
    payout.hiddenUntil !== null &&
    Temporal.Instant.compare(wall, Temporal.Instant.from(payout.hiddenUntil)) < 0
  )
    return null;
  return {
    reference: payout.order.reference,
    gatewayId: payout.gatewayId,
    amountCentavos: payout.order.amountCentavos,
    state: payout.state === 'refused' ? 'failed' : payout.state,
    readyAt: payout.readyAt,
    paidAt: payout.paidAt,
    failure: payout.failure,
    withdrawalCode:
      payout.state === 'ready' || payout.state === 'paid' ? payout.withdrawalCode : null,
  };
}

/** Formats an instant for the journal and the API. */
export function text(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}

function answerAgain(known: Payout, order: PayoutOrder): Pick<OrderDecision, 'status' | 'body'> {
  if (JSON.stringify(sorted(known.order)) !== JSON.stringify(sorted(order))) {
    return { status: 409, body: { error: 'referenceUsedForAnotherOrder' } };
  }
  if (known.state === 'refused')
    return { status: 422, body: { outcome: 'refused', reason: known.failure ?? '' } };
  return { status: 200, body: { outcome: 'accepted', gatewayId: known.gatewayId } };
}

function accept(
  bank: Bank,
  order: PayoutOrder,
  gatewayId: string,
  character: PayoutCharacter,
  waitMs: number,
  now: Moment,
  random: Random,
): BankEvent[] {
  const hiddenMs = bank.behaviour.hiddenMs ?? waits.hiddenMs;
  const isHidden = character === 'hide' || character === 'lose';
  const step = character === 'fail' || character === 'contradict' ? 'fail' : 'pay';
  return [
    {
      type: 'accepted',
      order,
      gatewayId,
      character,
      withdrawalCode: withdrawalCode(order.channel, random.digits),
      hiddenUntil: isHidden ? text(now.wall.add({ milliseconds: hiddenMs })) : null,
      at: text(now.business),
      next:
        character === 'delay'
          ? { step, dueAt: text(now.business.add({ hours: 24 * delayDays })), isBusiness: true }
          : order.rail === 'pesonet'
            ? {
                step,
                dueAt: text(batchOf(now.business, bank.behaviour.holidays ?? [])),
                isBusiness: true,
              }
            : { step, dueAt: text(now.wall.add({ milliseconds: waitMs })) },
    },
  ];
}

/** Pays to an account, or makes a pickup ready; the character `blind` reports a pickup as paid. */
function payOrReady(
  bank: Bank,
  order: PayoutOrder,
  gatewayId: string,
  character: string,
  now: Moment,
  random: Random,
): BankEvent[] {
  if (!isPickup(order) || character === 'blind')
    return pay(bank, order, gatewayId, character, now, random);
  const { reference } = order;
  return [
    { type: 'readied', reference, at: text(now.business) },
    ...news(bank, 'payout.ready', reference, character, now, random),
  ];
}

const isPickup = ({ channel }: PayoutOrder) => channel !== 'bankCard' && channel !== 'wallet';

function pay(
  bank: Bank,
  order: PayoutOrder,
  gatewayId: string,
  character: string,
  now: Moment,
  random: Random,
): BankEvent[] {
  const { reference } = order;
  const reverseDelayMs = bank.behaviour.reverseDelayMs ?? waits.reverseDelayMs;
  const backAt = (dueAt: Temporal.Instant) => ({ step: 'reverse' as const, dueAt: text(dueAt) });
  const next =
    character === 'reverse'
      ? backAt(now.wall.add({ milliseconds: reverseDelayMs }))
      : character === 'return'
        ? {
            ...backAt(returnOf(now.business, bank.behaviour.holidays ?? [])),
            isBusiness: true as const,
          }
        : null;
  const paid: BankEvent = {
    type: 'paid',
    reference,
    movement: moved(random, 'payoutPaid', order, gatewayId, now),
    next,
  };
  const events = [paid, ...news(bank, 'payout.paid', reference, character, now, random)];
  // The webhook about the acceptance is sent after those about the payment.
  if (character === 'disorder')
    events.push(queued(random, 'payout.pending', reference, now, 1, 300));
  return events;
}

function news(
  bank: Bank,
  event: Hook['event'],
  reference: string,
  character: string,
  now: Moment,
  random: Random,
): BankEvent[] {
  if (character === 'silent') return [];
  return [
    queued(
      random,
      event,
      reference,
      now,
      character === 'disorder' ? 3 : 1,
      bank.behaviour.hookDelayMs ?? waits.hookDelayMs,
    ),
  ];
}

function queued(
  random: Random,
  event: Hook['event'],
  subject: string,
  now: Moment,
  copies: number,
  delayMs: number,
): BankEvent {
  return {
    type: 'hookQueued',
    hook: { id: random.id('ev'), event, subject, wallAt: text(now.wall), delayMs, copies },
  };
}

function moved(
  random: Random,
  kind: 'payoutPaid' | 'payoutReversed',
  order: PayoutOrder,
  gatewayId: string,
  now: Moment,
) {
  const { reference, amountCentavos } = order;
  return {
    id: random.id('mv'),
    kind,
    reference,
    gatewayId,
    amountCentavos,
    currency: 'PHP',
    at: text(now.business),
  };
}

function sorted(order: PayoutOrder): [string, unknown][] {
  return Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1));
}
