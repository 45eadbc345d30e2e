import { billList } from '@sandali/contract/loan.ts';
import { useEffect } from 'react';
import { useAsk } from '#/client/query.ts';
import { KeptInstead } from '#/screens/offline/KeptInstead.tsx';
import { useKeepOrders } from '#/screens/offline/useKeep.ts';
import { setCount } from '#/shell/badge.ts';
import type { Orders } from './answers.ts';
import { WealthSkeleton } from './WealthSkeleton.tsx';
import { WealthError, WealthView } from './WealthView.tsx';

const everyMs = 5000;
const isMoving = ({ inTransit, open, refund }: Orders) =>
  inTransit.length > 0 || refund?.state === 'ordered' || open.some((bill) => bill.state === 'repaymentInProgress');

/** /wealth: what is owed, what is on its way, what was settled. While money moves, it asks again by itself. */
export default function Wealth() {
  const bills = useAsk(billList, {}, { everyMs: (orders) => isMoving(orders) && everyMs });
  const { data, failure, refresh } = bills;
  useKeepOrders(data);
  useEffect(() => {
    if (data) setCount('dueNumber', data.dueSoonCount + data.overdueCount);
  }, [data]);
  if (data) return <WealthView orders={data} old={failure && { failure, onRetry: () => void refresh() }} />;
  if (!failure) return <WealthSkeleton />;
  return (
    <KeptInstead failure={failure} onRetry={refresh}>
      <WealthError read={bills} />
    </KeptInstead>
  );
}
