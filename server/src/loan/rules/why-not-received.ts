// Whether money can go where a loan is to be sent: one rule for the price and for the signature.
import { refusalOfAccount, type WhyNotPaid } from '@sandali/contract/payable.ts';

export type ReceivedFacts = {
  isPickup: boolean;
  /** Whole hours for which a change of number holds the account or the counter back; 0 where none does. */
  heldHours: number;
  /** Whether the money must go to an account, and that account; null where it is not (or no longer) there. */
  needsAccount: boolean;
  account: { whyNotPaid: WhyNotPaid | null } | null;
};
export type WhyNotReceived = 'pickupHeld' | 'accountMissing' | (typeof refusalOfAccount)[WhyNotPaid];

/** The first refusal that applies, or null. */
export function whyNotReceived({ isPickup, heldHours, needsAccount, account }: ReceivedFacts): WhyNotReceived | null {
  if (isPickup && heldHours > 0) return 'pickupHeld';
  if (needsAccount && !account) return 'accountMissing';
  return account?.whyNotPaid ? refusalOfAccount[account.whyNotPaid] : null;
}

/** What the words of a refusal need: those of a hold say for how long. */
export function hoursFor(why: string, hours: number): { hours?: number } {
  return why === 'accountHeld' || why === 'pickupHeld' ? { hours } : {};
}
