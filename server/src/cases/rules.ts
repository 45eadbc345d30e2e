// Pure rules for the state and deadlines of a complaint.
import {
  acknowledgeWithinDays,
  type ComplaintState,
  mostTurnsOfComplaint,
  resolveWithinDays,
} from '@sandali/contract/cases.ts';
import type { RulesOn } from '#/context/rules.ts';
import { manilaDayOf } from '#/platform/days.ts';

/**
 * Returns the Manila days by which a complaint opened on this day must be acknowledged and
 * answered.
 */
export function daysOf(openedOn: Temporal.PlainDate): {
  acknowledgeOn: Temporal.PlainDate;
  resolveOn: Temporal.PlainDate;
} {
  return {
    acknowledgeOn: openedOn.add({ days: acknowledgeWithinDays }),
    resolveOn: openedOn.add({ days: resolveWithinDays }),
  };
}

/** Returns the last Manila day on which the borrower can add a turn to a closed complaint. */
export function writeUntil(closedAt: Temporal.Instant, rulesOn: RulesOn): Temporal.PlainDate {
  const closedOn = manilaDayOf(closedAt);
  return closedOn.add({ days: rulesOn(closedOn).caseReopenDays });
}

/** Turns reserved for staff, so that they can answer and close a full complaint. */
const turnsOfStaffAlone = 20;

/** Returns why the borrower cannot write another turn on the given day; null if they can. */
export function whyNoTurn(
  { closedAt, turns }: { closedAt: Temporal.Instant | null; turns: number },
  today: Temporal.PlainDate,
  rulesOn: RulesOn,
): 'complaintClosed' | 'complaintFull' | null {
  if (closedAt && Temporal.PlainDate.compare(today, writeUntil(closedAt, rulesOn)) > 0)
    return 'complaintClosed';
  return turns >= mostTurnsOfComplaint - turnsOfStaffAlone ? 'complaintFull' : null;
}

/**
 * Returns the time of a turn: `now`, or the last turn's or step's time if that is later. Turns can
 * be stored out of order, because processing a picture takes seconds and servers' clocks differ.
 */
export function turnAt(now: Temporal.Instant, lastAt: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(now, lastAt) < 0 ? lastAt : now;
}

type Steps = { acknowledgedAt: unknown; answeredAt: unknown; closedAt: unknown };

export function stateOf({ acknowledgedAt, answeredAt, closedAt }: Steps): ComplaintState {
  if (closedAt) return 'closed';
  if (answeredAt) return 'answered';
  return acknowledgedAt ? 'acknowledged' : 'open';
}

/**
 * Returns the current deadline, first for the acknowledgement, then for the answer; null after the
 * answer.
 */
export function clockOf(
  steps: Steps & { acknowledgeOn: Temporal.PlainDate; resolveOn: Temporal.PlainDate },
): Temporal.PlainDate | null {
  const state = stateOf(steps);
  if (state === 'open') return steps.acknowledgeOn;
  return state === 'acknowledged' ? steps.resolveOn : null;
}

/** Returns a deadline's state on the given day: `soon` on the due day and the day before. */
export function clockState(
  endsOn: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
): 'late' | 'soon' | 'running' | 'stopped' {
  if (endsOn === null) return 'stopped';
  if (Temporal.PlainDate.compare(today, endsOn) > 0) return 'late';
  return Temporal.PlainDate.compare(today.add({ days: 1 }), endsOn) >= 0 ? 'soon' : 'running';
}

/** The maximum age of a reported payment in days; older payments cannot be looked up. */
const paidWithinDays = 366;

/** Whether a payment made on this day can be reported: within a year, and not in the future. */
export function isPayDay(paidOn: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return (
    Temporal.PlainDate.compare(paidOn, today) <= 0 &&
    Temporal.PlainDate.compare(paidOn, today.subtract({ days: paidWithinDays })) >= 0
  );
}
