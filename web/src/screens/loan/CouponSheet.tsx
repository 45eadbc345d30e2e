import type { DataOf } from '@sandali/contract/call.ts';
import { type Coupon, missingFor, usableCoupons, voucherList } from '@sandali/contract/coupon.ts';
import type { CouponId } from '@sandali/contract/id.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { Fragment } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { userGid } from '#/client/session.ts';
import { useText } from '#/i18n/text.ts';
import { CouponTicket } from '#/screens/coupon/CouponTicket.tsx';
import { Query } from '#/shell/Query.tsx';
import { Button } from '#/ui/Button.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { whyTooSmall } from './couponTexts.ts';

export type CouponSheetProps = {
  chosen: CouponId | 'none' | null;
  onPick(voucherId: CouponId | 'none'): void;
  onClose(): void;
  /** The loan as it is chosen now, and the largest that could be. */
  amountCentavos: Centavos;
  mostCentavos: Centavos;
  /** Only the drawing, within the page, with these coupons (for the gallery). */
  isDrawnOnly?: boolean;
  list?: DataOf<typeof voucherList>;
};

/** The coupons that may be used today, and the way to use none. One for larger loans is shown with what it asks for, and cannot be chosen. */
export function CouponSheet({ isDrawnOnly, list, ...props }: CouponSheetProps) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const foot = (
    <Button look="soft" onClick={() => props.onPick('none')}>
      {text('coupon.useNone')}
    </Button>
  );
  return (
    <Frame title={text('coupon.choose')} closeLabel={text('shell.close')} onClose={props.onClose} foot={foot}>
      {list ? <Tickets list={list} {...props} /> : <LoadedCoupons {...props} />}
    </Frame>
  );
}

function LoadedCoupons(props: CouponSheetProps) {
  const text = useText();
  const gid = userGid();
  const coupons = useServerQuery(voucherList, { userGid: (gid ?? '') as never }, { isOff: gid === null });
  return (
    <Query read={coupons} isSmall skeleton={<SkeletonRows label={text('coupon.loading')} isApart={false} />} frame={Fragment}>
      {(list) => <Tickets list={list} {...props} />}
    </Query>
  );
}

function Tickets({ list, chosen, onPick, amountCentavos, mostCentavos }: CouponSheetProps & { list: DataOf<typeof voucherList> }) {
  const text = useText();
  const usable = usableCoupons(list.discountInfoList, list.today);
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
          today={list.today}
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
            today={list.today}
            state="gone"
            whyNot={whyTooSmall(text, voucher, { amountCentavos, mostCentavos })}
          />
        ))}
    </Stack>
  );
}
