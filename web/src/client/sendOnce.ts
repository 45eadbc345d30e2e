import type { AnyCall, RequestInputOf } from '@sandali/contract/call.ts';
import { getText } from '#/i18n/text.ts';
import { type CallOptions, type CallResult, callServer, type Failure, type FailureName } from './callServer.ts';
import { pendingId, settlePending } from './pending.ts';

/** Tries that a write makes by itself: how many there were, and when the last may begin, by `performance.now()`. Null before the first. */
export type Tries = { count: number; endsMs: number } | null;

/**
 * Sends a write under an id that is kept until the server has decided, so that a second try is the same request. Where `tries` are given, a failure
 * without an answer says whether it is sent again by itself, which is for the caller to do (`whenToSendAgain`).
 */
export async function sendOnce<C extends AnyCall>(
  call: C,
  key: string,
  input: RequestInputOf<C>,
  { tries, ...options }: CallOptions & { tries?: Tries } = {},
): Promise<CallResult<C>> {
  const result = await callServer(call, input, { ...options, requestId: pendingId(call.path, key, input) });
  if (result.ok || result.isDefinite) {
    settlePending(call.path, key);
    notifyChanged();
  } else if (tries !== undefined && unanswered.includes(result.name)) return sayWhatComes(result, tries);
  return result;
}

/** Neither done nor refused, as far as anybody knows: another try may get through. */
const unanswered: readonly FailureName[] = ['offline', 'timeout', 'unavailable'];

// A line that says it is there and loses requests often gets one through soon after: the first tries come quickly.
const waitsMs = [2_000, 5_000, 10_000, 20_000];
const waitMs = (tries: Tries) => waitsMs[Math.min(tries?.count ?? 0, waitsMs.length - 1)] as number;
/** After this no other try begins. The texts name it. */
const longestMs = 3 * 60_000;

function sayWhatComes<C extends AnyCall>(result: Failure<C>, tries: Tries): Failure<C> {
  const failure = result.message.replace(/[.。]$/, '');
  const again = { ...result, plainMessage: result.message };
  if (!navigator.onLine) return { ...again, message: getText('net.sentLater', { failure }) };
  const isOver = tries !== null && performance.now() + waitMs(tries) > tries.endsMs;
  return isOver
    ? { ...result, message: getText('net.sentNot', { failure }) }
    : { ...again, message: getText('net.sentAgain', { failure }) };
}

/**
 * Runs the next try of a write whose failure has a `plainMessage`: once there is a network, which begins the tries anew, or else after a wait that grows
 * with them. Returns a cancel function.
 */
export function whenToSendAgain(tries: Tries, run: (tries: Tries) => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('online', anew);
  };
  const next = (before: Tries) => {
    stop();
    run({ count: (before?.count ?? 0) + 1, endsMs: before?.endsMs ?? performance.now() + longestMs });
  };
  const anew = () => next(null);
  const timer = navigator.onLine ? setTimeout(() => next(tries), waitMs(tries)) : undefined;
  addEventListener('online', anew);
  return stop;
}

// Notifies queries after writes, so that the login page does not load the query library.

const listeners = new Set<() => void>();

/** Called after a write that the server has decided. */
export function notifyChanged(): void {
  for (const listener of listeners) listener();
}

export function onChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
