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
  /** The coupons that may be used today, whatever the amount. */
  usable: readonly Coupon[];
  onOpen(): void;
};

/**
 * The coupon of this price in one row that opens the choice, or the one that a larger loan could
 * use. Who has none, and declined none, sees nothing.
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
    // One that fits is applied to the price that comes: its row stays in its place meanwhile.
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
 * The coupon that this loan is too small for: the one that was picked, or where none was and none
 * can be used, the nearest.
 */
function tooLarge(
  usable: readonly Coupon[],
  picked: CouponId | 'none' | null,
  amountCentavos: Centavos,
): Coupon | null {
  const short = usable.filter((one) => missingFor(one, amountCentavos) > 0);
  if (picked !== null) return short.find((one) => one.voucherId === picked) ?? null;
  return short.length === usable.length ? nextCoupon(short, amountCentavos) : null;
}
