// The hours in which the sandbox's business time may begin a run, so that review hours never stop a newcomer (product.md, "The sandbox").
import { manila } from '#/platform/days.ts';

const opensAt = 8;
const closesAt = 22;
const startsAt = 10;

/** The instant itself where it is 10:00 in Manila, else the next 10:00. */
export function nextTen(at: Temporal.Instant): Temporal.Instant {
  const here = at.toZonedDateTimeISO(manila);
  const ten = here.toPlainDate().toZonedDateTime({ timeZone: manila, plainTime: { hour: startsAt } });
  return (Temporal.ZonedDateTime.compare(here, ten) <= 0 ? ten : ten.add({ days: 1 })).toInstant();
}

/** The instant itself from 08:00 to 22:00 Manila, else the next 10:00. */
export function startWithinHours(at: Temporal.Instant): Temporal.Instant {
  const { hour } = at.toZonedDateTimeISO(manila);
  return hour >= opensAt && hour < closesAt ? at : nextTen(at);
}
