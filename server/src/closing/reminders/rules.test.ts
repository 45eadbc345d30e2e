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

test('a day asks for bills due in three days, tomorrow and today, and for those overdue since the days of the list', () => {
  const wanted = reminderDaysOn(asDay('2026-11-25')).map(
    ({ kind, by, on }) => `${kind} ${by} ${on}`,
  );
  expect(wanted).toEqual([
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
])('at %s in Manila the hour to remind is %s', (time, hour) => {
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
const trueOf = (bill: BillToday) => kinds.filter((kind) => isReminderDue(kind, bill));

test('each kind is true on its days alone', () => {
  expect(trueOf(dueIn(4, 'upcoming'))).toEqual([]);
  expect(trueOf(dueIn(3, 'dueSoon'))).toEqual(['reminderSoon']);
  expect(trueOf(dueIn(2, 'dueSoon'))).toEqual([]);
  expect(trueOf(dueIn(1, 'dueTomorrow'))).toEqual(['reminderTomorrow']);
  expect(trueOf(dueIn(0, 'dueToday'))).toEqual(['reminderToday']);
  // After the due date and before the end of the last free day: nothing is late, and the reminder
  // of the due date was sent.
  expect(trueOf(dueIn(-2, 'dueToday'))).toEqual([]);
  const late = Array.from({ length: 40 }, (_, n) => n + 1).filter(
    (n) => trueOf(dueIn(-n, 'overdue', n)).length === 1,
  );
  expect(late).toEqual(overdueDays);
});

test('nothing is true of a bill that is settled, being paid, or about to be returned', () => {
  for (const state of ['repaid', 'cooledOff', 'writtenOff', 'void', 'repaymentInProgress'] as const)
    for (const days of [3, 1, 0, -1])
      expect(trueOf(dueIn(days, state, Math.max(0, -days)))).toEqual([]);
  expect(trueOf({ ...dueIn(3, 'dueSoon'), isReturnAsked: true })).toEqual([]);
});

test('while a promise is kept, its next part alone is reminded of, the day before', () => {
  for (const state of ['overdue', 'dueToday', 'dueSoon'] as const) {
    expect(trueOf({ ...dueIn(-1, state, 1), daysToPart: 1 })).toEqual(['reminderPromise']);
    for (const daysToPart of [0, 2, 5])
      expect(trueOf({ ...dueIn(-1, state, 1), daysToPart })).toEqual([]);
  }
});

test('on the day after a part did not come it is said alone, and from the next day on the bill is reminded of like every other', () => {
  const late = dueIn(-14, 'overdue', 14);
  expect([-1, -2].map((daysToPart) => trueOf({ ...late, daysToPart }))).toEqual([
    ['promiseMissed'],
    ['reminderOverdue'],
  ]);
  expect(trueOf({ ...late, daysToPart: -1, isReturnAsked: true })).toEqual([]);
});
