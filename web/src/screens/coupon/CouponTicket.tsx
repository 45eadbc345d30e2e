import { type Coupon, discountCentavos, isValidOn, useStatuses } from '@sandali/contract/coupon.ts';
import { type Day, daysBetween, manilaDay } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay, relativeDay } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { Ticket } from '#/ui/Ticket.tsx';

/** A coupon is marked as expiring soon from this many days before its last day. */
const endingDays = 10;

type Props = {
  voucher: Coupon;
  today: Day;
  state?: 'open' | 'best' | 'gone';
  /** Why the coupon cannot be chosen now. */
  whyNot?: string | null;
  onPick?: () => void;
  isPicked?: boolean;
};

/**
 * A coupon with its value, the fee it lowers, the smallest loan it is valid for, and its last day.
 */
export function CouponTicket({ voucher, today, state = 'open', whyNot, onPick, isPicked }: Props) {
  const text = useText();
  const minimum = formatPesos(voucher.minimumLoanCentavos, { drop00: true });
  return (
    <Ticket
      worth={
        <Amount
          centavos={discountCentavos(voucher)}
          size={voucher.discountAmount.length > 5 ? 'm' : 'l'}
          decimals="whenAny"
        />
      }
      unit={text(`coupon.off.${voucher.kind}`)}
      title={text(`coupon.title.${voucher.campaign}`)}
      detail={
        voucher.minimumLoanCentavos > 0
          ? text('coupon.minimum', { minimum })
          : text('coupon.anyLoan')
      }
      whyNot={whyNot}
      until={untilWords(text, voucher, today)}
      isEnding={state !== 'gone' && isEndingSoon(voucher, today)}
      state={state}
      onPick={onPick}
      isPicked={isPicked}
    />
  );
}

function isEndingSoon({ endDate }: Coupon, today: Day): boolean {
  return daysBetween(today, endDate) <= endingDays;
}

function untilWords(text: Text, voucher: Coupon, today: Day): string {
  const locale = currentLocale();
  const { startDate, endDate, useStatus, usedAt } = voucher;
  if (useStatus === useStatuses.used) {
    return usedAt
      ? text('coupon.usedOn', { day: formatDay(manilaDay(usedAt), locale, { year: true }) })
      : text('coupon.setAside');
  }
  if (useStatus !== useStatuses.unused) return text('coupon.void');
  const day = formatDay(endDate, locale, { weekday: true });
  if (endDate < today) return text('coupon.ended', { day });
  if (!isValidOn(voucher, today))
    return text('coupon.from', { day: formatDay(startDate, locale, { weekday: true }) });
  if (!isEndingSoon(voucher, today)) return text('coupon.ends', { day });
  return text('coupon.endsSoon', { when: relativeDay(daysBetween(today, endDate), locale), day });
}
