// On which days a bill is reminded of, and at which hours. Pure.

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
 * Days overdue on which a bill is reminded of: soon after the date, then ever more seldom, and
 * after a month by nothing that a program sends. Never twice a day (SEC MC 18 s.2019: no
 * unreasonable collecting).
 */
export const overdueDays: readonly number[] = [1, 3, 7, 14, 21, 30];

/**
 * A kind of reminder, and the due date, the last free day, or the day of a promised part, of the
 * bills that it is for.
 */
export type ReminderDay = { kind: ReminderKind; by: 'dueOn' | 'lastFreeOn' | 'partOn'; on: Day };

/**
 * The reminders of a Manila day. Overdue days are counted from the last free day, like late
 * charges.
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

/** The hour of the Manila day, or null where it is one at which nobody is written to. */
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
 * A bill on a day, as the loan slice sees it; `daysToPart` to the next part of a promise that is
 * kept, or, below 0, to the part that broke it.
 */
export type BillToday = {
  state: BillState;
  daysToDue: number;
  overdueDays: number;
  isReturnAsked: boolean;
  daysToPart: number | null;
};

/**
 * Whether a reminder of this kind is true of a bill today. Nobody is reminded of a bill that they
 * are about to return; while a promise to pay is kept, of its next part alone; and on the day after
 * it broke, of that alone.
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
