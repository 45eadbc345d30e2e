// How /wealth puts its bills together. The server's order, by urgency, stays: of the groups, and
// within each.
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

/** The open bills by group, that of the most urgent bill first. */
export function orderGroups(open: readonly BillRow[]): { group: OrderGroup; bills: BillRow[] }[] {
  const groups = [...new Set(open.map(groupOf))];
  return groups.map((group) => ({ group, bills: open.filter((bill) => groupOf(bill) === group) }));
}

/**
 * The bill that the button of /wealth pays: the most urgent one whose payment is not already on its
 * way; undefined for none.
 */
export function nextToPay(
  open: readonly BillRow[],
): { bill: BillRow; group: OrderGroup } | undefined {
  const bill = open.find((one) => groupOf(one) !== 'paying');
  return bill && { bill, group: groupOf(bill) };
}
