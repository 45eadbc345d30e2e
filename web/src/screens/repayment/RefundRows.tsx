import { formatPesos } from '@sandali/contract/money.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { Amount } from '#/ui/Amount.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Text } from '#/ui/Text.tsx';
import type { BillList } from './answers.ts';

const titles = {
  ordered: 'repayment.orders.refund.ordered',
  paid: 'repayment.orders.refund.paid',
  failed: 'repayment.orders.refund.failed',
  reversed: 'repayment.orders.refund.failed',
} as const;

/** What is kept for the borrower, which leads to where it is sent back; and what became of the last refund. */
export function RefundRows({ orders: { refundableCentavos, refund } }: { orders: BillList }) {
  const text = useText();
  if (refundableCentavos === 0 && !refund) return null;
  return (
    <List>
      {refundableCentavos > 0 && (
        <Row
          icon="wallet"
          href={paths.refund}
          title={text('repayment.orders.refundable')}
          detail={text('repayment.orders.refundableWhy')}
          end={
            <Text as="span">
              <Amount centavos={refundableCentavos} />
            </Text>
          }
        />
      )}
      {refund && (
        <Row
          isLow
          icon={refund.state === 'ordered' ? 'clock' : 'wallet'}
          href={addressOf('refund', { refundId: refund.refundId })}
          title={text(titles[refund.state], { amount: formatPesos(refund.amountCentavos) })}
          detail={`${refund.label} ••${refund.last4}`}
        />
      )}
    </List>
  );
}
