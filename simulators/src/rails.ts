// The two rails of transfers to accounts, as the bank plays them. InstaPay: at any hour, up to
// ₱50,000. PESONet: what is ordered before 14:00 Manila time on a working day is settled that
// afternoon, all else on the next working day; what the receiving bank sends back comes on the
// working day after that.

export const instapayMostCentavos = 5_000_000;
const manila = 'Asia/Manila';
const cutOff = '14:00';
/** When the day's batch has been settled. */
const settledAt = '17:00';
const returnedAt = '10:00';

/** Days as YYYY-MM-DD on which no batch is settled, besides Saturdays and Sundays. */
type Holidays = readonly string[];

/** When an order of this moment is settled by PESONet, by business time. */
export function batchOf(at: Temporal.Instant, holidays: Holidays): Temporal.Instant {
  const here = at.toZonedDateTimeISO(manila);
  const day = here.toPlainDate();
  const isInTime =
    Temporal.PlainTime.compare(here.toPlainTime(), cutOff) < 0 && isWorkingDay(day, holidays);
  return atTime(isInTime ? day : nextWorkingDay(day, holidays), settledAt);
}

/** When what was paid at this moment is sent back by the receiving bank, by business time. */
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
