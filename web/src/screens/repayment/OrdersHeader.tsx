import { daysBetween } from '@sandali/contract/day.ts';
import { formatDay, listed } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { DueAmount } from '#/screens/DueAmount.tsx';
import { DueLine } from '#/ui/DueLine.tsx';
import { Inline, SpaceBetween, Stack } from '#/ui/Layout.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import type { BillList } from './answers.ts';

/**
 * The header of /wealth: the total due, how much of it is urgent, and the due dates along the
 * horizon.
 */
export function OrdersHeader({ orders }: { orders: BillList }) {
  const text = useText();
  const locale = currentLocale();
  const { today, open, overdueCount, dueSoonCount, totalDue, settled, ended } = orders;
  // While a plan is active, its next part is due and nothing is overdue.
  const moments = open.map(({ overdueDays, daysToDue, dueOn, promised }) =>
    promised
      ? { on: promised.on, inDays: daysBetween(today, promised.on) }
      : { on: dueOn, inDays: overdueDays > 0 ? -overdueDays : daysToDue },
  );
  const dues = moments.map(({ on, inDays }) => ({
    inDays,
    label:
      on.slice(0, 7) === today.slice(0, 7) ? String(Number(on.slice(8))) : formatDay(on, locale),
  }));
  const days = open.map(({ overdueDays, promised }, nth) => {
    const day = formatDay(moments[nth]?.on ?? today, locale);
    return overdueDays > 0 && !promised ? text('repayment.orders.dueLineOverdue', { day }) : day;
  });
  return (
    <Sky isPadded>
      <SpaceBetween>
        <Heading level={1} size="s">
          {text('repayment.orders.toRepay', { count: open.length })}
        </Heading>
        {settled.length + ended.length > 0 && (
          <Text as="span" size="s">
            <TextButton isAlone onClick={showHistory}>
              {text('repayment.orders.history')}
            </TextButton>
          </Text>
        )}
      </SpaceBetween>
      <Stack gap={1}>
        <DueAmount
          due={totalDue}
          today={today}
          size="xl"
          todayWords={text('repayment.orders.allToday')}
        />
        <Inline gap={3} isWrapping>
          {overdueCount > 0 && (
            <Text as="span" size="s" tone="inherit">
              {text('repayment.orders.overdueCount', { count: overdueCount })}
            </Text>
          )}
          {dueSoonCount > 0 && (
            <Text as="span" size="s" tone="inherit">
              {text('repayment.orders.soonCount', { count: dueSoonCount })}
            </Text>
          )}
        </Inline>
        <DueLine
          dues={dues}
          todayLabel={text('repayment.orders.today')}
          label={text('repayment.orders.dueLine', { days: listed(days, currentLocale()) })}
        />
      </Stack>
    </Sky>
  );
}

/** Scrolls to the settled bills at the end of /wealth and focuses them. */
export function showHistory(): void {
  const history = document.getElementById('history');
  history?.scrollIntoView({ block: 'start' });
  history?.focus({ preventScroll: true });
}
