import type { BillRow } from '@sandali/contract/bill.ts';
import { type Text, useText } from '#/i18n/text.ts';
import { Badge } from '#/ui/Badge.tsx';

type Facts = Pick<BillRow, 'state' | 'overdueDays' | 'daysToDue' | 'promised'>;

/**
 * A bill's state in a word or two: red if overdue, brown if due soon, green if settled or under an
 * active plan.
 */
export function BillBadge({ bill }: { bill: Facts }) {
  const text = useText();
  return <Badge tone={toneOf(bill)}>{stateWords(bill, text)}</Badge>;
}

function toneOf({ state, promised }: Facts) {
  if (promised) return 'positive';
  if (state === 'overdue') return 'bad';
  if (state === 'dueToday' || state === 'dueTomorrow' || state === 'dueSoon') return 'warn';
  return state === 'repaid' || state === 'cooledOff' ? 'positive' : 'plain';
}

function stateWords({ state, overdueDays, daysToDue, promised }: Facts, text: Text): string {
  if (promised && state !== 'repaymentInProgress') return text('repayment.state.plan');
  switch (state) {
    case 'overdue':
      return text('repayment.state.overdue', { days: overdueDays });
    case 'dueToday':
    case 'dueTomorrow':
    case 'repaid':
    case 'cooledOff':
    case 'writtenOff':
    case 'void':
      return text(`repayment.state.${state}`);
    case 'repaymentInProgress':
      return text('repayment.state.inProgress');
    default:
      return text('repayment.state.inDays', { days: daysToDue });
  }
}
