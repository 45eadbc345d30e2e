// All SQL for the day close.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';

/**
 * Lets only one transaction at a time count its postings and close a day. Checks the deferred
 * constraints before locking, so that other transactions wait only briefly.
 */
export async function lockClosing(tx: Tx): Promise<void> {
  await sql`set constraints all immediate`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtext('sandali day close'))`.execute(tx);
}

/** Returns the last closed day, or null. */
export async function lastClosedDay(read: Read): Promise<Temporal.PlainDate | null> {
  const row = await read
    .selectFrom('day_closes')
    .select(({ fn }) => fn.max('day').as('day'))
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Returns the first day that is not closed; null if there is no bill yet. */
export async function nextDayToClose(read: Read): Promise<Temporal.PlainDate | null> {
  const { rows } = await sql<{ day: Temporal.PlainDate | null }>`select coalesce(
    (select max(day) + 1 from day_closes), (select min(arrived_on) from bills)) as day`.execute(
    read,
  );
  return rows[0]?.day ?? null;
}

/** The totals of a day: the number of posted entries and the sums of their charges. */
export type DayTotals = { entries: number; interestCentavos: bigint; lateCentavos: bigint };

/**
 * Adds postings to a day's totals.
 * @returns the totals so far
 */
export async function addPosted(
  tx: Tx,
  day: Temporal.PlainDate,
  { entries, interestCentavos, lateCentavos }: DayTotals,
): Promise<DayTotals> {
  const { rows } = await sql<DayTotals>`insert into day_close_charges as c
      values (${day}, ${entries}, ${interestCentavos}, ${lateCentavos})
    on conflict (day) do update set entries = c.entries + excluded.entries,
      interest_centavos = c.interest_centavos + excluded.interest_centavos,
      late_centavos = c.late_centavos + excluded.late_centavos
    returning entries, interest_centavos as "interestCentavos",
      late_centavos as "lateCentavos"`.execute(tx);
  const [row] = rows;
  invariant(row, 'an upsert returns its row');
  return row;
}

/** Counts the codes that expired after `after` and not later than `to`. */
export async function codesEndedBetween(
  read: Read,
  after: Temporal.Instant,
  to: Temporal.Instant,
): Promise<number> {
  const row = await read
    .selectFrom('repayment_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ends_at', '>', after)
    .where('ends_at', '<=', to)
    .executeTakeFirstOrThrow();
  return row.count;
}

type Close = DayTotals & {
  day: Temporal.PlainDate;
  closedAt: Temporal.Instant;
  bills: { due: number; overdue: number };
  codesEnded: number;
  reminders: { sent: number; missed: number };
};

/** Closes a day. The database refuses to close a day out of order or with uncharged bills. */
export async function appendClose(tx: Tx, close: Close): Promise<void> {
  await tx
    .insertInto('day_closes')
    .values({
      day: close.day,
      closed_at: close.closedAt,
      entries: close.entries,
      interest_centavos: close.interestCentavos,
      late_centavos: close.lateCentavos,
      bills_due: close.bills.due,
      bills_overdue: close.bills.overdue,
      codes_ended: close.codesEnded,
      reminders_sent: close.reminders.sent,
      reminders_missed: close.reminders.missed,
    })
    .execute();
}

/** Returns the last closed days, newest first. */
export async function lastCloses(read: Read, limit: number) {
  return await read
    .selectFrom('day_closes')
    .selectAll()
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();
}
