import { type Coupon, missingFor, nextCoupon } from '@sandali/contract/coupon.ts';
import type { CouponId } from '@sandali/contract/id.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { memo } from 'react';
import { useText } from '#/i18n/text.ts';
import { sameValues } from '#/ui/each.ts';
import { List, Row } from '#/ui/List.tsx';
import type { Price } from './choice.ts';
import { type LoanSize, whyTooSmall } from './couponTexts.ts';

type RowProps = LoanSize & {
  price: Price | undefined;
  picked: CouponId | 'none' | null;
  /** The coupons that are valid today, whatever the amount. */
  usable: readonly Coupon[];
  onOpen(): void;
};

/**
 * A row that opens the coupon picker. Shows the coupon applied to this price, or a coupon for a
 * larger loan. Renders null without coupons, unless the borrower declined one.
 */
export const CouponRow = memo(function CouponRow({
  price,
  picked,
  usable,
  onOpen,
  ...size
}: RowProps) {
  const text = useText();
  const row = (title: string, detail: string | null, detailTone: 'quiet' | 'warn' = 'quiet') => (
    <List>
      <Row
        isLow
        icon="ticket"
        title={title}
        detail={detail}
        detailTone={detailTone}
        onClick={onOpen}
      />
    </List>
  );
  if (!price?.voucherId) {
    const short = tooLarge(usable, picked, size.amountCentavos);
    if (short) {
      const minimum = formatPesos(short.minimumLoanCentavos, { drop00: true });
      return row(
        text('loan.voucher.short', { minimum }),
        whyTooSmall(text, short, size),
        picked === null ? 'quiet' : 'warn',
      );
    }
    // Keep the row in place while the new price loads with a suitable coupon.
    if (picked === null && (price || usable.length === 0)) return null;
    return row(
      text(picked === 'none' ? 'loan.voucher.none' : 'loan.voucher.picked'),
      text('loan.voucher.change'),
    );
  }
  const { facts } = price;
  const saved = formatPesos(facts.couponCentavos, { drop00: true });
  const lost = formatPesos(facts.couponLostCentavos, { drop00: true });
  const title = text(
    facts.interestCouponCentavos > 0 ? 'loan.voucher.offInterest' : 'loan.voucher.offFee',
    { saved },
  );
  if (facts.couponLostCentavos > 0) return row(title, text('loan.voucher.lost', { lost }), 'warn');
  return row(title, text(picked === null ? 'loan.voucher.best' : 'loan.voucher.own'));
}, sameValues);

/**
 * Returns a coupon for which this loan is too small: the chosen coupon. If none is chosen and none
 * is usable, returns the one with the nearest minimum.
 */
function tooLarge(
  usable: readonly Coupon[],
  picked: CouponId | 'none' | null,
  amountCentavos: Centavos,
): Coupon | null {
  const short = usable.filter((coupon) => missingFor(coupon, amountCentavos) > 0);
  if (picked !== null) return short.find((coupon) => coupon.voucherId === picked) ?? null;
  return short.length === usable.length ? nextCoupon(short, amountCentavos) : null;
}
