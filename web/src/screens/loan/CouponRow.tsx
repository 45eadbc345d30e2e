import { type Coupon, missingFor, nextCoupon } from '@sandali/contract/coupon.ts';
import type { CouponId } from '@sandali/contract/id.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { memo, type ReactNode, useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import { sameValues } from '#/ui/each.ts';
import { List, Row } from '#/ui/List.tsx';
import type { CouponSheetProps } from './CouponSheet.tsx';
import type { Price } from './choice.ts';
import { type LoanSize, whyTooSmall } from './couponTexts.ts';

const loadSheet = () => import('./CouponSheet.tsx');

/** The choice of a coupon: what opens it, and its sheet, which is loaded when it is first wanted. */
export function useCouponSheet(props: Omit<CouponSheetProps, 'onClose' | 'isDrawnOnly'>): {
  open(): void;
  sheet: ReactNode;
} {
  const { part, load } = useLazy(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const pick: CouponSheetProps['onPick'] = (voucherId) => {
    setOpen(false);
    props.onPick(voucherId);
  };
  return {
    open: () => void load().then(setOpen),
    sheet: isOpen && part && <part.CouponSheet {...props} onPick={pick} onClose={() => setOpen(false)} />,
  };
}

type RowProps = LoanSize & {
  price: Price | undefined;
  picked: CouponId | 'none' | null;
  /** The coupons that may be used today, whatever the amount. */
  usable: readonly Coupon[];
  onOpen(): void;
};

/** The coupon of this price in one row that opens the choice, or the one that a larger loan could use. Who has none, and declined none, sees nothing. */
export const CouponRow = memo(function CouponRow({ price, picked, usable, onOpen, ...size }: RowProps) {
  const text = useText();
  if (!price?.voucherId) {
    const short = tooLarge(usable, picked, size.amountCentavos);
    if (short) {
      const minimum = formatPesos(short.minimumLoanCentavos, { drop00: true });
      return (
        <List>
          <Row
            isLow
            icon="ticket"
            title={text('loan.voucher.short', { minimum })}
            detail={whyTooSmall(text, short, size)}
            detailTone={picked === null ? 'quiet' : 'warn'}
            onClick={onOpen}
          />
        </List>
      );
    }
    // One that fits is applied to the price that comes: its row stays in its place meanwhile.
    if (picked === null && (price || usable.length === 0)) return null;
    const title = text(picked === 'none' ? 'loan.voucher.none' : 'loan.voucher.picked');
    return (
      <List>
        <Row isLow icon="ticket" title={title} detail={text('loan.voucher.change')} onClick={onOpen} />
      </List>
    );
  }
  const { facts } = price;
  const saved = formatPesos(facts.couponCentavos, { drop00: true });
  const lost = formatPesos(facts.couponLostCentavos, { drop00: true });
  const usual = text(picked === null ? 'loan.voucher.best' : 'loan.voucher.own');
  return (
    <List>
      <Row
        isLow
        icon="ticket"
        title={text(facts.interestCouponCentavos > 0 ? 'loan.voucher.offInterest' : 'loan.voucher.offFee', { saved })}
        detail={facts.couponLostCentavos > 0 ? text('loan.voucher.lost', { lost }) : usual}
        detailTone={facts.couponLostCentavos > 0 ? 'warn' : 'quiet'}
        onClick={onOpen}
      />
    </List>
  );
}, sameValues);

/** The coupon that this loan is too small for: the one that was picked, or where none was and none can be used, the nearest. */
function tooLarge(usable: readonly Coupon[], picked: CouponId | 'none' | null, amountCentavos: Centavos): Coupon | null {
  const short = usable.filter((one) => missingFor(one, amountCentavos) > 0);
  if (picked !== null) return short.find((one) => one.voucherId === picked) ?? null;
  return short.length === usable.length ? nextCoupon(short, amountCentavos) : null;
}
