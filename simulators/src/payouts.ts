import { availableCentavos, type Bank, type Payout } from './bank.ts';
import { type PayoutCharacter, payoutCharacter } from './characters.ts';
import type { BankEvent, Hook, PayoutOrder } from './events.ts';
import { type Digits, withdrawalCode } from './numbers.ts';
import { batchOf, instapayMostCentavos, returnOf } from './rails.ts';

/**
 * The two times of one moment: `wall` for waits and signatures, `business` for what a bank prints
 * on paper.
 */
export interface Moment {
  wall: Temporal.Instant;
  business: Temporal.Instant;
}

/** Where unguessable numbers come from. */
export interface Chance {
  /** A new id with the given prefix, never given before. */
  id(prefix: string): string;
  digits: Digits;
}

/** How an answer travels: as it should, as a 500, never, or as a cut connection. */
export type Manner = 'plain' | 'error' | 'hang' | 'cut';

/** Characters that pay at once and spoil the answer. */
const mannerOf: Partial<Record<PayoutCharacter, Manner>> = {
  error: 'error',
  lose: 'error',
  hang: 'hang',
  cut: 'cut',
};

/** What to remember, what to answer and how. */
export interface OrderDecision {
  events: BankEvent[];
  status: 200 | 402 | 409 | 422 | 503;
  body: Record<string, string>;
  manner: Manner;
}

const waits = { reverseDelayMs: 3_000, hiddenMs: 60_000, hookDelayMs: 0 };
/** Business time that `delay` lets pass before it pays. */
const delayDays = 2;
/** Business time from `contradict` saying that it failed to its payment. */
const contradictHours = 1;

/**
 * Decides on an order. A reference known with the same order gets its first answer's meaning again
 * and moves no money; known with another order it is a conflict (409). Nothing here reads a clock,
 * chance or file by itself.
 */
export function takeOrder(
  bank: Bank,
  order: PayoutOrder,
  payDelayMs: number,
  now: Moment,
  chance: Chance,
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
  // Too little float takes nothing and binds nothing: the same reference is taken once there is
  // enough.
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
  const gatewayId = chance.id('po');
  const reason =
    character === 'refuse' ? 'accountClosed' : isBeyondRail(order) ? 'railTakesNoMore' : null;
  if (reason) {
    const event: BankEvent = { type: 'refused', order, gatewayId, reason, at: text(now.business) };
    return { events: [event], status: 422, body: { outcome: 'refused', reason }, manner: 'plain' };
  }
  const manner = mannerOf[character] ?? 'plain';
  // A batch is settled at its hour, however the answer to the order went.
  const paysFirst = manner !== 'plain' && order.rail !== 'pesonet';
  const events = accept(bank, order, gatewayId, character, paysFirst ? 0 : payDelayMs, now, chance);
  if (paysFirst) events.push(...payOrLayReady(bank, order, gatewayId, character, now, chance));
  return { events, status: 200, body: { outcome: 'accepted', gatewayId }, manner };
}

/**
 * What a payout does when its time has come: pay (or, for a pickup, lay the money ready), fail or
 * reverse.
 */
export function takeStep(bank: Bank, payout: Payout, today: Moment, chance: Chance): BankEvent[] {
  const { order, gatewayId, character } = payout;
  const now = momentOf(payout, today);
  switch (payout.next?.step) {
    case 'pay': {
      // A payout that was said to have failed pays all the same, without a counter.
      const step = payout.state === 'pending' ? payOrLayReady : pay;
      return step(bank, order, gatewayId, character, now, chance);
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
      return [failed, ...news(bank, 'payout.failed', order.reference, character, now, chance)];
    }
    case 'reverse':
      return reverse(bank, payout, now, chance);
    default:
      return [];
  }
}

const isBeyondRail = ({ rail, amountCentavos }: PayoutOrder) =>
  rail === 'instapay' && amountCentavos > instapayMostCentavos;

/**
 * A step of a batch happens at the hour of the batch, also where business time has jumped over it.
 */
function momentOf({ order, character, next }: Payout, now: Moment): Moment {
  if (!next?.isBusiness || (order.rail !== 'pesonet' && character !== 'return')) return now;
  return { wall: now.wall, business: Temporal.Instant.from(next.dueAt) };
}

/**
 * The events by which a waiting payout ends now, as somebody at the bank's desk decides. The caller
 * makes sure that it waits.
 */
export function settleNow(
  bank: Bank,
  { order, gatewayId, character }: Payout,
  isPaid: boolean,
  now: Moment,
  chance: Chance,
): BankEvent[] {
  if (isPaid) return payOrLayReady(bank, order, gatewayId, character, now, chance);
  const { reference } = order;
  const failed: BankEvent = {
    type: 'failed',
    reference,
    failure: 'accountNotFound',
    at: text(now.business),
    next: null,
  };
  return [failed, ...news(bank, 'payout.failed', reference, character, now, chance)];
}

