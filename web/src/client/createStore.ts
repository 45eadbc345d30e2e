import { useSyncExternalStore } from 'react';

export type Store<T> = {
  now(): T;
  set(next: T): void;
  /** Calls the listener after every change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** The value for a component, which renders again when it changes. */
  use(): T;
};

/**
 * A value outside React that components follow. A page that was rendered without a browser was
 * drawn with `first`; with `isServed` it was drawn with what was set by then, which the browser
 * sets again before it takes the page over.
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
