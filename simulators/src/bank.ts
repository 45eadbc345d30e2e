import type {
  BankEvent,
  Behaviour,
  CodeRequest,
  Hook,
  Movement,
  NextStep,
  Payment,
  PayoutOrder,
  TakeBackCause,
} from './events.ts';

/** A payout. Refused orders are stored too, so that a reference always gets the same response. */
export interface Payout {
  order: PayoutOrder;
  gatewayId: string;
  character: string;
  state: 'refused' | 'pending' | 'ready' | 'paid' | 'failed' | 'reversed';
  /** The business time at which the order was accepted or refused. */
  orderedAt: string;
  /** The business time from which a pickup is ready at the counter. */
  readyAt: string | null;
  paidAt: string | null;
  failure: string | null;
  withdrawalCode: string | null;
  /** The wall time until which status requests get "not found". */
  hiddenUntil: string | null;
  next: NextStep | null;
}

/** A repayment code with the ids of its payments. */
export interface Code {
  request: CodeRequest;
  code: string;
  gatewayId: string;
  payload: string | null;
  /** When the code expires: the requested time, or earlier. */
  endsAt: string | null;
  /** The checkout page of wallets and cards. */
  link: string | null;
  /** The state of the payment on the checkout page. */
  progress: 'open' | 'inProgress' | 'declined';
  /** The wall time at which authorised money is paid. */
  takesAt: string | null;
  givenAt: string;
  paymentIds: string[];
}

/** The bank's whole state, rebuilt from its journal. */
export interface Bank {
  /** Payouts by reference. */
  payouts: Map<string, Payout>;
  /** References whose first order was rejected without being stored. */
  turnedAway: Set<string>;
  /** Repayment codes by reference. */
  codes: Map<string, Code>;
  /** References by the code that payers type. */
  referenceOfCode: Map<string, string>;
  /** References by the bank's own id for the code. */
  referenceOfGatewayId: Map<string, string>;
  payments: Map<string, Payment>;
  /** Reversals by payment id, oldest first. */
  takenBack: Map<string, { cause: TakeBackCause; movement: Movement }[]>;
  /** Every movement of money, oldest first, as in the settlement report. */
  movements: Movement[];
  /** Undelivered webhooks by event id. */
  hooks: Map<string, Hook>;
  behaviour: Behaviour;
  balanceCentavos: number;
}

/** Creates a bank. `floatCentavos` is the client's initial balance. */
export function newBank(floatCentavos: number): Bank {
  return {
    payouts: new Map(),
    turnedAway: new Set(),
    codes: new Map(),
    referenceOfCode: new Map(),
    referenceOfGatewayId: new Map(),
    payments: new Map(),
    takenBack: new Map(),
    movements: [],
    hooks: new Map(),
    behaviour: {},
    balanceCentavos: floatCentavos,
  };
}

/** Applies one event. @throws if it is impossible, such as a payout paid twice. */
export function apply(bank: Bank, event: BankEvent): void {
  switch (event.type) {
    case 'turnedAway':
      bank.turnedAway.add(event.reference);
      return;
    case 'refused':
    case 'accepted':
      addPayout(bank, event);
      return;
    case 'readied':
      change(bank, event.reference, ['pending'], (payout) => {
        Object.assign(payout, { state: 'ready', readyAt: event.at, next: null });
      });
      return;
    case 'paid':
      change(bank, event.reference, ['pending', 'ready', 'failed'], (payout) => {
        Object.assign(payout, {
          state: 'paid',
          failure: null,
          paidAt: event.movement.at,
          next: event.next,
        });
        move(bank, event.movement);
      });
      return;
    case 'failed':
      change(bank, event.reference, ['pending', 'ready'], (payout) => {
        Object.assign(payout, { state: 'failed', failure: event.failure, next: event.next });
      });
      return;
    case 'reversed':
      change(bank, event.reference, ['paid'], (payout) => {
        Object.assign(payout, { state: 'reversed', failure: event.failure, next: null });
        move(bank, event.movement);
      });
      return;
    case 'codeGiven':
      addCode(bank, event);
      return;
    case 'authorised':
      changeCode(bank, event.reference, (code) =>
        Object.assign(code, { progress: 'inProgress', takesAt: event.dueAt }),
      );
      return;
    case 'declined':
      changeCode(bank, event.reference, (code) => Object.assign(code, { progress: 'declined' }));
      return;
    case 'received':
      addPayment(bank, event.payment);
      move(bank, event.movement);
      return;
    case 'takenBack':
      takeBackPayment(bank, event);
      return;
    case 'misreported':
      bank.payments.set(event.payment.id, event.payment);
      return;
    case 'hookQueued':
      bank.hooks.set(event.hook.id, event.hook);
      return;
    case 'hookClosed':
      bank.hooks.delete(event.id);
      return;
    case 'behaviourSet':
      bank.behaviour = { ...bank.behaviour, ...event.behaviour };
      return;
  }
}

