// All SQL of the day's close.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** One server closes at a time; the others leave it to that one. Held until the transaction ends. */
export async function lockClosing(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`select pg_try_advisory_xact_lock(hashtext('sandali day close')) as ok`.execute(tx);
  return rows[0]?.ok === true;
}

/** The last day that is closed, or null. */
export async function lastClosedDay(read: Read): Promise<Temporal.PlainDate | null> {
  const row = await read
    .selectFrom('day_closes')
    .select(({ fn }) => fn.max('day').as('day'))
    .executeTakeFirst();
  return row?.day ?? null;
}

export type Posted = { entries: number; interestCentavos: bigint; lateCentavos: bigint };

/** What the close of a day has posted, in all its transactions. */
export async function postedFor(read: Read, day: Temporal.PlainDate): Promise<Posted> {
  const { rows } = await sql<Posted>`
    select count(distinct e.id)::int as entries,
      coalesce(sum(l.amount_centavos) filter (where a.kind = 'loan.interest'), 0)::int8 as "interestCentavos",
      coalesce(sum(l.amount_centavos) filter (where a.kind = 'loan.late'), 0)::int8 as "lateCentavos"
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where e.business_on = ${day} and e.kind = 'charges.posted' and e.fact_key like 'day %'`.execute(read);
  return rows[0] ?? { entries: 0, interestCentavos: 0n, lateCentavos: 0n };
}

type Close = Posted & {
  day: Temporal.PlainDate;
  closedAt: Temporal.Instant;
  bills: { due: number; overdue: number };
  codesEnded: number;
  reminders: { sent: number; missed: number };
};

/** Closes a day; the database refuses one that does not follow the last, or that leaves a bill uncharged. */
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

/** The days that were closed last, the newest first. */
export async function lastCloses(read: Read, limit: number) {
  return await read.selectFrom('day_closes').selectAll().orderBy('day', 'desc').limit(limit).execute();
}
