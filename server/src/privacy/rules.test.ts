import { addDays, asDay, compareDays, type Day, isWorkingDay } from '@sandali/contract/day.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holidaySet } from '#/data/holidays/holidays.ts';
import { answerDueOn, deletionOf, keptUntil, type MoneyHere, workingDaysLeft } from './rules.ts';

const holidays = holidaySet();
const someDay = fc.integer({ min: 0, max: 800 }).map((n) => addDays(asDay('2026-01-01'), n));
const daysBetween = (from: Day, to: Day) => {
  const all: Day[] = [];
  for (let day = addDays(from, 1); compareDays(day, to) <= 0; day = addDays(day, 1)) all.push(day);
  return all;
};

test('a data request is due on the thirtieth working day after it', () => {
  fc.assert(
    fc.property(someDay, (askedOn) => {
      const dueOn = answerDueOn(askedOn, holidays);
      expect(isWorkingDay(dueOn, holidays)).toBe(true);
      expect(daysBetween(askedOn, dueOn).filter((day) => isWorkingDay(day, holidays))).toHaveLength(
        30,
      );
      expect(workingDaysLeft(askedOn, dueOn, holidays)).toBe(30);
    }),
  );
});

test('a later request is never due earlier, and only working days reduce the days left', () => {
  fc.assert(
    fc.property(someDay, (askedOn) => {
      const dueOn = answerDueOn(askedOn, holidays);
      const next = addDays(askedOn, 1);
      expect(compareDays(answerDueOn(next, holidays), dueOn)).toBeGreaterThanOrEqual(0);
      expect(workingDaysLeft(next, dueOn, holidays)).toBe(isWorkingDay(next, holidays) ? 29 : 30);
      expect(workingDaysLeft(dueOn, dueOn, holidays)).toBe(0);
      expect(workingDaysLeft(addDays(dueOn, 7), dueOn, holidays)).toBeLessThan(0);
    }),
  );
});

test.each([
  // Bonifacio Day, 8 December, Christmas and New Year fall in between.
  ['2026-11-20', '2027-01-12'],
  ['2026-06-01', '2026-07-14'], // Independence Day
  ['2026-01-03', '2026-02-13'], // a request on a Saturday
])('a data request made on %s is due on %s', (askedOn, dueOn) => {
  expect(answerDueOn(asDay(askedOn), holidays)).toBe(dueOn);
});

const rules = { recordsKeptYears: 5 };

test('retains records for five years after a loan is closed', () => {
  expect(keptUntil(asDay('2026-11-20'), rules)).toBe('2031-11-20');
  expect(keptUntil(asDay('2028-02-29'), rules)).toBe('2033-02-28');
});

test('decides whether an account can be deleted now, later, by request or not yet', () => {
  const closed = (day: string) => ({ closedOn: asDay(day) });
  const today = asDay('2026-11-20');
  const way = (
    loans: { closedOn: Day | null }[],
    isUnderReview = false,
    resubmitOn: string | null = null,
    lastBookedOn: Day | null = null,
    money: MoneyHere | null = null,
  ) =>
    deletionOf(
      {
        loans,
        lastBookedOn,
        money,
        isUnderReview,
        resubmitOn: resubmitOn === null ? null : asDay(resubmitOn),
      },
      today,
      rules,
    );
  expect(way([])).toEqual({ way: 'now', from: null, heldUntil: null, money: null });
  expect(way([], true)).toEqual({ way: 'underReview', from: null, heldUntil: null, money: null });
  expect(way([closed('2026-03-01'), closed('2025-03-01')])).toEqual({
    way: 'request',
    from: null,
    heldUntil: '2031-03-01',
    money: null,
  });
  expect(way([closed('2026-03-01'), { closedOn: null }], true)).toEqual({
    way: 'openLoan',
    from: null,
    heldUntil: null,
    money: null,
  });
  expect(way([closed('2026-03-01')], false, null, asDay('2026-04-02')).heldUntil).toBe(
    '2031-04-02',
  );
  for (const money of ['kept', 'onItsWay'] as const)
    expect(way([closed('2026-03-01')], false, null, asDay('2026-04-02'), money)).toEqual({
      way: 'request',
      from: null,
      heldUntil: null,
      money,
    });
  expect(way([], false, '2026-11-21')).toEqual({
    way: 'later',
    from: '2026-11-21',
    heldUntil: null,
    money: null,
  });
  expect(way([], false, '2026-11-20')).toEqual({
    way: 'now',
    from: null,
    heldUntil: null,
    money: null,
  });
  expect(way([closed('2026-03-01')], false, '2026-11-21')).toMatchObject({
    way: 'request',
    from: null,
  });
});