/**
 * The events of collecting a pickup: only then the money moves. The caller must check that it is
 * ready.
 */
export function collect(
  bank: Bank,
  { order, gatewayId, character }: Payout,
  now: Moment,
  chance: Chance,
): BankEvent[] {
  return pay(bank, order, gatewayId, character, now, chance);
}

/** What to remember of a request to take a pickup back, and what to answer. */
export interface CancelDecision {
  events: BankEvent[];
  status: 200 | 404 | 422;
  body: Record<string, string>;
  manner: Manner;
}

/**
 * Decides on a request to take a pickup back, which only one that is ready can be; a repeated
 * request gets the same answer.
 */
export function takeBack(
  bank: Bank,
  payout: Payout | undefined,
  now: Moment,
  chance: Chance,
): CancelDecision {
  if (!payout) return { events: [], status: 404, body: { error: 'notFound' }, manner: 'plain' };
  const no = (reason: string, events: BankEvent[] = []): CancelDecision => {
    return { events, status: 422, body: { outcome: 'refused', reason }, manner: 'plain' };
  };
  const manner = payout.character === 'cancelError' ? 'error' : 'plain';
  const done = { status: 200, body: { outcome: 'cancelled' }, manner } as const;
  if (payout.state === 'failed' && payout.failure === 'cancelled') return { events: [], ...done };
  if (payout.state === 'paid' || payout.state === 'reversed') return no('collected');
  if (payout.state !== 'ready') return no('notReady');
  if (payout.character === 'cancelTooLate')
    return no('collected', collect(bank, payout, now, chance));
  const { reference } = payout.order;
  const failed: BankEvent = {
    type: 'failed',
    reference,
    failure: 'cancelled',
    at: text(now.business),
    next: null,
  };
  return {
    events: [failed, ...news(bank, 'payout.failed', reference, payout.character, now, chance)],
    ...done,
  };
}

/** The events by which a paid payout comes back. The caller makes sure that it is paid. */
export function reverse(bank: Bank, payout: Payout, now: Moment, chance: Chance): BankEvent[] {
  const { order, gatewayId, character } = payout;
  const movement = moved(chance, 'payoutReversed', order, gatewayId, now);
  return [
    { type: 'reversed', reference: order.reference, failure: 'returnedByReceivingBank', movement },
    ...news(bank, 'payout.reversed', order.reference, character, now, chance),
  ];
}

/**
 * The status answer, or null while the bank shows none. A refused order is shown as failed; a
 * pickup's code only once it is ready.
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

/** An instant as the journal and the API write it. */
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
  chance: Chance,
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
      withdrawalCode: withdrawalCode(order.channel, chance.digits),
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

/**
 * Pays to an account, or makes cash ready for pickup; the latter counts as paid if the bank does
 * not report collections.
 */
function payOrLayReady(
  bank: Bank,
  order: PayoutOrder,
  gatewayId: string,
  character: string,
  now: Moment,
  chance: Chance,
): BankEvent[] {
  if (!isPickup(order) || character === 'blind')
    return pay(bank, order, gatewayId, character, now, chance);
  const { reference } = order;
  return [
    { type: 'readied', reference, at: text(now.business) },
    ...news(bank, 'payout.ready', reference, character, now, chance),
  ];
}

const isPickup = ({ channel }: PayoutOrder) => channel !== 'bankCard' && channel !== 'wallet';

function pay(
  bank: Bank,
  order: PayoutOrder,
  gatewayId: string,
  character: string,
  now: Moment,
  chance: Chance,
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
    movement: moved(chance, 'payoutPaid', order, gatewayId, now),
    next,
  };
  const events = [paid, ...news(bank, 'payout.paid', reference, character, now, chance)];
  // Out of order: the report of the acceptance is older than that of the payment and comes after
  // it.
  if (character === 'disorder')
    events.push(queued(chance, 'payout.pending', reference, now, 1, 300));
  return events;
}

function news(
  bank: Bank,
  event: Hook['event'],
  reference: string,
  character: string,
  now: Moment,
  chance: Chance,
): BankEvent[] {
  if (character === 'silent') return [];
  return [
    queued(
      chance,
      event,
      reference,
      now,
      character === 'disorder' ? 3 : 1,
      bank.behaviour.hookDelayMs ?? waits.hookDelayMs,
    ),
  ];
}

function queued(
  chance: Chance,
  event: Hook['event'],
  subject: string,
  now: Moment,
  copies: number,
  delayMs: number,
): BankEvent {
  return {
    type: 'hookQueued',
    hook: { id: chance.id('ev'), event, subject, wallAt: text(now.wall), delayMs, copies },
  };
}

function moved(
  chance: Chance,
  kind: 'payoutPaid' | 'payoutReversed',
  order: PayoutOrder,
  gatewayId: string,
  now: Moment,
) {
  const { reference, amountCentavos } = order;
  return {
    id: chance.id('mv'),
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
