import type { BillRow } from '@sandali/contract/bill.ts';
import { type Text, useText } from '#/i18n/text.ts';
import { Badge } from '#/ui/Badge.tsx';

type Facts = Pick<BillRow, 'state' | 'overdueDays' | 'daysToDue'>;

/** The state of a bill in a word or two; red for overdue, brown for soon, green for settled. */
export function BillBadge({ bill }: { bill: Facts }) {
  const text = useText();
  return <Badge tone={toneOf(bill)}>{stateWords(bill, text)}</Badge>;
}

function toneOf({ state }: Facts) {
  if (state === 'overdue') return 'bad';
  if (state === 'dueToday' || state === 'dueTomorrow' || state === 'dueSoon') return 'warn';
  return state === 'repaid' || state === 'cooledOff' ? 'positive' : 'plain';
}

function stateWords({ state, overdueDays, daysToDue }: Facts, text: Text): string {
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
