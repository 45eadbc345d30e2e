// Groups the bills on /wealth. Between and within groups, keeps the server's order by urgency.
import type { BillRow, BillState } from '@sandali/contract/bill.ts';

type OrderGroup = 'overdue' | 'paying' | 'soon' | 'plan' | 'later';

const groupOfState: Partial<Record<BillState, OrderGroup>> = {
  overdue: 'overdue',
  repaymentInProgress: 'paying',
  dueToday: 'soon',
  dueTomorrow: 'soon',
  dueSoon: 'soon',
};

function groupOf({ state, promised }: BillRow): OrderGroup {
  return promised && state !== 'repaymentInProgress' ? 'plan' : (groupOfState[state] ?? 'later');
}

/** Returns the open bills by group; the group of the most urgent bill comes first. */
export function orderGroups(open: readonly BillRow[]): { group: OrderGroup; bills: BillRow[] }[] {
  const groups = [...new Set(open.map(groupOf))];
  return groups.map((group) => ({ group, bills: open.filter((bill) => groupOf(bill) === group) }));
}

/**
 * Returns the bill that /wealth offers to pay: the most urgent one without a payment in transit.
 */
export function nextToPay(
  open: readonly BillRow[],
): { bill: BillRow; group: OrderGroup } | undefined {
  const bill = open.find((candidate) => groupOf(candidate) !== 'paying');
  return bill && { bill, group: groupOf(bill) };
}
