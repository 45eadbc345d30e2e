import type { Desk } from './desk.ts';
import type { Hook } from './events.ts';

/** Waits before each new try, in ms of wall time; the last one repeats until a day is over. */
const retryWaitsMs = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
const giveUpMs = 86_400_000;
const answerMs = 10_000;
const atOnce = 8;

interface Attempt {
  left: number;
  tries: number;
  notBeforeMs: number;
  isRunning: boolean;
}

/** The desk's waiting webhooks. */
export interface Hooks {
  /** Sends those that are due, eight at a time at most. @returns the end of each. */
  sendDue(): Promise<void>[];
  /**
   * In how many ms of wall time the next one can be sent: 0 where its time has come; infinity where
   * none waits, or where one that ends makes room.
   */
  nextInMs(): number;
}

/**
 * Webhooks are sent until each was delivered (`deliver` says whether it was answered 200) as often
 * as it has copies, or a day is over. What is on its way when the program dies is sent again by the
 * next one.
 */
export function openHooks(desk: Desk, deliver: (hook: Hook) => Promise<boolean>): Hooks {
  const attempts = new Map<string, Attempt>();
  let running = 0;

  /**
   * All that wait, in ms of wall time until each may be sent. There may be thousands, and this runs
   * at each change.
   */
  function* waiting(): Generator<{ hook: Hook; attempt: Attempt; inMs: number }> {
    const nowMs = desk.now().wall.epochMilliseconds;
    for (const hook of desk.bank.hooks.values()) {
      const attempt = attempts.get(hook.id) ?? firstAttempt(hook);
      attempts.set(hook.id, attempt);
      if (!attempt.isRunning) yield { hook, attempt, inMs: attempt.notBeforeMs - nowMs };
    }
  }

  async function send(hook: Hook, attempt: Attempt): Promise<void> {
    attempt.isRunning = true;
    running += 1;
    const isDelivered = await deliver(hook);
    running -= 1;
    attempt.isRunning = false;
    const { wall } = desk.now();
    if (isDelivered) attempt.left -= 1;
    else {
      attempt.notBeforeMs =
        wall.epochMilliseconds +
        (retryWaitsMs[Math.min(attempt.tries, retryWaitsMs.length - 1)] ?? giveUpMs);
      attempt.tries += 1;
    }
    const isTooOld =
      Temporal.Instant.from(hook.wallAt).until(wall).total('milliseconds') >
      giveUpMs + hook.delayMs;
    if (attempt.left > 0 && !isTooOld) return;
    attempts.delete(hook.id);
    desk.record([{ type: 'hookClosed', id: hook.id, delivered: attempt.left === 0 }]);
  }

  return {
    sendDue() {
      if (running >= atOnce) return [];
      const due = waiting().filter(({ inMs }) => inMs <= 0);
      return [...due.take(atOnce - running)].map(({ hook, attempt }) => send(hook, attempt));
    },
    nextInMs() {
      if (running >= atOnce) return Number.POSITIVE_INFINITY;
      return waiting().reduce(
        (soonest, { inMs }) => Math.min(soonest, Math.max(inMs, 0)),
        Number.POSITIVE_INFINITY,
      );
    },
  };
}

/** Sends the desk's webhooks when their time has come, from now on. */
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

function firstAttempt(hook: Hook): Attempt {
  const notBeforeMs = Temporal.Instant.from(hook.wallAt).epochMilliseconds + hook.delayMs;
  return { left: hook.copies, tries: 0, notBeforeMs, isRunning: false };
}

/** Posts a webhook. @returns whether it was answered 200. */
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

/** What is sent of a webhook. */
export type Message = { headers: Record<string, string>; body: string };

export function messageOf(token: string, { id, event, wallAt, subject }: Hook): Message {
  const isOfPayment = event === 'payment.received' || event === 'payment.takenBack';
  const data = isOfPayment ? { paymentId: subject } : { reference: subject };
  const body = JSON.stringify({ id, event, created: wallAt, data });
  return { headers: { 'content-type': 'application/json', 'x-callback-token': token }, body };
}
