import { CouponSheet, type CouponSheetProps } from './CouponSheet.tsx';
import { PayoutSheet, type PayoutSheetProps } from './PayoutSheet.tsx';

export type LoanSheetProps = {
  which: 'coupon' | 'payout';
  coupon: Omit<CouponSheetProps, 'onClose' | 'isDrawnOnly'>;
  payout: Omit<PayoutSheetProps, 'onClose'>;
  onClose(): void;
};

/** The two choices of /loan that are made in a sheet, which what is picked closes. They are loaded together when the first is wanted. */
export function LoanSheet({ which, coupon, payout, onClose }: LoanSheetProps) {
  const closing =
    <T,>(onPick: (picked: T) => void) =>
    (picked: T) => {
      onClose();
      onPick(picked);
    };
  if (which === 'coupon') return <CouponSheet {...coupon} onPick={closing(coupon.onPick)} onClose={onClose} />;
  return <PayoutSheet {...payout} onPick={closing(payout.onPick)} onClose={onClose} />;
}
