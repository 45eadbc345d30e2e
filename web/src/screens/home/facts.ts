import type { DataOf } from '@sandali/contract/call.ts';
import type { userMulti } from '@sandali/contract/home.ts';
import type { Standing } from '@sandali/contract/whatNow.ts';

/** The server's response for the home screen. */
export type HomeFacts = DataOf<typeof userMulti>;
export type NearestBill = NonNullable<HomeFacts['nearestBill']>;
export type TransitLoan = NonNullable<HomeFacts['loan']>;

/** Whether a loan in transit is approved, so its money has left or is leaving now. */
export function isHandedOver(state: TransitLoan['state']): boolean {
  return state === 'paying' || state === 'bankProcessing';
}

/** Returns the states that decide which scene the home screen shows. */
export function standingOf({ credit, loan, nearestBill, canBorrow, quota }: HomeFacts): Standing {
  const hasOffer = quota?.offerCentavos != null;
  return {
    credit: credit.state,
    nextStep: credit.nextStep,
    loan: loan?.state ?? null,
    bill: nearestBill?.state ?? null,
    canBorrow,
    hasOffer,
  };
}
