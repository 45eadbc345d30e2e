import { isPickup } from '@sandali/contract/channel.ts';
import { addDays, manilaDay } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay, formatMoment, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { Timeline } from '#/ui/Timeline.tsx';
import { type LoanFacts, type LoanMoment, type MomentId, momentsOf } from './moments.ts';

const done = {
  signed: 'loan.way.signed',
  approval: 'loan.way.approved',
  handover: 'loan.way.handedOver',
  transfer: 'loan.way.transferred',
  arrival: 'loan.way.arrived',
  failed: 'loan.way.failed',
  cancelled: 'loan.way.cancelled',
  reversed: 'loan.way.reversed',
} as const;
const ahead = {
  ...done,
  approval: 'loan.way.approving',
  handover: 'loan.way.paying',
  transfer: 'loan.way.bankProcessing',
  arrival: 'loan.way.arrival',
} as const;
/** The step texts for cash to collect, which waits at a counter or in a machine. */
const collected = {
  done: {
    handover: 'loan.way.ordered',
    transfer: 'loan.way.laidReady',
    arrival: 'loan.way.collected',
  },
  ahead: {
    handover: 'loan.way.ordering',
    transfer: 'loan.way.layingReady',
    arrival: 'loan.way.collect',
  },
} as const;
const details: Partial<Record<MomentId, 'loan.way.approvingDetail' | 'loan.way.payingDetail'>> = {
  approval: 'loan.way.approvingDetail',
  handover: 'loan.way.payingDetail',
};
const stateTexts = {
  done: 'loan.way.state.done',
  now: 'loan.way.state.now',
  next: 'loan.way.state.next',
  late: undefined,
} as const;

/** The timeline of a loan, with times. */
export function LoanTimeline({ loan }: { loan: LoanFacts }) {
  const text = useText();
  const moments = momentsOf(loan).map((moment) => {
    const stateText = stateTexts[moment.state];
    return {
      state: moment.state,
      title: titleOf(text, loan, moment),
      at: whenOf(text, loan, moment),
      detail:
        moment.state === 'now'
          ? detailOf(text, loan, moment.id)
          : moment.id === 'repay' && ifArrives(text, loan),
      stateText: stateText && text(stateText),
    };
  });
  return <Timeline label={text('loan.way.label')} moments={moments} />;
}

/** Whether the money arrives on a given day rather than within minutes. */
function isByDay(arrival: LoanFacts['arrival']): arrival is NonNullable<LoanFacts['arrival']> {
  return arrival !== null && arrival.how !== 'minutes';
}

/**
 * Returns the detail of the current step. If a new account delays the loan, the detail is the
 * reason and the end of the delay.
 */
function detailOf(
  text: Text,
  { heldUntil, loanOn, pickup, arrival, expectedBy }: LoanFacts,
  id: MomentId,
): string | undefined {
  if (id === 'approval' && heldUntil)
    return text('loan.way.heldDetail', { time: formatMoment(heldUntil, loanOn, currentLocale()) });
  if (id === 'arrival' && pickup)
    return text(pickup.isAskedBack ? 'loan.way.askedBackDetail' : 'loan.way.collectDetail');
  if (isByDay(arrival) && (id === 'handover' || id === 'transfer'))
    return text('loan.way.batchDetail');
  if (id === 'transfer') {
    if (arrival) return text('loan.way.bankDetail', { minutes: arrival.minutes });
    return text(expectedBy ? 'loan.way.tellDetail' : 'loan.way.bankLate');
  }
  const detail = details[id];
  return detail && text(detail);
}

/**
 * Returns the text about the arrival on which the due date depends, while a transfer to an account
 * is under way.
 */
function ifArrives(text: Text, { arrival, heldUntil }: LoanFacts): string | undefined {
  if (!arrival) return undefined;
  if (arrival.how !== 'later' && !heldUntil) return text('loan.way.ifToday');
  return text('loan.way.ifOn', { day: formatDay(arrival.on, currentLocale(), { weekday: true }) });
}

function titleOf(text: Text, loan: LoanFacts, { id, state }: LoanMoment): string {
  if (id === 'repay') return text('loan.way.repay', { amount: formatPesos(loan.repayCentavos) });
  const isOver = state === 'done' || state === 'late';
  // A gateway that does not report collections marks the loan paid while the cash may still wait at
  // the counter.
  if (id === 'arrival' && state === 'done' && loan.pickup) return text('loan.way.laidReady');
  if (id === 'arrival' && loan.pickup?.isAskedBack) return text('loan.way.stayAway');
  if (id === 'failed' && loan.failure === 'cancelled') return text('loan.way.cancelled');
  if (id === 'failed' && loan.failure === 'notCollected') return text('loan.pickup.over');
  if (isPickup(loan.channel)) {
    if (id === 'reversed') return text('loan.way.wentBack');
    if (id === 'transfer' && !isOver && loan.channel === 'cardless')
      return text('loan.way.makingCode');
    if (id === 'handover' || id === 'transfer' || id === 'arrival')
      return text(collected[isOver ? 'done' : 'ahead'][id]);
  }
  return text(isOver ? done[id] : ahead[id]);
}

/** Returns a step's past or expected time, with its date unless that is the date of the loan. */
function whenOf(text: Text, loan: LoanFacts, { id, state, at }: LoanMoment): string | undefined {
  const locale = currentLocale();
  if (state === 'now') return text('loan.way.now');
  if (id === 'repay') {
    const dueOn = loan.dueOn ?? (loan.arrival && addDays(loan.arrival.on, loan.termDays));
    return dueOn
      ? formatDay(dueOn, locale, { weekday: true })
      : text('loan.way.daysAfter', { days: loan.termDays });
  }
  if (state !== 'next') return at ? formatMoment(at, loan.loanOn, locale) : undefined;
  // The promised time is when the money reaches the account or can be collected.
  if (id !== (isPickup(loan.channel) ? 'transfer' : 'arrival')) return undefined;
  if (isByDay(loan.arrival)) {
    return loan.arrival.how === 'today'
      ? text('loan.way.today')
      : text('loan.way.on', { day: formatDay(loan.arrival.on, locale, { weekday: true }) });
  }
  if (!loan.expectedBy) return undefined;
  const isSameDay = manilaDay(loan.expectedBy) === loan.loanOn;
  return text('loan.way.by', {
    time: isSameDay
      ? formatTime(loan.expectedBy)
      : formatMoment(loan.expectedBy, loan.loanOn, locale),
  });
}
