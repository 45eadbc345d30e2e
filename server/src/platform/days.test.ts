import { expect, test } from 'vitest';
import { manilaDayOf, nextRateLimitDay, shownAt } from './days.ts';

const at = (text: string) => Temporal.Instant.from(text);
const wall = at('2026-11-24T07:00:00Z'); // 15:00 in Manila

test('converts a wall time to the business time with the same distance from now', () => {
  const shown = (now: string) =>
    shownAt(wall.subtract({ minutes: 5 }), { now: at(now), wall }).toString();
  expect(shown('2026-11-24T07:00:00Z')).toBe('2026-11-24T06:55:00Z');
  expect(shown('2026-12-01T02:00:00Z')).toBe('2026-12-01T01:55:00Z');
});

test.each([
  ['production', '2026-11-24T07:00:00Z', '2026-11-25'],
  ['the sandbox, whole days ahead', '2026-12-01T07:00:00Z', '2026-12-02'],
  // Nine hours of wall time remain until the reset; business time is then 16:00 on the 30th.
  ['the sandbox, a part of a day ahead', '2026-11-29T23:00:00Z', '2026-11-30'],
])('a rate limit that counts wall-clock days resets on the announced day: %s', (_, now, day) => {
  expect(nextRateLimitDay({ now: at(now), wall }).toString()).toBe(day);
});

test('the computed Manila day agrees with the time zone database around midnight', () => {
  for (
    let day = Temporal.PlainDate.from('1991-01-01');
    day.year < 2060;
    day = day.add({ days: 97 })
  ) {
    const midnight = day.toZonedDateTime('Asia/Manila').toInstant();
    expect(manilaDayOf(midnight).equals(day)).toBe(true);
    expect(
      manilaDayOf(midnight.subtract({ nanoseconds: 1 })).equals(day.subtract({ days: 1 })),
    ).toBe(true);
  }
});
