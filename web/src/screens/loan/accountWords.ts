import type { Text } from '#/kit/text.ts';
import type { Account } from './choice.ts';

/** Why no money can be sent to an account now; null where it can. */
export function whyNotPaid(text: Text, { whyNotPaid: why, heldHours }: Account): string | null {
  if (why === null) return null;
  return why === 'held' ? text('loan.payout.why.held', { hours: heldHours }) : text(`loan.payout.why.${why}`);
}
