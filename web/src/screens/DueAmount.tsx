// These components show all amounts owed, so no amount appears without its due date.
import type { AmountDue, BillRow } from '@sandali/contract/bill.ts';
import { type Day, daysBetween } from '@sandali/contract/day.ts';
import { addCentavos, type Centavos, formatPesos, minCentavos } from '@sandali/contract/money.ts';
import { formatDay, relativeDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Amount, type AmountProps } from '#/ui/Amount.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';

/** The amount owed and its due date, for two columns: "₱64,890.00", "Tue, 8 Dec". */
export function dueParts(due: AmountDue, { drop00 = false } = {}): { sum: string; day: string } {
  return {
    sum: formatPesos(due.owedCentavos, { drop00 }),
    day: formatDay(due.on, currentLocale(), { weekday: true }),
  };
}

/** The amount owed without its due date, for places that show the date above it. */
export function DueSum({ due }: { due: AmountDue }) {
  return <Amount centavos={due.owedCentavos} />;
}

/**
 * Returns how much of a future amount can be paid today, formatted in pesos. It is never more than
 * the amount owed today.
 */
export function payableNow(amount: Centavos, { owedCentavos }: AmountDue): string {
  return formatPesos(minCentavos(amount, owedCentavos));
}

/** Returns the amount owed tomorrow if nothing is paid today, in pesos. */
export function dueTomorrow({ owedCentavos }: AmountDue, tomorrowCentavos: Centavos): string {
  return formatPesos(addCentavos(owedCentavos, tomorrowCentavos));
}

/**
 * Returns a function that formats an amount and its due date as one string: "₱64,890.00 by Tue, 8
 * Dec", or "₱64,764.00 today".
 */
export function useDueText(): (due: AmountDue, today: Day) => string {
  const text = useText();
  return (due, today) => text(due.on === today ? 'due.today' : 'due.by', dueParts(due));
}

/** Returns a function that formats a pay button's label: "Pay ₱64,764.00 today". */
export function usePayText(): (due: AmountDue) => string {
  const text = useText();
  return (due) => text('due.pay', { sum: dueParts(due).sum });
}

type DueAmountProps = Pick<AmountProps, 'size'> & {
  due: AmountDue;
  /** The server's current day. If null, the due date is always written out. */
  today: Day | null;
  /** The text shown instead of the date if the amount is due today; "to repay today" by default. */
  todayWords?: string;
  /** Whether to omit the number of days until the due date. */
  isBrief?: boolean;
};

/** The amount owed with its due date below: "Tue, 8 Dec · in 15 days", or "to repay today". */
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

/** The amount that a payment code pays. A code without a fixed amount shows the amount owed. */
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
  /** Whether to omit the saving from paying today. */
  isBrief?: boolean;
  /** Whether a badge beside the amount already shows the number of days until the due date. */
  hasBadge?: boolean;
};

/**
 * The next payment of an open bill: the amount on the due date with the saving from paying today,
 * or today's amount if the bill is overdue.
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
