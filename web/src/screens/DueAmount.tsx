// What is owed is shown by these alone, so that no screen shows it without the day on which it
// settles the bill.
import type { AmountDue, BillRow } from '@sandali/contract/bill.ts';
import { type Day, daysBetween } from '@sandali/contract/day.ts';
import { addCentavos, type Centavos, formatPesos, minCentavos } from '@sandali/contract/money.ts';
import { formatDay, relativeDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Amount, type AmountProps } from '#/ui/Amount.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';

/** The sum and the day in words, for two columns of one line: "₱64,890.00", "Tue, 8 Dec". */
export function dueParts(due: AmountDue, { drop00 = false } = {}): { sum: string; day: string } {
  return {
    sum: formatPesos(due.owedCentavos, { drop00 }),
    day: formatDay(due.on, currentLocale(), { weekday: true }),
  };
}

/** The sum alone, where its day stands over it. */
export function DueSum({ due }: { due: AmountDue }) {
  return <Amount centavos={due.owedCentavos} />;
}

/** What can be paid today of an amount of a day to come, which may be more than is owed today. */
export function payableNow(amount: Centavos, { owedCentavos }: AmountDue): string {
  return formatPesos(minCentavos(amount, owedCentavos));
}

/** The sum on the day after, if nothing is paid. */
export function dueTomorrow({ owedCentavos }: AmountDue, tomorrowCentavos: Centavos): string {
  return formatPesos(addCentavos(owedCentavos, tomorrowCentavos));
}

/** Both in one: "₱64,890.00 by Tue, 8 Dec"; "₱64,764.00 today". */
export function useDueText(): (due: AmountDue, today: Day) => string {
  const text = useText();
  return (due, today) => text(due.on === today ? 'due.today' : 'due.by', dueParts(due));
}

/** "Pay ₱64,764.00 today". */
export function usePayText(): (due: AmountDue) => string {
  const text = useText();
  return (due) => text('due.pay', { sum: dueParts(due).sum });
}

type DueAmountProps = Pick<AmountProps, 'size'> & {
  due: AmountDue;
  /** The server's; null where nobody knows what day it is, so that the day is written out. */
  today: Day | null;
  /** What is said of today; usual: "to repay today". */
  todayWords?: string;
  /** Leaves out how far off the day is. */
  isBrief?: boolean;
};

/** The sum, and its day under it: "Tue, 8 Dec · in 15 days", or "to repay today". */
export function DueAmount({ due, today, size, todayWords, isBrief }: DueAmountProps) {
  const text = useText();
  const { day } = dueParts(due);
  const days = today === null ? null : daysBetween(today, due.on);
  const far =
    days === null || isBrief
      ? day
      : text('due.on', { day, when: relativeDay(days, currentLocale()) });
  const when = days === 0 ? (todayWords ?? text('due.onToday')) : far;
  return (
    <>
      <Text as="span">
        <Amount centavos={due.owedCentavos} {...(size && { size })} />
      </Text>
      <Text as="span" size="s">
        {when}
      </Text>
    </>
  );
}

/** What a code is for: exactly its amount, or, of one for any amount, what settles the bill. */
export function CodeAmount({
  amountCentavos,
  due,
  today,
}: Omit<DueAmountProps, 'size'> & { amountCentavos: Centavos | null }) {
  if (amountCentavos !== null) return <Amount centavos={amountCentavos} size="l" />;
  return (
    <Stack gap={1}>
      <DueAmount due={due} today={today} size="l" />
    </Stack>
  );
}

type BillDueProps = {
  bill: Pick<
    BillRow,
    'currentDue' | 'nextDue' | 'savedIfPaidTodayCentavos' | 'dueOn' | 'overdueDays'
  >;
  /** Leaves out what paying today would save. */
  isBrief?: boolean;
  /** A badge beside it says how far the day is off. */
  hasBadge?: boolean;
};

/**
 * What is to be paid next on an open bill: on its due date, and what paying today would save; of
 * one that is overdue, today.
 */
export function BillDue({ bill, isBrief, hasBadge = false }: BillDueProps) {
  const text = useText();
  const { currentDue, nextDue, savedIfPaidTodayCentavos: saved } = bill;
  return (
    <Stack gap={1}>
      <DueAmount due={nextDue ?? currentDue} today={currentDue.on} size="xl" isBrief={hasBadge} />
      {saved > 0 && !isBrief && (
        <Text as="span" size="s">
          {text('due.orToday', { sum: dueParts(currentDue).sum, saved: formatPesos(saved) })}
        </Text>
      )}
      {bill.overdueDays > 0 && (
        <Text as="span" size="s">
          {text('due.wasDue', { day: formatDay(bill.dueOn, currentLocale(), { weekday: true }) })}
        </Text>
      )}
    </Stack>
  );
}
