// The state of a complaint, its days, and whether one of its clocks has run out. Pure.
import {
  acknowledgeWithinDays,
  type ComplaintState,
  mostTurnsOfComplaint,
  reopenWithinDays,
  resolveWithinDays,
} from '@sandali/contract/cases.ts';
import { manilaDayOf } from '#/platform/days.ts';

/** The Manila days by which a complaint of this day is acknowledged and answered. */
export function daysOf(openedOn: Temporal.PlainDate): {
  acknowledgeOn: Temporal.PlainDate;
  resolveOn: Temporal.PlainDate;
} {
  return {
    acknowledgeOn: openedOn.add({ days: acknowledgeWithinDays }),
    resolveOn: openedOn.add({ days: resolveWithinDays }),
  };
}

/** The Manila day until which a complaint that was closed then takes its borrower's words. */
export function writeUntil(closedAt: Temporal.Instant): Temporal.PlainDate {
  return manilaDayOf(closedAt).add({ days: reopenWithinDays });
}

/** Turns that are left to staff, so that a full complaint can be answered and closed. */
const turnsOfStaffAlone = 20;

/** Why a complaint takes no further turn of its borrower on a day; null where it does. */
export function whyNoTurn(
  { closedAt, turns }: { closedAt: Temporal.Instant | null; turns: number },
  today: Temporal.PlainDate,
): 'complaintClosed' | 'complaintFull' | null {
  if (closedAt && Temporal.PlainDate.compare(today, writeUntil(closedAt)) > 0)
    return 'complaintClosed';
  return turns >= mostTurnsOfComplaint - turnsOfStaffAlone ? 'complaintFull' : null;
}

/**
 * When a turn counts as written: the moment of its call, or that of what was written or done while
 * it waited, which it stands after (a picture takes seconds, and two servers have two clocks).
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
 * The day of the clock that runs: to be acknowledged, then to be answered; null once neither does.
 */
export function clockOf(
  steps: Steps & { acknowledgeOn: Temporal.PlainDate; resolveOn: Temporal.PlainDate },
): Temporal.PlainDate | null {
  const state = stateOf(steps);
  if (state === 'open') return steps.acknowledgeOn;
  return state === 'acknowledged' ? steps.resolveOn : null;
}

/** The state of a clock on a day: `soon` on its last day and the one before. */
export function clockState(
  endsOn: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
): 'late' | 'soon' | 'running' | 'stopped' {
  if (endsOn === null) return 'stopped';
  if (Temporal.PlainDate.compare(today, endsOn) > 0) return 'late';
  return Temporal.PlainDate.compare(today.add({ days: 1 }), endsOn) >= 0 ? 'soon' : 'running';
}

/** Days back for which a payment can be reported. */
const paidWithinDays = 366;

/**
 * Whether somebody can have paid on a day: not later than today, and not longer ago than anybody
 * can look up.
 */
export function isPayDay(paidOn: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return (
    Temporal.PlainDate.compare(paidOn, today) <= 0 &&
    Temporal.PlainDate.compare(paidOn, today.subtract({ days: paidWithinDays })) >= 0
  );
}
