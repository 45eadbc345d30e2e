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

/** Returns whether the phone reports a network. Even then, the server may be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * The text of the offline bar, for example with the age of the data shown. If null, the bar shows
 * its usual text.
 */
export const offlineNote = createStore<string | null>(null);
