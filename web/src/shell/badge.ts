import { useSyncExternalStore } from 'react';
import { keep, readKept } from '#/kit/store.ts';

const listeners = new Set<() => void>();

/** Unused vouchers, on the My tab (spec §2); bills due soon or overdue, on the Orders tab. */
type Counted = 'unUseNumber' | 'dueNumber';

/** Keeps a number for the badge of a tab, in session storage. */
export function setCount(of: Counted, count: number): void {
  keep(of, count > 0 ? String(count) : null, 'sessionStorage');
  for (const listener of listeners) listener();
}

/** Keeps what /user/multi counts for both badges. */
export function setCounts({ unusedVouchers, dueSoon, overdue }: { unusedVouchers: number; dueSoon: number; overdue: number }): void {
  setCount('unUseNumber', unusedVouchers);
  setCount('dueNumber', dueSoon + overdue);
}

/** The number on a tab, 0 for none. */
export function useCount(of: Counted): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => Number.parseInt(readKept(of, 'sessionStorage') ?? '', 10) || 0,
    () => 0,
  );
}
