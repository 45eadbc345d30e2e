import { billList } from '@sandali/contract/loan.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { useEffect } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { dueParts, payableNow, usePayText } from '#/screens/DueAmount.tsx';
import { OfflineFallback } from '#/screens/offline/OfflineFallback.tsx';
import { setCount } from '#/shell/badge.ts';
import { openService } from '#/shell/customerService.ts';
import { LoadError, type LoadErrorProps } from '#/shell/Query.tsx';
import { TabFooter } from '#/shell/TabFooter.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { SkeletonRows, SkeletonSky } from '#/ui/Skeleton.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { VisuallyHidden } from '#/ui/VisuallyHidden.tsx';
import type { BillList } from './answers.ts';
import { OpenBills, SettledBills, TransitLoans } from './OrderLists.tsx';
import { OrdersHeader, showHistory } from './OrdersHeader.tsx';
import { nextToPay } from './orderGroups.ts';
import { type Stale, StaleNote } from './StaleNote.tsx';

const everyMs = 5000;
const isMoving = ({ inTransit, open, refund }: BillList) =>
  inTransit.length > 0 ||
  refund?.state === 'ordered' ||
  open.some((bill) => bill.state === 'repaymentInProgress');

/** /wealth: open bills, loans in transit and settled bills. Polls while money is in transit. */
export default function Orders() {
  const bills = useServerQuery(billList, {}, { everyMs: (orders) => isMoving(orders) && everyMs });
  const { data, failure, refresh } = bills;
  useEffect(() => {
    if (data) setCount('dueNumber', data.dueSoonCount + data.overdueCount);
  }, [data]);
  if (data)
    return <OrdersView orders={data} old={failure && { failure, onRetry: () => void refresh() }} />;
  if (!failure) return <OrdersSkeleton />;
  return (
    <OfflineFallback failure={failure} onRetry={refresh}>
      <OrdersError read={bills} />
    </OfflineFallback>
  );
}

type OrdersViewProps = { orders: BillList; old?: Stale | null };

/** The total at the top, then open bills by urgency, then settled bills. */
export function OrdersView({ orders, old }: OrdersViewProps) {
  const text = useText();
  const { open, inTransit, settled, ended, next } = orders;
  const isCalm = open.length === 0;
  const hasHistory = settled.length + ended.length > 0;
  const isWrittenOff = settled.some(({ state }) => state === 'writtenOff');
  const hasClaim = orders.claimCentavos > 0;
  return (
    <>
      {isCalm ? <CalmHead hasHistory={hasHistory} /> : <OrdersHeader orders={orders} />}
      <Page isUnderSky={!isCalm} gap={3}>
        {old && <StaleNote {...old} />}
        {isCalm && (
          <Empty
            picture="calm"
            title={text(
              isWrittenOff || hasClaim
                ? 'repayment.orders.noneOpen'
                : 'repayment.orders.emptyTitle',
            )}
            isSmall={hasHistory || hasClaim || inTransit.length > 0}
          >
            {text(
              isWrittenOff
                ? 'repayment.orders.writtenOff'
                : hasClaim
                  ? 'repayment.orders.claimWords'
                  : inTransit.length > 0
                    ? 'repayment.orders.transitWords'
                    : 'repayment.orders.emptyWords',
            )}
          </Empty>
        )}
        {hasClaim && <ClaimRow claimCentavos={orders.claimCentavos} />}
        <OpenBills open={open} today={orders.today} />
        <TransitLoans loans={inTransit} />
        <RefundRows orders={orders} />
        <SettledBills bills={settled} ended={ended} next={next} />
        {(open.length > 0 || settled.length > 0 || ended.length > 0) && (
          <List>
            <Row isLow href={paths.statement} icon="document" title={text('title.statement')} />
          </List>
        )}
      </Page>
      <TabFooter>
        <OrdersDock orders={orders} />
      </TabFooter>
    </>
  );
}

/**
 * The main action: pay the most urgent bill (with a soft button if nothing is due soon), or borrow
 * if there is no bill.
 */
function OrdersDock({ orders: { open, inTransit, settled, claimCentavos } }: OrdersViewProps) {
  const text = useText();
  const pay = usePayText();
  const next = nextToPay(open);
  if (!next) {
    const isClosed = settled.some(({ state }) => state === 'writtenOff');
    if (open.length > 0 || inTransit.length > 0 || isClosed || claimCentavos > 0) return null;
    return (
      <Dock>
        <ButtonLink href={paths.home}>{text('repayment.orders.borrow')}</ButtonLink>
      </Dock>
    );
  }
  const { bill, group } = next;
  const { currentDue, promised } = bill;
  const words = promised
    ? text('repayment.bill.payPart', { sum: payableNow(promised.amountCentavos, currentDue) })
    : group === 'later'
      ? text('repayment.orders.payEarly', { sum: dueParts(currentDue).sum })
      : pay(currentDue);
  return (
    <Dock>
      <ButtonLink
        look={group === 'later' ? 'soft' : 'primary'}
        href={addressOf('repayment', { loanId: bill.loanId })}
      >
        {words}
      </ButtonLink>
    </Dock>
  );
}

function CalmHead({ hasHistory }: { hasHistory: boolean }) {
  const text = useText();
  return (
    <TopBar
      title={text('repayment.orders.none')}
      actions={
        hasHistory && <IconButton text={text('repayment.orders.history')} onClick={showHistory} />
      }
    />
  );
}

/** /wealth after a failed first load. */
export function OrdersError({ read }: Pick<LoadErrorProps, 'read'>) {
  const text = useText();
  return (
    <>
      <TopBar title={text('repayment.orders.none')} />
      <Page>
        <LoadError read={read} />
      </Page>
      <TabFooter />
    </>
  );
}

/** Shown on /wealth before the first response. */
export function OrdersSkeleton() {
  const text = useText();
  return (
    <>
      <Sky isPadded>
        <Heading level={1} size="s">
          <VisuallyHidden>{text('title.orders')}</VisuallyHidden>
        </Heading>
        <SkeletonSky label={text('repayment.orders.loading')} />
      </Sky>
      <Page isUnderSky>
        <SkeletonRows label={text('repayment.orders.loading')} />
      </Page>
      <TabFooter />
    </>
  );
}

const titles = {
  ordered: 'repayment.orders.refund.ordered',
  paid: 'repayment.orders.refund.paid',
  failed: 'repayment.orders.refund.failed',
  reversed: 'repayment.orders.refund.failed',
} as const;

/** A claim: an amount owed outside any bill. Staff and the borrower agree on how to pay it. */
function ClaimRow({ claimCentavos }: Pick<BillList, 'claimCentavos'>) {
  const text = useText();
  return (
    <List>
      <Row
        icon="wallet"
        onClick={openService}
        title={text('repayment.orders.claim')}
        detail={text('repayment.orders.claimWhy')}
        end={
          <Text as="span">
            <Amount centavos={claimCentavos} />
          </Text>
        }
      />
    </List>
  );
}

/** The refundable amount, which links to /refund, and the outcome of the last refund. */
function RefundRows({ orders: { refundableCentavos, refund } }: { orders: BillList }) {
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
