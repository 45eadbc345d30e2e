import { formatPesos } from '@sandali/contract/money.ts';
import type { Text } from '#/i18n/text.ts';
import type { Account } from './choice.ts';

/** Returns why an account cannot be paid now, or cannot receive this amount; null if it can. */
export function accountProblem(
  text: Text,
  { whyNotPaid: reason, heldHours, fittingCentavos }: Account,
): string | null {
  if (reason === null)
    return (
      fittingCentavos &&
      text('loan.payout.why.tooMuch', { most: formatPesos(fittingCentavos, { drop00: true }) })
    );
  return reason === 'held'
    ? text('loan.payout.why.held', { hours: heldHours })
    : text(`loan.payout.why.${reason}`);
}
