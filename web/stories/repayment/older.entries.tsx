// The orders screen with more settled loans than one page can show, and the page that its button
// loads.
import { asDay } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { billList } from '@sandali/contract/loan.ts';
import { queryClient, queryOptions } from '#/client/query.ts';
import { OrdersView } from '#/screens/repayment/Orders.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { orders, repaidBill } from './repayment.fixtures.ts';

const before = '00000000-0000-4000-8000-0000000000a0' as LoanId;
const olderLoan = (nth: number, day: string) => ({
  ...repaidBill.bill,
  loanId: `00000000-0000-4000-8000-0000000000b${nth}` as LoanId,
  repaidOn: asDay(day),
});

function OlderLoans() {
  const older = {
    ...orders.calm,
    settled: [olderLoan(1, '2026-03-02'), olderLoan(2, '2026-02-03')],
    next: null,
  };
  queryClient.setQueryData(queryOptions(billList, { before }).queryKey, older);
  return <OrdersView orders={{ ...orders.calm, next: before }} />;
}

export const entries: Entry[] = [
  {
    group: 'Orders',
    name: 'older loans',
    isScreen: true,
    at: '/wealth',
    draw: () => (
      <Screen>
        <OlderLoans />
      </Screen>
    ),
  },
];
