import { billList } from '@sandali/contract/loan.ts';
import { useEffect } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { OfflineFallback } from '#/screens/offline/OfflineFallback.tsx';
import { useSaveOrders } from '#/screens/offline/useSave.ts';
import { setCount } from '#/shell/badge.ts';
import type { BillList } from './answers.ts';
import { OrdersSkeleton } from './OrdersSkeleton.tsx';
import { OrdersError, OrdersView } from './OrdersView.tsx';

const everyMs = 5000;
const isMoving = ({ inTransit, open, refund }: BillList) =>
  inTransit.length > 0 || refund?.state === 'ordered' || open.some((bill) => bill.state === 'repaymentInProgress');

/** /wealth: what is owed, what is on its way, what was settled. While money moves, it asks again by itself. */
export default function Orders() {
  const bills = useServerQuery(billList, {}, { everyMs: (orders) => isMoving(orders) && everyMs });
  const { data, failure, refresh } = bills;
  useSaveOrders(data);
  useEffect(() => {
    if (data) setCount('dueNumber', data.dueSoonCount + data.overdueCount);
  }, [data]);
  if (data) return <OrdersView orders={data} old={failure && { failure, onRetry: () => void refresh() }} />;
  if (!failure) return <OrdersSkeleton />;
  return (
    <OfflineFallback failure={failure} onRetry={refresh}>
      <OrdersError read={bills} />
    </OfflineFallback>
  );
}
