import { mostExtensions } from '@sandali/contract/extension.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { dueParts } from '#/screens/DueAmount.tsx';
import { Card } from '#/ui/Card.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import type { ExtensionOption, Offer, Part, Renewal } from './answers.ts';

/** The figures of the chosen option, to the centavo. */
export function OptionDetail({ renewal, way }: { renewal: Renewal; way: ExtensionOption }) {
  if (way === 'extend' && renewal.extension)
    return <IfExtend renewal={renewal} offer={renewal.extension} />;
  if (way === 'part' && renewal.part) return <IfPart renewal={renewal} part={renewal.part} />;
  return <IfAll renewal={renewal} />;
}

function Detail({
  title,
  lines,
  children,
}: {
  title: string;
  lines: readonly KeyValue[];
  children: ReactNode;
}) {
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} size="m">
          {title}
        </Heading>
        <KeyValues groups={[lines]} />
        {children}
      </Stack>
    </Card>
  );
}

function IfAll({ renewal: { bill } }: { renewal: Renewal }) {
  const text = useText();
  const lines: KeyValue[] = [
    { label: text('extension.owed'), value: dueParts(bill.currentDue).sum, isStrong: true },
  ];
  if (bill.savedIfPaidTodayCentavos > 0)
    lines.push({
      label: text('extension.saved'),
      value: formatPesos(bill.savedIfPaidTodayCentavos),
    });
  return (
    <Detail title={text('extension.ifAll')} lines={lines}>
      <Text size="s">{text('extension.ifAll.words')}</Text>
    </Detail>
  );
}

function IfPart({ renewal: { bill }, part }: { renewal: Renewal; part: Part }) {
  const text = useText();
  const then = dueParts(part.dueAfter);
  const lines: KeyValue[] = [
    { label: text('extension.least'), value: formatPesos(part.leastCentavos) },
    {
      label:
        bill.overdueDays > 0
          ? text('extension.restToday')
          : text('extension.rest', { day: then.day }),
      value: then.sum,
      isStrong: true,
    },
    ...(part.costCentavos > 0
      ? [{ label: text('extension.restCost'), value: formatPesos(part.costCentavos) }]
      : []),
    // A plan bears no late charge while the borrower keeps to it.
    ...(part.lateADayCentavos > 0 && !bill.promised
      ? [{ label: text('extension.restADay'), value: formatPesos(part.lateADayCentavos) }]
      : []),
  ];
  const day = formatDay(bill.lastFreeDay, currentLocale(), { weekday: true });
  // An overdue bill stops growing once its charges equal the principal.
  const isGrowing = bill.overdueDays === 0 || part.lateADayCentavos > 0;
  const words =
    bill.overdueDays > 0 ? text('extension.ifPart.late') : text('extension.ifPart.soon', { day });
  return (
    <Detail title={text('extension.ifPart')} lines={lines}>
      {(bill.promised || isGrowing) && (
        <Text size="s">{bill.promised ? text('extension.ifPart.plan') : words}</Text>
      )}
    </Detail>
  );
}

/** Formats basis points as a percentage, as in the disclosure statement: '1.9%'. */
function rateOf(bps: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(bps * 0.01)}%`;
}

function IfExtend({ renewal, offer }: { renewal: Renewal; offer: Offer }) {
  const text = useText();
  const locale = currentLocale();
  const lines: KeyValue[] = [
    {
      label: text('extension.interest', { days: offer.termDays }),
      value: formatPesos(offer.interestCentavos),
    },
    {
      label: text('extension.serviceFee', { rate: rateOf(offer.serviceFeeBps) }),
      value: formatPesos(offer.serviceFeeCentavos),
    },
    ...(offer.lateCentavos > 0
      ? [{ label: text('extension.late'), value: formatPesos(offer.lateCentavos) }]
      : []),
    { label: text('extension.total'), value: formatPesos(offer.totalCentavos), isStrong: true },
    ...(offer.costCentavos > offer.feeCentavos
      ? [{ label: text('extension.extendCost'), value: formatPesos(offer.costCentavos) }]
      : []),
  ];
  const due = dueParts(offer.dueAfter);
  const then = {
    time: formatTime(offer.endsAt),
    amount: due.sum,
    day: due.day,
  };
  const { bill, coolingOff, extendedTimes } = renewal;
  return (
    <>
      <Detail title={text('extension.ifExtend')} lines={lines}>
        <Text size="s" tone="ink">
          {text('extension.ifExtend.by', then)}
        </Text>
        <Text size="s">{text('extension.ifExtend.fee')}</Text>
        <Text size="xs">
          {text('extension.count', { number: extendedTimes + 1, most: mostExtensions })}
        </Text>
      </Detail>
      {bill.promised && (
        <Note icon="warning" tone="plain">
          {text('extension.endsPlan', { day: due.day })}
        </Note>
      )}
      {coolingOff && (
        <Note icon="warning" tone="plain">
          {text('extension.endsReturn', {
            day: formatDay(coolingOff.endsOn, locale, { weekday: true }),
          })}
        </Note>
      )}
    </>
  );
}
