/** Whole years of age on a day. Somebody born on 29 February turns a year older on 1 March of other years, never a day too early. */
export function ageOn(bornOn: string, day: Temporal.PlainDate): number {
  const born = Temporal.PlainDate.from(bornOn);
  const hadBirthday = day.month > born.month || (day.month === born.month && day.day >= born.day);
  return day.year - born.year - (hadBirthday ? 0 : 1);
}
