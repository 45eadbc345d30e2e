import { useSyncExternalStore } from 'react';
import { createStore } from './createStore.ts';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the phone says it has a network. True does not mean that the server can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * What the bar over the screen says in place of its usual words: of when the screen is. Null for
 * nothing.
 */
export const offlineNote = createStore<string | null>(null);
