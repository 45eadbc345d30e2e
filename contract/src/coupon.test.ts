import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bestCoupon,
  type Coupon,
  couponStems,
  couponTabs,
  discountCentavos,
  discountOn,
  missingFor,
  nextCoupon,
  sortCoupons,
  usableCoupons,
} from './coupon.ts';
import { addDays, asDay, compareDays, daysBetween } from './day.ts';
import type { CouponId, LoanId } from './id.ts';
import { type Centavos, centavos, formatPesos } from './money.ts';

const today = asDay('2026-11-22');
const pesos = (amount: number) => centavos(amount * 100);
let voucherCount = 0;
function voucher(fields: Partial<Coupon> = {}): Coupon {
  voucherCount += 1;
  const days = { startDate: asDay('2026-11-01'), endDate: asDay('2026-11-30') };
  return {
    voucherId: `0198a000-0000-7000-8000-${String(voucherCount).padStart(12, '0')}` as CouponId,
    campaign: 'campaign',
    kind: 'serviceFee',
    ...days,
    ...couponStems({ ...days, ...fields }),
    useStatus: '0',
    discountAmount: '200',
    minimumLoanCentavos: pesos(60_000),
    loanId: null,
    isSetAside: false,
    usedAt: null,
    ...fields,
  };
}

const anyCoupon = fc
  .record({
    useStatus: fc.constantFrom('0', '0', '1', '2', '', 'x'),
    startsIn: fc.integer({ min: -40, max: 5 }),
    lasts: fc.integer({ min: 0, max: 40 }),
    amount: fc.integer({ min: 1, max: 500_000 }),
  })
  .map(({ useStatus, startsIn, lasts, amount }) =>
    voucher({
      useStatus,
      startDate: addDays(today, startsIn),
      endDate: addDays(today, startsIn + lasts),
      discountAmount: formatPesos(amount as Centavos, { drop00: true }).slice(1),
    }),
  );
const anyCoupons = fc.array(anyCoupon, { maxLength: 30 });

describe('sortCoupons', () => {
  test('sortCoupons drops only used coupons and those that ended over seven days ago', () => {
    fc.assert(
      fc.property(anyCoupons, (coupons) => {
        const { unused, others, combined } = sortCoupons(coupons, today);
        expect(combined).toEqual([...unused, ...others]);
        const expected = coupons.filter(
          (coupon) => coupon.useStatus !== '1' && daysBetween(coupon.endDate, today) <= 7,
        );
        expect(new Set(combined)).toEqual(new Set(expected));
        expect(unused.every((coupon) => coupon.useStatus === '0')).toBe(true);
        expect(others.some((coupon) => coupon.useStatus === '0' || coupon.useStatus === '1')).toBe(
          false,
        );
      }),
    );
  });

  test('sortCoupons orders each list by end date, then descending discount, for any input', () => {
    fc.assert(
      fc.property(anyCoupons, fc.integer(), (coupons, seed) => {
        const sorted = sortCoupons(coupons, today);
        for (const list of [sorted.unused, sorted.others]) {
          for (const [at, coupon] of list.slice(1).entries()) {
            const before = list[at] as Coupon;
            const byDay = compareDays(before.endDate, coupon.endDate);
            expect(byDay).toBeLessThanOrEqual(0);
            if (byDay === 0)
              expect(discountCentavos(before)).toBeGreaterThanOrEqual(discountCentavos(coupon));
          }
        }
        const shuffled = coupons.toSorted(
          (a, b) =>
            ((Number(a.voucherId.slice(-6)) * seed) % 97) -
            ((Number(b.voucherId.slice(-6)) * seed) % 97),
        );
        expect(sortCoupons(shuffled, today)).toEqual(sorted);
      }),
    );
  });

  test('sortCoupons keeps ended coupons for seven days, and parses amounts with commas', () => {
    const [eight, seven] = [
      voucher({ endDate: addDays(today, -8) }),
      voucher({ endDate: addDays(today, -7) }),
    ];
    expect(sortCoupons([eight, seven], today).unused).toEqual([seven]);
    const [small, large] = [
      voucher({ discountAmount: '999' }),
      voucher({ discountAmount: '1,200.50' }),
    ];
    expect(sortCoupons([small, large], today).unused).toEqual([large, small]);
    expect(discountCentavos(large)).toBe(120_050);
    expect(() => discountCentavos(voucher({ discountAmount: 'free' }))).toThrow(RangeError);
  });
});

test('couponStems returns the first and last millisecond of a coupon’s period in Manila', () => {
  const ofNovember = couponStems({ startDate: asDay('2026-11-01'), endDate: asDay('2026-11-30') });
  expect(ofNovember).toEqual({
    startDataTimeStem: 1_793_462_400_000,
    endDataTimeStem: 1_796_054_399_999,
  });
  expect(new Date(ofNovember.startDataTimeStem).toISOString()).toBe('2026-10-31T16:00:00.000Z');
  expect(new Date(ofNovember.endDataTimeStem).toISOString()).toBe('2026-11-30T15:59:59.999Z');
});

