import { useSyncExternalStore } from 'react';

export type Store<T> = {
  now(): T;
  set(next: T): void;
  /** Calls the listener after every change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Returns the value for a component, which re-renders when the value changes. */
  use(): T;
};

/**
 * Creates a value outside React that components follow. Hydration starts from `first`, or with
 * `isServed` from the current value, which the browser must set before it hydrates.
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
