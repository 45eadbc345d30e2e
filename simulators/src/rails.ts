// The simulator's two rails. InstaPay pays up to ₱50,000 at any hour. PESONet settles orders placed
// before 14:00 Manila time on the same working day, and later orders on the next.

export const instapayMostCentavos = 5_000_000;
const manila = 'Asia/Manila';
const cutOff = '14:00';
/** Manila time at which a day's batch settles. */
const settledAt = '17:00';
const returnedAt = '10:00';

/** Days without a batch (YYYY-MM-DD), in addition to Saturdays and Sundays. */
type Holidays = readonly string[];

/** Returns the business time at which PESONet settles an order placed at `at`. */
export function batchOf(at: Temporal.Instant, holidays: Holidays): Temporal.Instant {
  const here = at.toZonedDateTimeISO(manila);
  const day = here.toPlainDate();
  const isInTime =
    Temporal.PlainTime.compare(here.toPlainTime(), cutOff) < 0 && isWorkingDay(day, holidays);
  return atTime(isInTime ? day : nextWorkingDay(day, holidays), settledAt);
}

/** Returns the business time at which the receiving bank returns a payment made at `paidAt`. */
export function returnOf(paidAt: Temporal.Instant, holidays: Holidays): Temporal.Instant {
  return atTime(
    nextWorkingDay(paidAt.toZonedDateTimeISO(manila).toPlainDate(), holidays),
    returnedAt,
  );
}

function nextWorkingDay(day: Temporal.PlainDate, holidays: Holidays): Temporal.PlainDate {
  const next = day.add({ days: 1 });
  return isWorkingDay(next, holidays) ? next : nextWorkingDay(next, holidays);
}

const isWorkingDay = (day: Temporal.PlainDate, holidays: Holidays) =>
  day.dayOfWeek <= 5 && !holidays.includes(day.toString());

function atTime(day: Temporal.PlainDate, plainTime: string): Temporal.Instant {
  return day.toZonedDateTime({ timeZone: manila, plainTime }).toInstant();
}
