// The components that show money, in every state: amounts, costs, statements, payment codes.

import { Amount } from '#/ui/Amount.tsx';
import { Card } from '#/ui/Card.tsx';
import { CostBar, CostKeys } from '#/ui/CostBar.tsx';
import { CostTable } from '#/ui/CostTable.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { SpaceBetween, Stack } from '#/ui/Layout.tsx';
import { Meter } from '#/ui/Meter.tsx';
import { Paper } from '#/ui/Paper.tsx';
import { PayCode } from '#/ui/PayCode.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import type { Entry } from '#stories/entries.ts';

const costs = [
  { centavos: 165000, label: 'Interest' },
  { centavos: 114000, label: 'Service fee' },
  { centavos: 1500, label: 'Bank payout fee' },
];

export const entries: Entry[] = [
  {
    group: 'Amount',
    name: 'sizes',
    draw: () => (
      <Stack>
        <Amount centavos={6200600} size="xl" />
        <Amount centavos={5884500} size="l" />
        <Amount centavos={12000000} size="l" decimals="whenAny" />
        <Amount centavos={-114000} />
        <Text size="s">
          Tomorrow it will be <Amount centavos={6210900} size="s" isPlain />.
        </Text>
      </Stack>
    ),
  },
  {
    group: 'Cost',
    name: 'bar with keys',
    draw: () => (
      <Card>
        <SpaceBetween>
          <span>
            <Text as="span" weight="medium">
              Cost
            </Text>{' '}
            <Amount centavos={280500} />
          </span>
          <Text as="span" size="s">
            ₱187.00 a day
          </Text>
        </SpaceBetween>
        <CostBar
          receiveCentavos={5884500}
          costs={costs}
          label="You receive ₱58,845.00 and repay ₱61,650.00; the cost is ₱2,805.00"
        />
        <CostKeys
          labels={[
            { of: 0, label: 'You receive' },
            { of: 1, label: 'Interest' },
            { of: 2, label: 'Fees' },
          ]}
        />
      </Card>
    ),
  },
  {
    group: 'Cost',
    name: 'bar with a list',
    draw: () => (
      <Card>
        <Text size="s">You receive</Text>
        <Amount centavos={5884500} size="l" />
        <CostBar
          receiveCentavos={5884500}
          costs={costs}
          label="You receive ₱58,845.00 and repay ₱61,650.00; the cost is ₱2,805.00"
        />
        <KeyValues
          groups={[
            [
              { label: 'Interest, less ₱150 coupon', value: '₱1,650.00', costKey: 1 },
              { label: 'Service fee', value: '₱1,140.00', costKey: 2 },
              { label: 'Bank payout fee', value: '₱15.00', costKey: 3 },
            ],
            [
              {
                label: 'You repay Sat, 5 Dec 2026',
                value: <Amount centavos={6165000} size="l" />,
                isStrong: true,
              },
            ],
          ]}
        />
      </Card>
    ),
  },
  {
    group: 'Cost',
    name: 'bar of nothing',
    draw: () => (
      <Card>
        <CostBar receiveCentavos={5884500} costs={[]} label="All of it reaches you" />
      </Card>
    ),
  },
  {
    group: 'Cost',
    name: 'two terms',
    draw: () => (
      <Card>
        <Heading level={2}>What ₱60,000 costs</Heading>
        <CostTable
          label="What ₱60,000 costs"
          columns={['8 days', '15 days']}
          rows={[
            { label: 'You receive', values: ['₱59,385.00', '₱58,845.00'] },
            { label: 'You repay', values: ['₱60,960.00', '₱61,800.00'] },
            {
              label: 'It costs',
              values: [
                <Amount key="8" centavos={157500} isPlain />,
                <Amount key="15" centavos={295500} isPlain />,
              ],
              isTotal: true,
            },
          ]}
        />
      </Card>
    ),
  },
  {
    group: 'Cost',
    name: 'charges so far',
    draw: () => (
      <Card>
        <KeyValues
          groups={[
            [
              { label: 'Principal', value: '₱60,000.00' },
              { label: 'Interest, 15 days', value: '₱1,800.00' },
              { label: 'Late charge, 2 days', value: '₱206.00' },
            ],
            [{ label: 'Total charges so far', value: '₱3,161.00' }],
          ]}
        />
        <Meter
          value={3161}
          max={60000}
          label="Total charges so far"
          valueText="₱3,161.00 of ₱60,000.00"
        />
        <Text size="xs">They can never pass what you borrowed.</Text>
      </Card>
    ),
  },
  {
    group: 'Paper',
    name: 'disclosure statement',
    draw: () => (
      <Paper
        title="Disclosure statement"
        aside="RA 3765"
        smallPrint="Late charge: 5% a month of what is overdue. All charges together never pass ₱60,000.00."
      >
        <KeyValues
          look="paper"
          groups={[
            [
              { label: 'Amount financed', value: '₱60,000.00' },
              { label: 'Service fee, 1.9%', value: '−₱1,140.00' },
              { label: 'Net proceeds', value: '₱58,860.00', isStrong: true },
            ],
            [
              { label: 'Interest, 0.2% a day × 15 days', value: '₱1,800.00' },
              { label: 'Finance charge', value: '₱2,940.00', isStrong: true },
            ],
            [{ label: 'One payment, Sat, 5 Dec 2026', value: '₱61,800.00', isStrong: true }],
          ]}
        />
      </Paper>
    ),
  },
  { group: 'Paper', name: 'payment code', draw: () => payCode('both') },
  { group: 'Paper', name: 'payment code, QR alone', draw: () => payCode('qr') },
];

function payCode(show: 'both' | 'qr') {
  return (
    <PayCode
      show={show}
      code="731409286605"
      amountLabel="Pay exactly"
      amount={<Amount centavos={6200600} size="l" />}
      barcodeLabel="Barcode"
      qrLabel="QR code"
      codeLabel="Code 7314 0928 6605"
    >
      Good until <b>23:59 tonight</b>, Fri, 20 Nov.
      <br />
      From tomorrow, the amount is ₱62,109.00.
    </PayCode>
  );
}
