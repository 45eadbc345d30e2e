import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import {
  type BillToday,
  isReminderDue,
  overdueDays,
  type ReminderKind,
  reminderDaysOn,
  reminderHour,
} from './rules.ts';

test('lists the due dates, overdue days and plan parts that have a reminder today', () => {
  const reminderDays = reminderDaysOn(asDay('2026-11-25')).map(
    ({ kind, by, on }) => `${kind} ${by} ${on}`,
  );
  expect(reminderDays).toEqual([
    'reminderSoon dueOn 2026-11-28',
    'reminderTomorrow dueOn 2026-11-26',
    'reminderToday dueOn 2026-11-25',
    'reminderOverdue lastFreeOn 2026-11-24',
    'reminderOverdue lastFreeOn 2026-11-22',
    'reminderOverdue lastFreeOn 2026-11-18',
    'reminderOverdue lastFreeOn 2026-11-11',
    'reminderOverdue lastFreeOn 2026-11-04',
    'reminderOverdue lastFreeOn 2026-10-26',
    'reminderPromise partOn 2026-11-26',
    'promiseMissed partOn 2026-11-24',
  ]);
});

test.each([
  ['05:59:59.999', null],
  ['06:00:00', 6],
  ['09:30:00', 9],
  ['21:59:59.999', 21],
  ['22:00:00', null],
  ['00:00:00', null],
])('at %s in Manila the reminder hour is %s', (time, hour) => {
  expect(reminderHour(Temporal.Instant.from(`2026-11-25T${time}+08:00`))).toBe(hour);
});

const dueIn = (daysToDue: number, state: BillToday['state'], overdue = 0): BillToday => ({
  state,
  daysToDue,
  overdueDays: overdue,
  isReturnAsked: false,
  daysToPart: null,
});
const kinds: ReminderKind[] = [
  'reminderSoon',
  'reminderTomorrow',
  'reminderToday',
  'reminderOverdue',
  'reminderPromise',
  'promiseMissed',
];
const kindsFor = (bill: BillToday) => kinds.filter((kind) => isReminderDue(kind, bill));

test('each kind of reminder is due only on its own days', () => {
  expect(kindsFor(dueIn(4, 'upcoming'))).toEqual([]);
  expect(kindsFor(dueIn(3, 'dueSoon'))).toEqual(['reminderSoon']);
  expect(kindsFor(dueIn(2, 'dueSoon'))).toEqual([]);
  expect(kindsFor(dueIn(1, 'dueTomorrow'))).toEqual(['reminderTomorrow']);
  expect(kindsFor(dueIn(0, 'dueToday'))).toEqual(['reminderToday']);
  // Between the due date and the last free day nothing is overdue, so no reminder is due.
  expect(kindsFor(dueIn(-2, 'dueToday'))).toEqual([]);
  const late = Array.from({ length: 40 }, (_, n) => n + 1).filter(
    (n) => kindsFor(dueIn(-n, 'overdue', n)).length === 1,
  );
  expect(late).toEqual(overdueDays);
});

test('no reminder is due for a bill that is settled, being paid or being returned', () => {
  for (const state of ['repaid', 'cooledOff', 'writtenOff', 'void', 'repaymentInProgress'] as const)
    for (const days of [3, 1, 0, -1])
      expect(kindsFor(dueIn(days, state, Math.max(0, -days)))).toEqual([]);
  expect(kindsFor({ ...dueIn(3, 'dueSoon'), isReturnAsked: true })).toEqual([]);
});

test('a bill with a kept promise has a reminder only on the day before the next part', () => {
  for (const state of ['overdue', 'dueToday', 'dueSoon'] as const) {
    expect(kindsFor({ ...dueIn(-1, state, 1), daysToPart: 1 })).toEqual(['reminderPromise']);
    for (const daysToPart of [0, 2, 5])
      expect(kindsFor({ ...dueIn(-1, state, 1), daysToPart })).toEqual([]);
  }
});

test('a missed part replaces other reminders, and only on the next day', () => {
  const late = dueIn(-14, 'overdue', 14);
  expect([-1, -2].map((daysToPart) => kindsFor({ ...late, daysToPart }))).toEqual([
    ['promiseMissed'],
    ['reminderOverdue'],
  ]);
  expect(kindsFor({ ...late, daysToPart: -1, isReturnAsked: true })).toEqual([]);
});
