import type { Desk } from './desk.ts';
import type { Hook } from './events.ts';

/** The delays before retries, in ms of wall time. The last delay repeats until a day has passed. */
const retryWaitsMs = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
const giveUpMs = 86_400_000;
const answerMs = 10_000;
const mostRunning = 8;

interface Delivery {
  copiesLeft: number;
  failures: number;
  notBeforeMs: number;
  isRunning: boolean;
}

/** The desk's undelivered webhooks. */
export interface Hooks {
  /** Sends due webhooks, at most eight at a time. @returns a promise for each attempt. */
  sendDue(): Promise<void>[];
  /** Returns the ms until a webhook can be sent; infinity if none waits or eight are in flight. */
  nextInMs(): number;
}

/**
 * Sends each webhook until all copies are delivered or a day has passed. `deliver` returns whether
 * the client responded with 200. Webhooks in flight when the process dies are sent again after a
 * restart.
 */
export function openHooks(desk: Desk, deliver: (hook: Hook) => Promise<boolean>): Hooks {
  const deliveries = new Map<string, Delivery>();
  let running = 0;

  /** A generator, because thousands of webhooks may be waiting and it runs at each change. */
  function* waiting(): Generator<{ hook: Hook; delivery: Delivery; inMs: number }> {
    const nowMs = desk.now().wall.epochMilliseconds;
    for (const hook of desk.bank.hooks.values()) {
      const delivery = deliveries.get(hook.id) ?? newDelivery(hook);
      deliveries.set(hook.id, delivery);
      if (!delivery.isRunning) yield { hook, delivery, inMs: delivery.notBeforeMs - nowMs };
    }
  }

  async function send(hook: Hook, delivery: Delivery): Promise<void> {
    delivery.isRunning = true;
    running += 1;
    const isDelivered = await deliver(hook);
    running -= 1;
    delivery.isRunning = false;
    const { wall } = desk.now();
    if (isDelivered) delivery.copiesLeft -= 1;
    else {
      delivery.notBeforeMs =
        wall.epochMilliseconds +
        (retryWaitsMs[Math.min(delivery.failures, retryWaitsMs.length - 1)] ?? giveUpMs);
      delivery.failures += 1;
    }
    const isTooOld =
      Temporal.Instant.from(hook.wallAt).until(wall).total('milliseconds') >
      giveUpMs + hook.delayMs;
    if (delivery.copiesLeft > 0 && !isTooOld) return;
    deliveries.delete(hook.id);
    desk.record([{ type: 'hookClosed', id: hook.id, delivered: delivery.copiesLeft === 0 }]);
  }

  return {
    sendDue() {
      if (running >= mostRunning) return [];
      const due = waiting().filter(({ inMs }) => inMs <= 0);
      return [...due.take(mostRunning - running)].map(({ hook, delivery }) => send(hook, delivery));
    },
    nextInMs() {
      if (running >= mostRunning) return Number.POSITIVE_INFINITY;
      return waiting().reduce(
        (soonest, { inMs }) => Math.min(soonest, Math.max(inMs, 0)),
        Number.POSITIVE_INFINITY,
      );
    },
  };
}

/** Starts a timer that sends the desk's webhooks when they are due. */
export function startHooks(desk: Desk, hooks: Hooks): void {
  let alarm: NodeJS.Timeout | undefined;
  function pump(): void {
    clearTimeout(alarm);
    for (const sent of hooks.sendDue()) void sent.then(pump);
    const waitMs = hooks.nextInMs();
    if (waitMs < Number.POSITIVE_INFINITY) alarm = setTimeout(pump, Math.ceil(waitMs));
  }
  desk.onChange(pump);
  pump();
}

function newDelivery(hook: Hook): Delivery {
  const notBeforeMs = Temporal.Instant.from(hook.wallAt).epochMilliseconds + hook.delayMs;
  return { copiesLeft: hook.copies, failures: 0, notBeforeMs, isRunning: false };
}

/** Posts a webhook. @returns whether the client responded with 200 */
export async function post(url: string, token: string, hook: Hook): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      ...messageOf(token, hook),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** A webhook's HTTP request. */
export type Message = { headers: Record<string, string>; body: string };

export function messageOf(token: string, { id, event, wallAt, subject }: Hook): Message {
  const isOfPayment = event === 'payment.received' || event === 'payment.takenBack';
  const data = isOfPayment ? { paymentId: subject } : { reference: subject };
  const body = JSON.stringify({ id, event, created: wallAt, data });
  return { headers: { 'content-type': 'application/json', 'x-callback-token': token }, body };
}
