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

/** Whether the phone reports a network. The server may still be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * Replaces the usual text of the offline bar, for example with the age of the data shown; null
 * resets it.
 */
export const offlineNote = createStore<string | null>(null);
