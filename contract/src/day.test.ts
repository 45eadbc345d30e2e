import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addWorkingDays,
  asDay,
  compareDays,
  type Day,
  daysBetween,
  endOfDayMs,
  type Instant,
  instantMs,
  instantOf,
  isWorkingDay,
  laterDay,
  manilaDay,
  nextWorkingDayFrom,
  startOfDayMs,
  weekday,
  zDay,
  zInstant,
} from './day.ts';

const first = asDay('1930-01-01');
const anyDay = fc.integer({ min: 0, max: 60_000 }).map((n) => addDays(first, n));
const none = new Set<Day>();

/** Our code always uses UTC+8; Temporal applies Manila's daylight saving time of 1978 and 1990. */
const manila = '+08:00';

describe('days', () => {
  test('day arithmetic agrees with Temporal on every day of 164 years', () => {
    let plain = Temporal.PlainDate.from(first);
    for (let n = 0; n < 60_000; n += 1) {
      const day = addDays(first, n);
      if (day !== plain.toString() || weekday(day) !== plain.dayOfWeek)
        expect.fail(`${day} is not ${plain}`);
      plain = plain.add({ days: 1 });
    }
    expect(daysBetween(first, addDays(first, 60_000))).toBe(60_000);
  });

  test('adding and subtracting days gives the same result as Temporal', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.integer({ min: -2000, max: 2000 }), (a, b, n) => {
        const plain = Temporal.PlainDate.from(a);
        expect(addDays(a, n)).toBe(plain.add({ days: n }).toString());
        expect(daysBetween(a, b)).toBe(plain.until(b).days);
        expect(Math.sign(compareDays(a, b))).toBe(Temporal.PlainDate.compare(a, b));
        expect(laterDay(a, b)).toBe(compareDays(a, b) > 0 ? a : b);
        expect(startOfDayMs(a)).toBe(plain.toZonedDateTime(manila).epochMilliseconds);
        expect(endOfDayMs(a)).toBe(
          plain.add({ days: 1 }).toZonedDateTime(manila).epochMilliseconds - 1,
        );
      }),
      { numRuns: 3000 },
    );
  });

  test('zDay accepts only days that exist in the calendar', () => {
    for (const good of ['2024-02-29', '2000-02-29', '2026-12-31'])
      expect(v.is(zDay, good)).toBe(true);
    const bad = [
      '2026-02-29',
      '1900-02-29',
      '2026-02-30',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00:00Z',
      '',
      5,
    ];
    for (const text of bad) expect(v.is(zDay, text), String(text)).toBe(false);
    expect(() => asDay('2026-02-29')).toThrow(RangeError);
  });
});

describe('instants', () => {
  test('the Manila day changes at 16:00 UTC', () => {
    expect(manilaDay('2026-04-01T15:59:59.999Z' as Instant)).toBe('2026-04-01');
    expect(manilaDay('2026-04-01T16:00:00Z' as Instant)).toBe('2026-04-02');
    expect(manilaDay('2026-12-31T16:00:00.000000001Z' as Instant)).toBe('2027-01-01');
    expect(instantOf(endOfDayMs(asDay('2026-04-01')))).toBe('2026-04-01T15:59:59.999Z');
  });

  test('the Manila day of an instant agrees with Temporal', () => {
    const from = Date.UTC(1991, 0, 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 * 366 * 24 * 3600 * 1000 }), (offset) => {
        const exact = Temporal.Instant.fromEpochMilliseconds(from + offset);
        expect(manilaDay(from + offset)).toBe(
          exact.toZonedDateTimeISO('Asia/Manila').toPlainDate().toString(),
        );
        expect(manilaDay(v.parse(zInstant, exact.toString()))).toBe(manilaDay(from + offset));
        expect(instantMs(instantOf(from + offset))).toBe(from + offset);
      }),
      { numRuns: 3000 },
    );
  });

  test('zInstant accepts only UTC with Z, on an existing day and at a valid time', () => {
    for (const good of ['2026-04-01T00:00:00Z', '2026-04-01T23:59:59.123456789Z'])
      expect(v.is(zInstant, good)).toBe(true);
    const bad = [
      '2026-04-01T00:00:00',
      '2026-04-01T00:00:00+08:00',
      '2026-02-29T00:00:00Z',
      '2026-04-01T24:00:00Z',
      '2026-04-01T00:60:00Z',
      '2026-04-01',
    ];
    for (const text of bad) expect(v.is(zInstant, text), text).toBe(false);
  });
});

describe('working days', () => {
  const holyWeek = new Set(['2026-04-02', '2026-04-03', '2026-04-09'].map(asDay));

  test('working days are Monday to Friday except holidays', () => {
    expect(isWorkingDay(asDay('2026-04-01'), holyWeek)).toBe(true);
    expect(isWorkingDay(asDay('2026-04-02'), holyWeek)).toBe(false);
    expect(isWorkingDay(asDay('2026-04-04'), holyWeek)).toBe(false);
    expect(nextWorkingDayFrom(asDay('2026-04-01'), holyWeek)).toBe('2026-04-01');
    expect(nextWorkingDayFrom(asDay('2026-04-02'), holyWeek)).toBe('2026-04-06');
    expect(addWorkingDays(asDay('2026-04-01'), 3, holyWeek)).toBe('2026-04-08');
    expect(addWorkingDays(asDay('2026-04-01'), 4, holyWeek)).toBe('2026-04-10');
    expect(addWorkingDays(asDay('2026-04-04'), 0, holyWeek)).toBe('2026-04-04');
    expect(() => addWorkingDays(asDay('2026-04-04'), -1, none)).toThrow(RangeError);
  });

  test('exactly n working days pass between a day and the nth working day after it', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 1, max: 15 }),
        fc.array(fc.nat(30), { maxLength: 6 }),
        (day, n, offsets) => {
          const holidays = new Set(offsets.map((offset) => addDays(day, offset)));
          const end = addWorkingDays(day, n, holidays);
          const passed = Array.from({ length: daysBetween(day, end) }, (_, i) =>
            addDays(day, i + 1),
          ).filter((d) => isWorkingDay(d, holidays));
          expect(passed.length).toBe(n);
          expect(passed.at(-1)).toBe(end);
        },
      ),
    );
  });
});
