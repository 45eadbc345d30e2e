// Coupons: what a borrower has, which are shown where, and in which order (spec §3 and §4).
import * as v from 'valibot';
import { call } from './call.ts';
import { couponsHiddenAfterDays } from './constants.ts';
import { zCoupon } from './couponShape.ts';
import { addDays, type Day, endOfDayMs, startOfDayMs, zDay } from './day.ts';
import { zUserGid } from './id.ts';
import { type Centavos, parsePesos, zeroCentavos } from './money.ts';

/** `useStatus` as spec §3 has it; any other value counts as void. */
export const useStatuses = { unused: '0', used: '1', void: '2' } as const;
export type Coupon = v.InferOutput<typeof zCoupon>;

/** All coupons of the borrower that are still shown somewhere. */
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

/** The amount of `discountAmount`. Throws a RangeError where it is no amount of pesos. */
export function discountCentavos({ discountAmount }: Pick<Coupon, 'discountAmount'>): Centavos {
  const amount = parsePesos(discountAmount.replaceAll(',', ''));
  if (amount === null) throw new RangeError(`no amount of pesos: ${discountAmount}`);
  return amount;
}

/**
 * The first and the last millisecond in which a coupon may be used, since 1970: 00:00:00.000 of its
 * first Manila day and 23:59:59.999 of its last.
 */
export function couponStems({ startDate, endDate }: Pick<Coupon, 'startDate' | 'endDate'>): Stems {
  return { startDataTimeStem: startOfDayMs(startDate), endDataTimeStem: endOfDayMs(endDate) };
}

/** Whether it may be used today, as far as its days are concerned. */
export function isInItsDays({ startDataTimeStem, endDataTimeStem }: Stems, today: Day): boolean {
  const startOfToday = startOfDayMs(today);
  return startDataTimeStem <= startOfToday && startOfToday <= endDataTimeStem;
}

const isOver = ({ endDataTimeStem }: Stems, today: Day) => endDataTimeStem < startOfDayMs(today);
const isForgotten = ({ endDataTimeStem }: Stems, today: Day) =>
  endDataTimeStem < startOfDayMs(addDays(today, -couponsHiddenAfterDays));

/**
 * By end date, the first to end first; then by discount, the largest first; then by id, so that two
 * phones show one order.
 */
function byEnd(a: Sorted, b: Sorted): number {
  return (
    a.endDataTimeStem - b.endDataTimeStem ||
    discountCentavos(b) - discountCentavos(a) ||
    (a.voucherId < b.voucherId ? -1 : 1)
  );
}

/**
 * Sorts coupons as spec §4 has it: used ones and those that ended more than seven days ago are
 * dropped; the unused and the others (void) are each sorted by end date ascending, then by discount
 * descending; `combined` is the unused ones and then the others.
 */
export function sortCoupons<V extends Sorted>(
  vouchers: readonly V[],
  today: Day,
): { unused: V[]; others: V[]; combined: V[] } {
  const kept = vouchers
    .filter((one) => one.useStatus !== useStatuses.used && !isForgotten(one, today))
    .sort(byEnd);
  const unused = kept.filter((one) => one.useStatus === useStatuses.unused);
  const others = kept.filter((one) => one.useStatus !== useStatuses.unused);
  return { unused, others, combined: [...unused, ...others] };
}

/**
 * What each tab of /vouchers shows. Available: unused and not ended, also those whose first day is
 * still to come. Used: the last used first. Invalid: void ones, and unused ones that ended at most
 * seven days ago, in the order of `sortCoupons`.
 */
export function couponTabs(
  vouchers: readonly Coupon[],
  today: Day,
): Record<'available' | 'used' | 'invalid', Coupon[]> {
  const { unused, combined } = sortCoupons(vouchers, today);
  const usedAt = (one: Coupon) => one.usedAt ?? '';
  return {
    available: unused.filter((one) => !isOver(one, today)),
    used: vouchers
      .filter((one) => one.useStatus === useStatuses.used)
      .sort((a, b) => (usedAt(a) === usedAt(b) ? byEnd(a, b) : usedAt(a) < usedAt(b) ? 1 : -1)),
    invalid: combined.filter((one) => one.useStatus !== useStatuses.unused || isOver(one, today)),
  };
}

/**
 * Those that may be picked for a loan today, whatever its amount: the picking list and the badge
 * count.
 */
export function usableCoupons<V extends Sorted>(vouchers: readonly V[], today: Day): V[] {
  return sortCoupons(vouchers, today).unused.filter((one) => isInItsDays(one, today));
}

/** How much larger a loan must be for a coupon; 0 where it is large enough. */
export function missingFor(
  { minimumLoanCentavos }: Pick<Coupon, 'minimumLoanCentavos'>,
  principalCentavos: Centavos,
): Centavos {
  return Math.max(0, minimumLoanCentavos - principalCentavos) as Centavos;
}

/**
 * The coupon that a loan a little larger could use: the one of the smallest loan above this one.
 * Null where every one can be used, or there is none.
 */
export function nextCoupon<V extends Coupon>(
  vouchers: readonly V[],
  principalCentavos: Centavos,
): V | null {
  const short = vouchers.filter((one) => missingFor(one, principalCentavos) > 0);
  return (
    short.sort((a, b) => a.minimumLoanCentavos - b.minimumLoanCentavos || byEnd(a, b))[0] ?? null
  );
}

/**
 * What a coupon takes off a loan's listed charges: never more than the charge it is for, and
 * nothing below its smallest loan.
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
 * The coupon that takes most off a loan; of equals the one that ends first, then the one that loses
 * least. Null where none takes anything off. The vouchers given are those that may be picked.
 */
export function bestCoupon<V extends Coupon>(
  vouchers: readonly V[],
  loan: { principalCentavos: Centavos; serviceFeeCentavos: Centavos; interestCentavos: Centavos },
): V | null {
  const useful = vouchers.filter((one) => discountOn(one, loan) > 0);
  const better = (a: V, b: V) =>
    discountOn(b, loan) - discountOn(a, loan) ||
    a.endDataTimeStem - b.endDataTimeStem ||
    discountCentavos(a) - discountCentavos(b) ||
    (a.voucherId < b.voucherId ? -1 : 1);
  return useful.sort(better)[0] ?? null;
}
