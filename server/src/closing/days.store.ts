// SQL for the state of days: closed, chained, written and compared.
import { type Selectable, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import type { DayCloses } from '#/db/tables.ts';
import { nextDayToClose } from './store.ts';

export type DayRow = { [K in keyof Omit<Selectable<DayCloses>, 'day'>]: DayCloses[K] | null } & {
  day: Temporal.PlainDate;
  isChained: boolean;
  /** Whether the day's report figures are written. */
  isWritten: boolean;
  /** Whether the gateway's settlement report was compared with the books. */
  isCompared: boolean;
  openBreaks: number;
};

/** Returns the first day that was or will be closed; null if there is no bill yet. */
export async function firstDay(read: Read): Promise<Temporal.PlainDate | null> {
  const row = await read
    .selectFrom('day_closes')
    .select(({ fn }) => fn.min('day').as('day'))
    .executeTakeFirst();
  return row?.day ?? (await nextDayToClose(read));
}

/** Returns every day from `from` to `to`, newest first, with its close if it is closed. */
export async function dayRowsBetween(
  read: Read,
  { from, to, gateway }: { from: Temporal.PlainDate; to: Temporal.PlainDate; gateway: string },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select s.day::date as day, c.closed_at, c.entries, c.interest_centavos, c.late_centavos,
      c.bills_due, c.bills_overdue, c.codes_ended, c.reminders_sent, c.reminders_missed,
      exists (select from ledger_days where day = s.day::date) as "isChained",
      exists (select from report_days where day = s.day::date) as "isWritten",
      exists (select from reconciled_days
        where reconciled_days.gateway = ${gateway} and day = s.day::date) as "isCompared",
      (select count(*)::int from reconciliation_breaks
        where on_day = s.day::date and ended_at is null) as "openBreaks"
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as s (day)
    left join day_closes c on c.day = s.day::date
    order by 1 desc`.execute(read);
  return rows;
}
