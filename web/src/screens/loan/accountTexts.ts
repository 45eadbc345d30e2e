import { formatPesos } from '@sandali/contract/money.ts';
import type { Text } from '#/i18n/text.ts';
import type { Account } from './choice.ts';

/** Why no money, or not as much, can be sent to an account now; null where it can. */
export function accountProblem(
  text: Text,
  { whyNotPaid: why, heldHours, fittingCentavos }: Account,
): string | null {
  if (why === null)
    return (
      fittingCentavos &&
      text('loan.payout.why.tooMuch', { most: formatPesos(fittingCentavos, { drop00: true }) })
    );
  return why === 'held'
    ? text('loan.payout.why.held', { hours: heldHours })
    : text(`loan.payout.why.${why}`);
}