/** Returns the client's balance as the bank reports it. */
export function floatCentavos(bank: Bank): number {
  return bank.behaviour.floatCentavos ?? bank.balanceCentavos;
}

/** Returns the balance less pending payouts and uncollected pickups. */
export function availableCentavos(bank: Bank): number {
  let available = floatCentavos(bank);
  for (const payout of bank.payouts.values())
    if (payout.state === 'pending' || payout.state === 'ready')
      available -= payout.order.amountCentavos;
  return available;
}

function addPayout(bank: Bank, event: Extract<BankEvent, { type: 'refused' | 'accepted' }>): void {
  const { order, gatewayId } = event;
  if (bank.payouts.has(order.reference))
    throw new Error(`reference ${order.reference} already has an order`);
  const common = { order, gatewayId, orderedAt: event.at, readyAt: null, paidAt: null };
  const payout: Payout =
    event.type === 'refused'
      ? {
          ...common,
          character: 'refuse',
          state: 'refused',
          failure: event.reason,
          withdrawalCode: null,
          hiddenUntil: null,
          next: null,
        }
      : {
          ...common,
          character: event.character,
          state: 'pending',
          failure: null,
          withdrawalCode: event.withdrawalCode,
          hiddenUntil: event.hiddenUntil,
          next: event.next,
        };
  bank.payouts.set(order.reference, payout);
}

function addCode(bank: Bank, event: Extract<BankEvent, { type: 'codeGiven' }>): void {
  const { request, code, gatewayId, payload, link, at } = event;
  const endsAt = event.endsAt === undefined ? request.endsAt : event.endsAt;
  if (bank.codes.has(request.reference) || bank.referenceOfCode.has(code))
    throw new Error(`reference ${request.reference} already has a code, or the code exists`);
  const fresh = { progress: 'open' as const, takesAt: null, paymentIds: [] };
  bank.codes.set(request.reference, {
    request,
    code,
    gatewayId,
    payload,
    link,
    endsAt,
    givenAt: at,
    ...fresh,
  });
  bank.referenceOfCode.set(code, request.reference);
  bank.referenceOfGatewayId.set(gatewayId, request.reference);
}

function changeCode(bank: Bank, reference: string, alter: (code: Code) => void): void {
  const code = bank.codes.get(reference);
  if (code?.progress !== 'open')
    throw new Error(`code ${reference} is ${code?.progress ?? 'unknown'}, not open`);
  alter(code);
}

function addPayment(bank: Bank, payment: Payment): void {
  bank.payments.set(payment.id, payment);
  const code = bank.codes.get(payment.codeReference ?? '');
  if (!code) return;
  code.paymentIds.push(payment.id);
  code.takesAt = null;
}

/** Returns the amount of a payment less its reversals, in centavos. */
export function unreversedCentavosOf(bank: Bank, payment: Payment): number {
  const back = bank.takenBack.get(payment.id) ?? [];
  return back.reduce((sum, { movement }) => sum - movement.amountCentavos, payment.amountCentavos);
}

function takeBackPayment(
  bank: Bank,
  { paymentId, cause, movement }: Extract<BankEvent, { type: 'takenBack' }>,
): void {
  const payment = bank.payments.get(paymentId);
  if (!payment || movement.amountCentavos > unreversedCentavosOf(bank, payment))
    throw new Error(`reversals of payment ${paymentId} exceed its amount`);
  bank.takenBack.set(paymentId, [...(bank.takenBack.get(paymentId) ?? []), { cause, movement }]);
  move(bank, movement);
}

function change(
  bank: Bank,
  reference: string,
  from: readonly Payout['state'][],
  alter: (payout: Payout) => void,
): void {
  const payout = bank.payouts.get(reference);
  if (!payout || !from.includes(payout.state))
    throw new Error(
      `payout ${reference} is ${payout?.state ?? 'unknown'}, not ${from.join(' or ')}`,
    );
  alter(payout);
}

function move(bank: Bank, movement: Movement): void {
  bank.movements.push(movement);
  if (movement.currency !== 'PHP') return;
  const isOut = movement.kind === 'payoutPaid' || movement.kind === 'paymentReversed';
  bank.balanceCentavos += isOut ? -movement.amountCentavos : movement.amountCentavos;
}
