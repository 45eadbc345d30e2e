import { formatPesos } from '@sandali/contract/money.ts';
import { useText } from '#/i18n/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { Card } from '#/ui/Card.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import type { NearestBill } from './facts.ts';

/** What being late has cost so far, and what another day adds. */
export function OverdueCard({ bill }: { bill: NearestBill }) {
  const text = useText();
  const rows = [
    { label: text('home.overdue.charge', { count: bill.overdueDays }), value: <Amount centavos={bill.lateChargeCentavos} isPlain /> },
  ];
  const grows = bill.tomorrowCentavos > 0;
  return (
    <Card as="section">
      <Stack>
        <KeyValues groups={[rows]} />
        <Text size="s">
          {grows && `${text('home.overdue.tomorrow', { sum: formatPesos(bill.tomorrowCentavos) })} `}
          {text('home.overdue.again')}
        </Text>
      </Stack>
    </Card>
  );
}
