import { type Coupon, couponStems, usableCoupons } from '@sandali/contract/coupon.ts';
import { asDay, type Instant } from '@sandali/contract/day.ts';
import type { CouponId, LoanId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { CouponsLoading, CouponsView, type CouponsViewProps } from '#/screens/coupon/Coupons.tsx';
import { CouponSheet } from '#/screens/loan/CouponSheet.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { forMoreFixture } from '#stories/loan/loan.fixtures.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const today = asDay('2026-11-20');
let couponCount = 0;
function voucher(fields: Partial<Coupon>): Coupon {
  couponCount += 1;
  const days = { startDate: asDay('2026-11-01'), endDate: asDay('2026-12-31') };
  return {
    voucherId:
      `0198a000-0000-7000-8000-0000000007${String(couponCount).padStart(2, '0')}` as CouponId,
    campaign: 'campaign',
    kind: 'interest',
    ...days,
    ...couponStems({ ...days, ...fields }),
    useStatus: '0',
    discountAmount: '150',
    minimumLoanCentavos: centavos(6_000_000),
    loanId: null,
    isSetAside: false,
    usedAt: null,
    ...fields,
  };
}
const loanId = '0198a000-0000-7000-8000-000000000101' as LoanId;
const discountInfoList = [
  voucher({ endDate: asDay('2026-11-30') }),
  voucher({
    campaign: 'welcome',
    kind: 'serviceFee',
    discountAmount: '1,200.50',
    endDate: asDay('2026-12-19'),
  }),
  voucher({
    campaign: 'firstRepayment',
    minimumLoanCentavos: centavos(0),
    startDate: asDay('2026-12-01'),
  }),
  voucher({ useStatus: '1', loanId, isSetAside: true }),
  voucher({
    useStatus: '1',
    loanId,
    campaign: 'welcome',
    kind: 'serviceFee',
    usedAt: '2026-11-02T03:00:00Z' as Instant,
  }),
  voucher({ useStatus: '2' }),
  voucher({ endDate: asDay('2026-11-15'), kind: 'serviceFee' }),
];
const beyond = voucher({
  kind: 'serviceFee',
  discountAmount: '500',
  minimumLoanCentavos: centavos(15_000_000),
});
const full: CouponsViewProps = {
  list: { today, discountInfoList },
  tab: 'available',
  onTab: nothing,
};
const empty = { today, discountInfoList: [] };

const inScreen = (drawn: ReactNode) => (
  <Screen>
    <ShellBar title="title.coupons" />
    {drawn}
  </Screen>
);

const screen = (name: string, props: Partial<CouponsViewProps>): Entry => ({
  group: 'Coupons',
  name,
  isScreen: true,
  draw: () => inScreen(<CouponsView {...full} {...props} />),
});

export const entries: Entry[] = [
  screen('available', {}),
  screen('used', { tab: 'used' }),
  screen('invalid', { tab: 'invalid' }),
  screen('none available', { list: empty }),
  screen('none used', { list: empty, tab: 'used' }),
  screen('none invalid', { list: empty, tab: 'invalid' }),
  { ...screen('loading', {}), draw: () => inScreen(<CouponsLoading />) },
  {
    group: 'Coupons',
    name: 'choose for a loan',
    isScreen: true,
    draw: () => (
      <CouponSheet
        isDrawnOnly
        amountCentavos={centavos(6_000_000)}
        mostCentavos={centavos(9_000_000)}
        usable={usableCoupons([...discountInfoList, forMoreFixture, beyond], today)}
        today={today}
        chosen={discountInfoList[1]?.voucherId ?? null}
        onPick={nothing}
        onClose={nothing}
      />
    ),
  },
];
