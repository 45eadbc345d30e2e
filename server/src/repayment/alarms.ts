// Counts the money that waits for staff, for the alarms.
import type { AppContext } from '#/context/app-context.ts';
import { countClaims } from './reversal/store.ts';
import { countSuspense } from './suspense/store.ts';

/** Starts counting payments without an owner, and accounts with open claims. */
export function repaymentAlarms({ db }: AppContext) {
  return { moneyInSuspense: countSuspense(db), moneyTakenBack: countClaims(db) };
}
