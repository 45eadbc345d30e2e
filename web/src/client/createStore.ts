import { useSyncExternalStore } from 'react';

export type Store<T> = {
  now(): T;
  set(next: T): void;
  /** Calls the listener after every change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Returns the current value, and re-renders the component whenever it changes. */
  use(): T;
};

/**
 * Creates a value outside React that components can subscribe to. Hydration uses `first`; with
 * `isServed` it uses the current value, which the browser must set before hydrating.
 */
export function createStore<T>(first: T, { isServed = false } = {}): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  const now = () => value;
  const served = isServed ? now : () => first;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const set = (next: T) => {
    value = next;
    for (const listener of listeners) listener();
  };
  return { now, set, subscribe, use: () => useSyncExternalStore(subscribe, now, served) };
}
