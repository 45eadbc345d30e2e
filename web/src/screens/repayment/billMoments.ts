// Converts a bill to a timeline of past events, today, and future events.
import type { Day } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay } from '#/i18n/days.ts';
import type { Text } from '#/i18n/text.ts';
import type { Moment } from '#/ui/Timeline.tsx';
import type { Bill } from './answers.ts';

type Event = Bill['events'][number];

/**
 * Returns a bill's moments in the server's order. For an open bill, today comes before all future
 * events.
 */
export function billMoments(detail: Bill, isOpen: boolean, text: Text, locale: Locale): Moment[] {
  const { today } = detail;
  const shown = detail.events.map((event) => momentOf(event, detail, text, locale));
  if (!isOpen) return shown;
  const now: Moment = {
    state: 'now',
    title: text('repayment.bill.event.today'),
    at: formatDay(today, locale),
    stateText: text('repayment.bill.moment.now'),
    ...(detail.tomorrowCentavos > 0 && {
      detail: text('repayment.bill.event.overdueToday', {
        amount: formatPesos(detail.tomorrowCentavos),
      }),
    }),
  };
  const behind = detail.events.filter((event) => !isAhead(event, today)).length;
  return [...shown.slice(0, behind), now, ...shown.slice(behind)];
}

/**
 * Whether an event is in the future. A due date, or the last day of a return, is in the future
 * until that day is over.
 */
function isAhead(event: Event, today: Day): boolean {
  return event.kind === 'due' || event.kind === 'returnEnds' ? event.on >= today : event.on > today;
}

function momentOf(event: Event, detail: Bill, text: Text, locale: Locale): Moment {
  const state = stateOf(event, detail);
  return {
    state,
    title: titleOf(event, detail, text),
    at: formatDay(event.on, locale),
    stateText: text(`repayment.bill.moment.${state}`),
  };
}

function stateOf(event: Event, { bill, today }: Bill): 'done' | 'next' | 'late' {
  if (isAhead(event, today)) return 'next';
  return event.kind === 'overdue' || (event.kind === 'due' && bill.overdueDays > 0)
    ? 'late'
    : 'done';
}

function titleOf(event: Event, { bill, today }: Bill, text: Text): string {
  if (event.kind === 'due')
    return text(
      !isAhead(event, today) && bill.overdueDays > 0
        ? 'repayment.bill.event.duePassed'
        : 'repayment.bill.event.due',
    );
  if (
    event.kind === 'arrived' ||
    event.kind === 'signed' ||
    event.kind === 'payment' ||
    event.kind === 'extended' ||
    event.kind === 'takenBack' ||
    event.kind === 'returnAsked'
  ) {
    const amount = event.amountCentavos === null ? '' : formatPesos(event.amountCentavos);
    return text(`repayment.bill.event.${event.kind}`, { amount });
  }
  return text(`repayment.bill.event.${event.kind}`);
}
