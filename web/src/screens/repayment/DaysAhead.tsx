// Previews what a bill will owe on later days. The phone computes it with the server's rules
// (contract/src/owed.ts), so it works offline.
import { allCharges } from '@sandali/contract/accrual.ts';
import { type AccrualFacts, dueInForce } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day, daysBetween, laterDay } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { chargedDays, dueNext, owed, savedIfPaidOn } from '@sandali/contract/owed.ts';
import { useState } from 'react';
import { formatDay, relativeDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { DueAmount, dueParts } from '#/screens/DueAmount.tsx';
import { Card } from '#/ui/Card.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { SpaceBetween, Stack } from '#/ui/Layout.tsx';
import { Slider } from '#/ui/Slider.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { spokenDay } from './spokenDay.ts';

/**
 * How many days the preview continues after the last free day or, for an overdue bill, after today.
 */
const daysPast = 30;

/** Returns the last day that can be chosen. */
export function lastDayAhead(accrual: AccrualFacts, today: Day): Day {
  return addDays(laterDay(today, dueInForce(accrual, today).lastFreeOn), daysPast);
}

export type DaysAheadProps = {
  accrual: AccrualFacts;
  today: Day;
};

/**
 * A slider that selects today or a later day, and shows the amount owed on that day, the saving
 * from paying by then, and the late charge after it.
 */
export function DaysAhead({ accrual, today }: DaysAheadProps) {
  const text = useText();
  const locale = currentLocale();
  const [ahead, setAhead] = useState(0);
  const { dueOn, lastFreeOn } = dueInForce(accrual, today);
  const last = lastDayAhead(accrual, today);
  const length = daysBetween(today, last);
  // A newer response may allow fewer days ahead.
  const days = Math.min(ahead, length);
  const day = addDays(today, days);
  const owes = owed(accrual, day);
  const due = { owedCentavos: owes.totalCentavos, on: day };
  const short = (on: Day) => formatDay(on, locale, { weekday: true });
  const rows: KeyValue[] = [
    ...(savedIfPaidOn(accrual, today) > 0 && day <= dueNext(accrual, today).on
      ? [
          {
            label: text('repayment.ahead.saved', { day: short(dueNext(accrual, today).on) }),
            value: formatPesos(savedIfPaidOn(accrual, day)),
          },
        ]
      : []),
    {
      label: text('repayment.bill.overdueFee', { days: chargedDays(accrual, day) }),
      value: formatPesos(owes.lateCentavos),
    },
    ...(today <= lastFreeOn && lastFreeOn !== dueOn
      ? [{ label: text('repayment.bill.lastFreeDay'), value: short(lastFreeOn) }]
      : []),
  ];
  const isFull = allCharges(accrual, day) >= accrual.principalCentavos;
  const noteId = isFull
    ? 'repayment.bill.chargesFull'
    : day === dueOn
      ? 'repayment.ahead.isDue'
      : day === lastFreeOn && 'repayment.ahead.isLastFree';
  return (
    <Card as="section">
      <Stack gap={1}>
        <Heading level={2} size="m">
          {text('repayment.ahead.title')}
        </Heading>
        <Text size="s">{text('repayment.ahead.ifNothing')}</Text>
      </Stack>
      <Stack gap={1}>
        <DueAmount
          due={due}
          today={today}
          size="l"
          todayWords={text('repayment.bill.todayOn', { day: short(today) })}
        />
      </Stack>
      <Slider
        label={text('repayment.ahead.day')}
        value={days}
        min={0}
        max={length}
        step={1}
        onChange={setAhead}
        valueText={text('repayment.ahead.spoken', {
          day: spokenDay(day, locale),
          sum: dueParts(due, { drop00: true }).sum,
        })}
        marks={[daysBetween(today, dueOn), daysBetween(today, lastFreeOn)].filter(
          (mark) => mark > 0,
        )}
      />
      <SpaceBetween>
        <Text as="span" size="xs">
          {relativeDay(0, locale)}
        </Text>
        <Text as="span" size="xs">
          {short(last)}
        </Text>
      </SpaceBetween>
      <KeyValues groups={[rows]} />
      {noteId && <Text size="s">{text(noteId)}</Text>}
    </Card>
  );
}
