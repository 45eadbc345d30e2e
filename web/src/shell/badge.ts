import { useSyncExternalStore } from 'react';
import { keep, readKept } from '#/kit/store.ts';

const listeners = new Set<() => void>();

/** Keeps the number of unused vouchers for the badge on the My tab (spec §2: session storage, `unUseNumber`). */
export function setUnusedVouchers(count: number): void {
  keep('unUseNumber', count > 0 ? String(count) : null, 'sessionStorage');
  for (const listener of listeners) listener();
}

/** The number on the My tab, 0 for none. */
export function useUnusedVouchers(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => Number.parseInt(readKept('unUseNumber', 'sessionStorage') ?? '', 10) || 0,
    () => 0,
  );
}
