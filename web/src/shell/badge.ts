import { createStore } from '#/client/createStore.ts';
import { readStored, writeStored } from '#/client/storage.ts';

/** A count of changes. The numbers themselves are in session storage, which a logout clears. */
const changes = createStore(0);

/**
 * The keys of the counts: unused coupons, on the My tab (spec §2); bills due soon or overdue, on
 * the Orders tab.
 */
type Counted = 'unUseNumber' | 'dueNumber';

/** Stores the number for a tab's badge in session storage. */
export function setCount(of: Counted, count: number): void {
  writeStored(of, count > 0 ? String(count) : null, 'sessionStorage');
  changes.set(changes.now() + 1);
}

/** Stores the counts of /user/multi for both badges. */
export function setCounts({
  unusedVouchers,
  dueSoon,
  overdue,
}: {
  unusedVouchers: number;
  dueSoon: number;
  overdue: number;
}): void {
  setCount('unUseNumber', unusedVouchers);
  setCount('dueNumber', dueSoon + overdue);
}

/** Returns the number on a tab's badge; 0 if the tab has no badge. */
export function useCount(of: Counted): number {
  changes.use();
  return Number.parseInt(readStored(of, 'sessionStorage') ?? '', 10) || 0;
}