test('coupons are sorted, hidden and offered by their exact first and last millisecond', () => {
  const [november, earlier] = [voucher(), voucher({ endDataTimeStem: 1_796_054_399_998 })];
  expect(sortCoupons([november, earlier], today).unused).toEqual([earlier, november]);
  // 15 November, seven days before the 22nd, began at 1 794 672 000 000.
  const [listed, hidden] = [
    voucher({ endDataTimeStem: 1_794_672_000_000 }),
    voucher({ endDataTimeStem: 1_794_671_999_999 }),
  ];
  expect(sortCoupons([listed, hidden], today).unused).toEqual([listed]);
  // 22 November began at 1 795 276 800 000.
  const [begun, later] = [
    voucher({ startDataTimeStem: 1_795_276_800_000 }),
    voucher({ startDataTimeStem: 1_795_276_800_001 }),
  ];
  expect(usableCoupons([begun, later], today)).toEqual([begun]);
  const [last, over] = [
    voucher({ endDataTimeStem: 1_795_276_800_000 }),
    voucher({ endDataTimeStem: 1_795_276_799_999 }),
  ];
  expect(usableCoupons([last, over], today)).toEqual([last]);
});

test('shows each coupon in exactly one tab, and offers only coupons valid today', () => {
  fc.assert(
    fc.property(anyCoupons, (coupons) => {
      const { available, used, invalid } = couponTabs(coupons, today);
      const shown = [...available, ...used, ...invalid];
      expect(new Set(shown).size).toBe(shown.length);
      expect(used).toHaveLength(coupons.filter((coupon) => coupon.useStatus === '1').length);
      expect(available.every((coupon) => compareDays(today, coupon.endDate) <= 0)).toBe(true);
      const pickable = usableCoupons(coupons, today);
      expect(
        pickable.every(
          (coupon) => available.includes(coupon) && compareDays(coupon.startDate, today) <= 0,
        ),
      ).toBe(true);
    }),
  );
});

test('sorts used coupons by the time of use, the latest first', () => {
  const loanId = '0198a000-0000-7000-8000-000000000301' as LoanId;
  const [first, second, reserveCoupon] = [
    voucher({ useStatus: '1', loanId, usedAt: '2026-11-02T02:00:00Z' as Coupon['usedAt'] }),
    voucher({ useStatus: '1', loanId, usedAt: '2026-11-20T02:00:00Z' as Coupon['usedAt'] }),
    voucher({ useStatus: '1', loanId, isSetAside: true }),
  ];
  expect(couponTabs([reserveCoupon, first, second], today).used).toEqual([
    second,
    first,
    reserveCoupon,
  ]);
});

describe('coupons for a loan', () => {
  const loan = {
    principalCentavos: pesos(60_000),
    serviceFeeCentavos: pesos(600),
    interestCentavos: pesos(960),
  };

  test('a coupon’s discount never exceeds the charge, and is 0 below the minimum loan', () => {
    expect(discountOn(voucher({ discountAmount: '700' }), loan)).toBe(pesos(600));
    expect(discountOn(voucher({ kind: 'interest', discountAmount: '700' }), loan)).toBe(pesos(700));
    expect(discountOn(voucher({ minimumLoanCentavos: pesos(60_001) }), loan)).toBe(0);
  });

  test('bestCoupon ranks by largest discount, then earliest end, then least loss', () => {
    const large = voucher({ kind: 'interest', discountAmount: '800' });
    const soon = voucher({ discountAmount: '900', endDate: asDay('2026-11-25') });
    const lossy = voucher({ discountAmount: '900' });
    const exact = voucher({ discountAmount: '600' });
    expect(bestCoupon([lossy, soon, large, exact], loan)).toBe(large);
    expect(bestCoupon([lossy, soon, exact], loan)).toBe(soon);
    expect(bestCoupon([lossy, exact], loan)).toBe(exact);
    expect(bestCoupon([voucher({ minimumLoanCentavos: pesos(100_000) })], loan)).toBeNull();
    expect(bestCoupon([], loan)).toBeNull();
  });

  test('nextCoupon returns the coupon with the next higher minimum loan, or null', () => {
    const [at70, at100, any] = [
      voucher({ minimumLoanCentavos: pesos(70_000) }),
      voucher({ minimumLoanCentavos: pesos(100_000) }),
      voucher(),
    ];
    expect(missingFor(at70, pesos(60_000))).toBe(1_000_000);
    expect(missingFor(at70, pesos(70_000))).toBe(0);
    expect(nextCoupon([at100, any, at70], pesos(60_000))).toBe(at70);
    expect(nextCoupon([at100, any, at70], pesos(70_000))).toBe(at100);
    expect(nextCoupon([at100, any, at70], pesos(100_000))).toBeNull();
  });
});
