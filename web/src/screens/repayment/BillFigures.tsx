import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { type Text as Say, useText } from '#/i18n/text.ts';
import { dueParts } from '#/screens/DueAmount.tsx';
import { Card } from '#/ui/Card.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { SpaceBetween, Stack } from '#/ui/Layout.tsx';
import { Meter } from '#/ui/Meter.tsx';
import { Text } from '#/ui/Text.tsx';
import type { Bill } from './answers.ts';

const line = (label: string, amount: Centavos, isStrong = false): KeyValue => ({
  label,
  value: formatPesos(amount),
  isStrong,
});

/** Returns the unpaid late charge, with the number of charged days. */
function lateCharge(
  text: Say,
  { chargedDays: days, overdueFeeCentavos }: Bill,
  isStrong = false,
): KeyValue {
  return line(text('repayment.bill.overdueFee', { days }), overdueFeeCentavos, isStrong);
}

/**
 * The key figures beside today's amount: the amount on the due date or the late charge, and all
 * charges so far.
 */
export function Figures({ detail }: { detail: Bill }) {
  const text = useText();
  const { bill, chargesSoFarCentavos } = detail;
  const next = bill.nextDue && dueParts(bill.nextDue);
  return (
    <Card as="section">
      <KeyValues
        groups={[
          [
            next
              ? {
                  label: text('repayment.bill.nextDue', { day: next.day }),
                  value: next.sum,
                  isStrong: true,
                }
              : lateCharge(text, detail, true),
            line(text('repayment.bill.chargesSoFar'), chargesSoFarCentavos, true),
          ],
        ]}
      />
    </Card>
  );
}

/**
 * The parts of today's amount, what was saved and paid, today's extension fee, and how close the
 * charges are to their cap.
 */
export function AmountOwed({ detail }: { detail: Bill }) {
  const text = useText();
  const { bill, interestDueCentavos, tomorrowCentavos, extensionFeeCentavos } = detail;
  const sum = [
    line(
      text(bill.paidCentavos > 0 ? 'repayment.bill.principalLeft' : 'repayment.bill.principal'),
      detail.principalDueCentavos,
    ),
    line(text('repayment.bill.interest'), interestDueCentavos),
    lateCharge(text, detail),
    { label: text('repayment.bill.total'), value: dueParts(bill.currentDue).sum, isStrong: true },
  ];
  const beside = [
    ...(tomorrowCentavos > 0 ? [line(text('repayment.bill.tomorrowAdds'), tomorrowCentavos)] : []),
    ...(detail.savedSoFarCentavos > 0
      ? [line(text('repayment.bill.savedSoFar'), detail.savedSoFarCentavos)]
      : []),
    ...(bill.paidCentavos > 0 ? [line(text('repayment.bill.paid'), bill.paidCentavos)] : []),
    ...(extensionFeeCentavos === null
      ? []
      : [line(text('repayment.bill.extensionFee'), extensionFeeCentavos)]),
  ];
  return (
    <>
      <KeyValues groups={[sum, beside]} />
      <CostMeter detail={detail} />
    </>
  );
}

function CostMeter({ detail }: { detail: Bill }) {
  const text = useText();
  const charges = formatPesos(detail.chargesSoFarCentavos);
  const cap = formatPesos(detail.chargesCapCentavos);
  return (
    <Stack gap={1}>
      <SpaceBetween>
        <Text as="span" size="s">
          {text('repayment.bill.chargesSoFar')}
        </Text>
        <Text as="span" size="s" tone="ink">
          {text('repayment.bill.chargesOf', { charges, cap })}
        </Text>
      </SpaceBetween>
      <Meter
        value={detail.chargesSoFarCentavos}
        max={detail.chargesCapCentavos}
        label={text('repayment.bill.chargesSoFar')}
        valueText={text('repayment.bill.chargesOf', { charges, cap })}
      />
      <Text size="xs">
        {detail.chargesSoFarCentavos < detail.chargesCapCentavos
          ? text('repayment.bill.chargesCap', {
              cap: formatPesos(detail.chargesCapCentavos, { drop00: true }),
            })
          : text('repayment.bill.chargesFull')}
      </Text>
    </Stack>
  );
}
