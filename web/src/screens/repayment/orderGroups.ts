// How /wealth puts its bills together: overdue first, then payments on their way, due soon, later. The server's order stays within a group.
import type { BillRow, BillState } from '@sandali/contract/bill.ts';

type OrderGroup = 'overdue' | 'paying' | 'soon' | 'later';

const groupOf: Partial<Record<BillState, OrderGroup>> = {
  overdue: 'overdue',
  repaymentInProgress: 'paying',
  dueToday: 'soon',
  dueTomorrow: 'soon',
  dueSoon: 'soon',
};
const order: readonly OrderGroup[] = ['overdue', 'paying', 'soon', 'later'];

/** The open bills by group, most urgent group first, without empty groups. */
export function orderGroups(open: readonly BillRow[]): { group: OrderGroup; bills: BillRow[] }[] {
  return order
    .map((group) => ({ group, bills: open.filter((bill) => (groupOf[bill.state] ?? 'later') === group) }))
    .filter(({ bills }) => bills.length > 0);
}

/** The bill that the button of /wealth pays: the first of the most urgent group whose payment is not already on its way; undefined for none. */
export function nextToPay(open: readonly BillRow[]): { bill: BillRow; group: OrderGroup } | undefined {
  const [first] = orderGroups(open).filter(({ group }) => group !== 'paying');
  const bill = first?.bills[0];
  return first && bill && { bill, group: first.group };
}
