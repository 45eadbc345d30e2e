import { type Coupon, missingFor } from '@sandali/contract/coupon.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { CouponId } from '@sandali/contract/id.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { useText } from '#/i18n/text.ts';
import { CouponTicket } from '#/screens/coupon/CouponTicket.tsx';
import { Button } from '#/ui/Button.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { whyTooSmall } from './couponTexts.ts';

export type CouponSheetProps = {
  chosen: CouponId | 'none' | null;
  onPick(voucherId: CouponId | 'none'): void;
  onClose(): void;
  /** The chosen amount, and the largest amount that could be chosen. */
  amountCentavos: Centavos;
  mostCentavos: Centavos;
  /** The coupons that are valid on `today`. */
  usable: readonly Coupon[];
  today: Day;
  /** Whether to render the sheet within the page (for stories). */
  isDrawnOnly?: boolean;
};

/**
 * Lets the borrower choose one of today's coupons, or none. A coupon for larger loans shows what it
 * requires and cannot be chosen.
 */
export function CouponSheet({ isDrawnOnly, ...props }: CouponSheetProps) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const foot = (
    <Button look="soft" onClick={() => props.onPick('none')}>
      {text('coupon.useNone')}
    </Button>
  );
  return (
    <Frame
      title={text('coupon.choose')}
      closeLabel={text('shell.close')}
      onClose={props.onClose}
      foot={foot}
    >
      <Tickets {...props} />
    </Frame>
  );
}

function Tickets({
  usable,
  today,
  chosen,
  onPick,
  amountCentavos,
  mostCentavos,
}: Omit<CouponSheetProps, 'isDrawnOnly'>) {
  const text = useText();
  if (usable.length === 0) {
    return (
      <Empty isSmall picture="coupons" title={text('coupon.none.available')}>
        {text('coupon.none.available.words')}
      </Empty>
    );
  }
  const isFitting = (voucher: Coupon) => missingFor(voucher, amountCentavos) === 0;
  return (
    <Stack gap={3}>
      {usable.filter(isFitting).map((voucher) => (
        <CouponTicket
          key={voucher.voucherId}
          voucher={voucher}
          today={today}
          isPicked={voucher.voucherId === chosen}
          state={voucher.voucherId === chosen ? 'best' : 'open'}
          onPick={() => onPick(voucher.voucherId)}
        />
      ))}
      {usable
        .filter((voucher) => !isFitting(voucher))
        .map((voucher) => (
          <CouponTicket
            key={voucher.voucherId}
            voucher={voucher}
            today={today}
            state="gone"
            whyNot={whyTooSmall(text, voucher, { amountCentavos, mostCentavos })}
          />
        ))}
    </Stack>
  );
}
