// Pure rules: the days and hours at which borrowers are reminded of a bill.

import type { BillState } from '@sandali/contract/bill.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';
import { firstReminderHour, lastReminderHour } from '@sandali/contract/reminder.ts';
import { manila } from '#/platform/days.ts';

const reminderKinds = [
  'reminderSoon',
  'reminderTomorrow',
  'reminderToday',
  'reminderOverdue',
  'reminderPromise',
  'promiseMissed',
] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Days before the due date. */
const daysBefore = { reminderSoon: 3, reminderTomorrow: 1, reminderToday: 0 } as const;
/**
 * Overdue days with a reminder. Reminders become rarer, and stop after a month (SEC MC 18 s.2019
 * forbids unreasonable collection).
 */
export const overdueDays: readonly number[] = [1, 3, 7, 14, 21, 30];

/**
 * A kind of reminder, sent for bills whose `by` date is `on`. The `by` date is the due date, the
 * last free day or the day on which a promised part is due.
 */
export type ReminderDay = { kind: ReminderKind; by: 'dueOn' | 'lastFreeOn' | 'partOn'; on: Day };

/**
 * Returns the reminders due on a day. Overdue days count from the last free day, like late charges.
 */
export function reminderDaysOn(today: Day): ReminderDay[] {
  const before = Object.entries(daysBefore).map(
    ([kind, days]): ReminderDay => ({
      kind: kind as ReminderKind,
      by: 'dueOn',
      on: addDays(today, days),
    }),
  );
  return [
    ...before,
    ...overdueDays.map(
      (days): ReminderDay => ({
        kind: 'reminderOverdue',
        by: 'lastFreeOn',
        on: addDays(today, -days),
      }),
    ),
    { kind: 'reminderPromise', by: 'partOn', on: addDays(today, 1) },
    { kind: 'promiseMissed', by: 'partOn', on: addDays(today, -1) },
  ];
}

/** Returns the hour in Manila, or null if no reminders are sent at this hour. */
export function reminderHour(now: Temporal.Instant): number | null {
  const { hour } = now.toZonedDateTimeISO(manila);
  return hour >= firstReminderHour && hour <= lastReminderHour ? hour : null;
}

const states: Readonly<
  Record<Exclude<ReminderKind, 'reminderPromise' | 'promiseMissed'>, BillState>
> = {
  reminderSoon: 'dueSoon',
  reminderTomorrow: 'dueTomorrow',
  reminderToday: 'dueToday',
  reminderOverdue: 'overdue',
};

/**
 * A bill on a day. `daysToPart` is the number of days until the next part of a kept promise; if
 * negative, the number of days since the missed part.
 */
export type BillToday = {
  state: BillState;
  daysToDue: number;
  overdueDays: number;
  isReturnAsked: boolean;
  daysToPart: number | null;
};

/**
 * Returns whether a reminder of this kind is due for a bill today. A requested return stops all
 * reminders. A kept promise, or a part missed yesterday, allows only the reminder of that part.
 */
export function isReminderDue(kind: ReminderKind, bill: BillToday): boolean {
  if (bill.isReturnAsked) return false;
  if (kind === 'reminderPromise') return bill.daysToPart === 1;
  if (kind === 'promiseMissed') return bill.daysToPart === -1;
  if (bill.daysToPart !== null && bill.daysToPart >= -1) return false;
  if (bill.state !== states[kind]) return false;
  return kind === 'reminderOverdue'
    ? overdueDays.includes(bill.overdueDays)
    : bill.daysToDue === daysBefore[kind];
}
