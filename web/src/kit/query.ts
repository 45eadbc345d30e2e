// Reads for the screens behind the login: cached in memory while the program runs, never written to the phone.

import type { AnyCall, DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ask, type Failure } from './ask.ts';
import { onChanged } from './changed.ts';
import { createReads, type Reads, type State } from './reads.ts';
import { onSessionEnd } from './session.ts';

const reads: Reads = createReads();
onChanged(() => reads.age());
onSessionEnd(() => reads.clear());
if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reads.wake();
  });

export type Read<C extends AnyCall> = {
  /** The last good answer; it stays while a newer one is fetched or fails. */
  data: DataOf<C> | undefined;
  /** Nothing to show yet: draw the skeleton. */
  isLoading: boolean;
  /** The last try failed. With `data` still there, show it and say so; without, show the error state. */
  failure: Failure<C> | null;
  isRefreshing: boolean;
  refresh(): Promise<void>;
};

export type ReadOptions = {
  /** Milliseconds between fresh answers while the screen is shown, for things that move by themselves. */ everyMs?: number;
  isOff?: boolean;
};

/** Reads a call and keeps its answer fresh: on mount, on coming back to the page, after every write, and every `everyMs`. */
export function useAsk<C extends AnyCall>(call: C, input: RequestInputOf<C>, { everyMs, isOff = false }: ReadOptions = {}): Read<C> {
  const key = `${call.path} ${JSON.stringify(input)}`;
  const subscribe = useCallback((listener: () => void) => reads.subscribe(key, listener), [key]);
  const state = useSyncExternalStore(
    subscribe,
    () => reads.state(key),
    () => reads.state(key),
  ) as State<DataOf<C>, Failure<C>>;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what call and input say, and they may be new objects at every draw.
  useEffect(() => {
    if (!isOff) return reads.follow(key, (signal) => ask(call, input, { signal }), everyMs);
  }, [key, isOff, everyMs]);
  return {
    data: state.data,
    isLoading: !isOff && state.data === undefined && !state.failure,
    failure: state.failure,
    isRefreshing: state.isFetching,
    refresh: useCallback(() => reads.fetch(key), [key]),
  };
}

/** Makes every cached answer of these calls old; without calls, all of them. A write does this by itself. */
export async function refresh(...calls: AnyCall[]): Promise<void> {
  await reads.age(calls.length > 0 ? (key) => calls.some(({ path }) => key.startsWith(`${path} `)) : undefined);
}
