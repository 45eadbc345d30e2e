import type { WhyNotPaid } from '@sandali/contract/payable.ts';
import type { Text } from '#/kit/text.ts';

/** Why no money can be sent to an account now; null where it can. */
export function whyNotPaid(
  text: Text,
  { whyNotPaid: why, heldHours }: { whyNotPaid: WhyNotPaid | null; heldHours: number },
): string | null {
  if (why === null) return null;
  return why === 'held' ? text('payee.why.held', { hours: heldHours }) : text(`payee.why.${why}`);
}
