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
  notBefore: Temporal.Instant;
  isRunning: boolean;
}

/**
 * Sends the desk's waiting webhooks until each was answered 200 as often as it has copies, or a day is over. What is on its way when the
 * program dies is sent again by the next one.
 */
export function startHooks(desk: Desk, url: string, token: string): void {
  const attempts = new Map<string, Attempt>();
  let running = 0;
  let alarm: NodeJS.Timeout | undefined;

  function pump(): void {
    clearTimeout(alarm);
    const { wall } = desk.now();
    let waitMs = Number.POSITIVE_INFINITY;
    for (const hook of desk.bank.hooks.values()) {
      const attempt = attempts.get(hook.id) ?? firstAttempt(hook);
      attempts.set(hook.id, attempt);
      if (attempt.isRunning) continue;
      const inMs = wall.until(attempt.notBefore).total('milliseconds');
      if (inMs > 0) waitMs = Math.min(waitMs, inMs);
      else if (running < atOnce) void send(hook, attempt);
    }
    if (waitMs < Number.POSITIVE_INFINITY) alarm = setTimeout(pump, Math.ceil(waitMs));
  }

  async function send(hook: Hook, attempt: Attempt): Promise<void> {
    attempt.isRunning = true;
    running += 1;
    const isAnswered = await post(url, token, hook);
    running -= 1;
    attempt.isRunning = false;
    const { wall } = desk.now();
    if (isAnswered) attempt.left -= 1;
    else {
      attempt.notBefore = wall.add({ milliseconds: retryWaitsMs[Math.min(attempt.tries, retryWaitsMs.length - 1)] ?? giveUpMs });
      attempt.tries += 1;
    }
    const isTooOld = Temporal.Instant.from(hook.wallAt).until(wall).total('milliseconds') > giveUpMs + hook.delayMs;
    if (attempt.left > 0 && !isTooOld) return pump();
    attempts.delete(hook.id);
    desk.record([{ type: 'hookClosed', id: hook.id, delivered: attempt.left === 0 }]);
  }

  desk.onRecord(pump);
  pump();
}

function firstAttempt(hook: Hook): Attempt {
  const notBefore = Temporal.Instant.from(hook.wallAt).add({ milliseconds: hook.delayMs });
  return { left: hook.copies, tries: 0, notBefore, isRunning: false };
}

async function post(url: string, token: string, hook: Hook): Promise<boolean> {
  const subject = hook.event === 'payment.received' ? { paymentId: hook.subject } : { reference: hook.subject };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-callback-token': token },
      body: JSON.stringify({ id: hook.id, event: hook.event, created: hook.wallAt, data: subject }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}
