import { type Coupon, missingFor } from '@sandali/contract/coupon.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Text } from '#/i18n/text.ts';

export type LoanSize = { amountCentavos: Centavos; mostCentavos: Centavos };

/**
 * Returns what a coupon for larger loans still requires; null if the loan is large enough.
 * `mostCentavos` is the largest loan available now.
 */
export function whyTooSmall(
  text: Text,
  voucher: Coupon,
  { amountCentavos, mostCentavos }: LoanSize,
): string | null {
  const missing = missingFor(voucher, amountCentavos);
  if (missing === 0) return null;
  if (missingFor(voucher, mostCentavos) > 0) return text('loan.voucher.beyond');
  return text('loan.voucher.more', { more: formatPesos(missing, { drop00: true }) });
}
