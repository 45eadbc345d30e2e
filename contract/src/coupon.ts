// Coupons: where each is shown, and in which order (spec §3 and §4).
import * as v from 'valibot';
import { call } from './call.ts';
import { couponsHiddenAfterDays } from './constants.ts';
import { zCoupon } from './couponShape.ts';
import { addDays, type Day, endOfDayMs, startOfDayMs, zDay } from './day.ts';
import { zUserGid } from './id.ts';
import { type Centavos, parsePesos, zeroCentavos } from './money.ts';

/** The values of `useStatus` in spec §3; any other value is treated as void. */
export const useStatuses = { unused: '0', used: '1', void: '2' } as const;
export type Coupon = v.InferOutput<typeof zCoupon>;

/** The borrower's coupons that the app still shows. */
export const voucherList = call({
  path: '/voucher/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ userGid: zUserGid }),
  data: v.object({ today: zDay, discountInfoList: v.array(zCoupon) }),
  refusals: [],
});

type Stems = Pick<Coupon, 'startDataTimeStem' | 'endDataTimeStem'>;
type Sorted = Stems & Pick<Coupon, 'voucherId' | 'useStatus' | 'discountAmount'>;

/** Parses `discountAmount`. @throws RangeError unless it is an amount of pesos. */
export function discountCentavos({ discountAmount }: Pick<Coupon, 'discountAmount'>): Centavos {
  const amount = parsePesos(discountAmount.replaceAll(',', ''));
  if (amount === null) throw new RangeError(`no amount of pesos: ${discountAmount}`);
  return amount;
}

/**
 * Returns the first and last millisecond of a coupon's period, since 1970: 00:00:00.000 on its
 * first Manila day and 23:59:59.999 on its last.
 */
export function couponStems({ startDate, endDate }: Pick<Coupon, 'startDate' | 'endDate'>): Stems {
  return { startDataTimeStem: startOfDayMs(startDate), endDataTimeStem: endOfDayMs(endDate) };
}

/** Whether today is within the coupon's period of use. */
export function isValidOn({ startDataTimeStem, endDataTimeStem }: Stems, today: Day): boolean {
  const startOfToday = startOfDayMs(today);
  return startDataTimeStem <= startOfToday && startOfToday <= endDataTimeStem;
}

const hasEnded = ({ endDataTimeStem }: Stems, today: Day) => endDataTimeStem < startOfDayMs(today);
const isHidden = ({ endDataTimeStem }: Stems, today: Day) =>
  endDataTimeStem < startOfDayMs(addDays(today, -couponsHiddenAfterDays));

/**
 * Compares by end date, then descending discount, then id, so that the order is always the same.
 */
function byEnd(a: Sorted, b: Sorted): number {
  return (
    a.endDataTimeStem - b.endDataTimeStem ||
    discountCentavos(b) - discountCentavos(a) ||
    (a.voucherId < b.voucherId ? -1 : 1)
  );
}

/**
 * Sorts coupons by spec §4 and drops used ones and those that ended more than seven days ago.
 * Unused and other (void) coupons are each sorted by end date, then by descending discount;
 * `combined` lists the unused ones first.
 */
export function sortCoupons<V extends Sorted>(
  vouchers: readonly V[],
  today: Day,
): { unused: V[]; others: V[]; combined: V[] } {
  const listed = vouchers
    .filter((coupon) => coupon.useStatus !== useStatuses.used && !isHidden(coupon, today))
    .sort(byEnd);
  const unused = listed.filter((coupon) => coupon.useStatus === useStatuses.unused);
  const others = listed.filter((coupon) => coupon.useStatus !== useStatuses.unused);
  return { unused, others, combined: [...unused, ...others] };
}

/**
 * Returns the tabs of /vouchers. Available: unused and not ended, including those before their
 * first day. Used: latest use first. Invalid: void, or ended unused at most seven days ago, sorted
 * as by `sortCoupons`.
 */
export function couponTabs(
  vouchers: readonly Coupon[],
  today: Day,
): Record<'available' | 'used' | 'invalid', Coupon[]> {
  const { unused, combined } = sortCoupons(vouchers, today);
  const usedAt = (coupon: Coupon) => coupon.usedAt ?? '';
  return {
    available: unused.filter((coupon) => !hasEnded(coupon, today)),
    used: vouchers
      .filter((coupon) => coupon.useStatus === useStatuses.used)
      .sort((a, b) => (usedAt(a) === usedAt(b) ? byEnd(a, b) : usedAt(a) < usedAt(b) ? 1 : -1)),
    invalid: combined.filter(
      (coupon) => coupon.useStatus !== useStatuses.unused || hasEnded(coupon, today),
    ),
  };
}

/**
 * Returns the coupons that may be picked today, whatever the loan's amount, for the list and its
 * badge.
 */
export function usableCoupons<V extends Sorted>(vouchers: readonly V[], today: Day): V[] {
  return sortCoupons(vouchers, today).unused.filter((coupon) => isValidOn(coupon, today));
}

/** Returns how much larger a loan must be to use a coupon; 0 if the loan is large enough. */
export function missingFor(
  { minimumLoanCentavos }: Pick<Coupon, 'minimumLoanCentavos'>,
  principalCentavos: Centavos,
): Centavos {
  return Math.max(0, minimumLoanCentavos - principalCentavos) as Centavos;
}

/** Returns the coupon that needs the smallest increase in the loan; null if none needs one. */
export function nextCoupon<V extends Coupon>(
  vouchers: readonly V[],
  principalCentavos: Centavos,
): V | null {
  const short = vouchers.filter((coupon) => missingFor(coupon, principalCentavos) > 0);
  return (
    short.sort((a, b) => a.minimumLoanCentavos - b.minimumLoanCentavos || byEnd(a, b))[0] ?? null
  );
}

/**
 * Returns the discount on a loan's listed charges: at most the charge the coupon applies to, and 0
 * if the loan is below the coupon's minimum.
 */
export function discountOn(
  voucher: Pick<Coupon, 'kind' | 'discountAmount' | 'minimumLoanCentavos'>,
  loan: { principalCentavos: Centavos; serviceFeeCentavos: Centavos; interestCentavos: Centavos },
): Centavos {
  if (missingFor(voucher, loan.principalCentavos) > 0) return zeroCentavos;
  const charge = voucher.kind === 'serviceFee' ? loan.serviceFeeCentavos : loan.interestCentavos;
  return Math.min(discountCentavos(voucher), charge) as Centavos;
}

/**
 * Returns the coupon with the largest discount on a loan; ties go to the earliest end, then to the
 * smallest loss. Null if none gives a discount. Pass only coupons that may be picked.
 */
export function bestCoupon<V extends Coupon>(
  vouchers: readonly V[],
  loan: { principalCentavos: Centavos; serviceFeeCentavos: Centavos; interestCentavos: Centavos },
): V | null {
  const useful = vouchers.filter((coupon) => discountOn(coupon, loan) > 0);
  const bestFirst = (a: V, b: V) =>
    discountOn(b, loan) - discountOn(a, loan) ||
    a.endDataTimeStem - b.endDataTimeStem ||
    discountCentavos(a) - discountCentavos(b) ||
    (a.voucherId < b.voucherId ? -1 : 1);
  return useful.sort(bestFirst)[0] ?? null;
}
