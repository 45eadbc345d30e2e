import { CouponSheet, type CouponSheetProps } from './CouponSheet.tsx';
import { PayoutSheet, type PayoutSheetProps } from './PayoutSheet.tsx';

export type LoanSheetProps = {
  which: 'coupon' | 'payout';
  coupon: Omit<CouponSheetProps, 'onClose' | 'isDrawnOnly'>;
  payout: Omit<PayoutSheetProps, 'onClose'>;
  onClose(): void;
};

/**
 * The two pickers on /loan, each in a sheet that closes once an option is picked. Opening either
 * one loads both.
 */
export function LoanSheet({ which, coupon, payout, onClose }: LoanSheetProps) {
  if (which === 'payout') return <PayoutSheet {...payout} onClose={onClose} />;
  const pick: typeof coupon.onPick = (voucherId) => {
    onClose();
    coupon.onPick(voucherId);
  };
  return <CouponSheet {...coupon} onPick={pick} onClose={onClose} />;
}
