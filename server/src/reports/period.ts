// The period of a report: its first and last day, by day or by month.
import { choice, day, option, optional } from '#/commands/arguments.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import type { By, Period } from './rules.ts';
import { writtenDays } from './store.ts';

const usualDays = 31;
/** The maximum number of days of a report by day. */
const mostDays = 366;

export const periodArguments = {
  from: optional(option(day, `the first day; by default ${usualDays} days up to the last`)),
  to: optional(option(day, 'the last day; by default the last day with figures')),
};

export const byArgument = {
  by: optional(option(choice(['day', 'month']), 'a row a day or a month; day by default'), 'day'),
};

/** A report's period. `writtenTo` is the last day with figures; null while no day has any. */
export type ReportPeriod = Period & { by: By; writtenTo: Temporal.PlainDate | null };

/** Returns the period that staff asked for. @throws Declined if it is reversed or too long */
export async function periodFor(
  read: Read,
  now: Temporal.Instant,
  input: { from?: string | undefined; to?: string | undefined; by?: By },
): Promise<ReportPeriod> {
  const written = await writtenDays(read);
  const writtenTo = written?.to ?? null;
  const last = writtenTo ?? manilaDayOf(now).subtract({ days: 1 });
  const to = input.to ? Temporal.PlainDate.from(input.to) : last;
  const from = input.from
    ? Temporal.PlainDate.from(input.from)
    : to.subtract({ days: usualDays - 1 });
  const by = input.by ?? 'month';
  if (Temporal.PlainDate.compare(from, to) > 0)
    throw new Declined('The first day is after the last day. Give an earlier first day.');
  if (by === 'day' && from.until(to).days >= mostDays)
    throw new Declined(`By day, a period has at most ${mostDays} days. Add --by month.`);
  return { from, to, by, writtenTo };
}

/** Returns the period as a response states it. */
export const wirePeriod = ({ from, to, writtenTo }: ReportPeriod) => ({
  from: wireDay(from),
  to: wireDay(to),
  writtenTo: writtenTo && wireDay(writtenTo),
});

/** Returns the line below a report that says up to which day its figures are final. */
export const writtenLine = ({ writtenTo }: { writtenTo: string | null }): string =>
  writtenTo
    ? `Figures are final and written up to ${writtenTo}.`
    : 'No day has figures yet. They are written after a day is closed.';
