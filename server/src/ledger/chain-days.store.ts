// All SQL of the chained days.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type ChainedDay, type DayFacts, entryHash } from './day-hash.ts';

export type Head = {
  /** The books of days up to this one take no entry any more. */
  closedTo: Temporal.PlainDate | null;
  chainedTo: Temporal.PlainDate | null;
  hash: Buffer;
  /** The first day that has an entry. */
  firstBookedOn: Temporal.PlainDate | null;
  /** The first day that had entries when it was chained, and the last that has a link. */
  firstDay: Temporal.PlainDate | null;
  lastDay: Temporal.PlainDate | null;
};

/** Where the chain begins and ends, at one moment. */
export async function readHead(read: Read): Promise<Head> {
  const of = (what: 'min(booked_on) from ledger_entries' | 'min(day) from ledger_day_entries' | 'max(day) from ledger_days') =>
    sql<Temporal.PlainDate | null>`(select ${sql.raw(what)})`;
  return await read
    .selectFrom('ledger_head')
    .select(['closed_to as closedTo', 'chained_to as chainedTo', 'hash'])
    .select([
      of('min(booked_on) from ledger_entries').as('firstBookedOn'),
      of('min(day) from ledger_day_entries').as('firstDay'),
      of('max(day) from ledger_days').as('lastDay'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Closes the books of all days up to one, at a moment when no entry is being posted to them. @returns false if another server chains, or an entry is being
 * posted: this does not wait for the lock, because later postings would then wait behind it.
 */
export async function closeDays(tx: Tx, to: Temporal.PlainDate): Promise<boolean> {
  // Before the lock shared by postings, which would otherwise wait while this waits for the row.
  if (!(await lockHead(tx))) return false;
  const { rows } = await sql<{ ok: boolean }>`select pg_try_advisory_xact_lock(hashtext('sandali ledger days')) as ok`.execute(tx);
  if (rows[0]?.ok !== true) return false;
  await tx
    .updateTable('ledger_head')
    .set({ closed_to: to })
    .where((is) => is.or([is('closed_to', 'is', null), is('closed_to', '<', to)]))
    .execute();
  return true;
}

/** Locks the end of the chain, which posters only read. @returns false while another server has it. */
export async function lockHead(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('ledger_head').select('singleton').forUpdate().skipLocked().executeTakeFirst()) !== undefined;
}

/** The number of entries in the books of each day from one to another, without days that have none. */
export async function entryCounts(
  read: Read,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<{ day: Temporal.PlainDate; count: number }[]> {
  return await read
    .selectFrom('ledger_entries')
    .select(['booked_on as day', sql<number>`count(*)::int`.as('count')])
    .where('booked_on', '>=', from)
    .where('booked_on', '<=', to)
    .groupBy('booked_on')
    .orderBy('booked_on')
    .execute();
}

/** Keeps what the entries of days hash to. */
export async function storeEntryHashes(tx: Tx, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<void> {
  await sql`insert into ledger_day_entries (entry_id, day, hash)
    select e.id, e.booked_on, ${entryHash} from ledger_entries e where e.booked_on between ${from} and ${to}`.execute(tx);
}

/** Every day of the calendar from one to another, both included, with what was kept of its entries. */
export async function chainedFactsOf(read: Read, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<DayFacts[]> {
  const { rows } = await sql<DayFacts>`
    select d.day::date as day, count(s.entry_id) as "entryCount",
      coalesce(sum((select count(*) from ledger_lines l where l.entry_id = s.entry_id)), 0)::int8 as "lineCount",
      sha256(coalesce(string_agg(s.hash, ''::bytea order by s.entry_id), ''::bytea)) as "rowsHash"
    from generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)
    left join ledger_day_entries s on s.day = d.day::date group by d.day order by d.day`.execute(read);
  return rows;
}

/** The same, with what its entries hash to now. */
export async function hashDays(read: Read, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<DayFacts[]> {
  const { rows } = await sql<DayFacts>`
    with held as (select e.id, e.booked_on, (select count(*) from ledger_lines l where l.entry_id = e.id) as lines, ${entryHash} as hash
      from ledger_entries e where e.booked_on between ${from} and ${to})
    select d.day::date as day, count(h.id) as "entryCount", coalesce(sum(h.lines), 0)::int8 as "lineCount",
      sha256(coalesce(string_agg(h.hash, ''::bytea order by h.id), ''::bytea)) as "rowsHash"
    from generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)
    left join held h on h.booked_on = d.day::date group by d.day order by d.day`.execute(read);
  return rows;
}

/** Adds chained days, and moves the head to the last. */
export async function appendDays(tx: Tx, days: readonly ChainedDay[]): Promise<void> {
  const last = days.at(-1);
  if (!last) return;
  await tx
    .insertInto('ledger_days')
    .values(
      days.map((one) => ({
        day: one.day,
        entry_count: one.entryCount,
        line_count: one.lineCount,
        chained_at: one.chainedAt,
        rows_hash: one.rowsHash,
        previous_hash: one.previousHash,
        hash: one.hash,
      })),
    )
    .execute();
  await tx.updateTable('ledger_head').set({ chained_to: last.day, hash: last.hash }).execute();
}

/** Chained days from one on, in their order. */
export async function daysFrom(read: Read, from: Temporal.PlainDate, limit: number): Promise<ChainedDay[]> {
  return await selectDays(read).where('day', '>=', from).orderBy('day').limit(limit).execute();
}

export async function chainedDay(read: Read, day: Temporal.PlainDate): Promise<ChainedDay | undefined> {
  return await selectDays(read).where('day', '=', day).executeTakeFirst();
}

/** An entry that is not what was chained. */
export type Difference = { day: Temporal.PlainDate; entryId: string; what: 'changed' | 'gone' | 'put in' };

/** Entries of days, both included, that are not what was chained; at most 20, the earliest days first. */
export async function differences(read: Read, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with held as (select e.id, e.booked_on as day, ${entryHash} as hash from ledger_entries e where e.booked_on between ${from} and ${to}),
    chained as (select entry_id, day, hash from ledger_day_entries where day between ${from} and ${to})
    select coalesce(s.day, h.day) as day, coalesce(s.entry_id, h.id) as "entryId",
      case when s.entry_id is null then 'put in' when h.id is null then 'gone' else 'changed' end as what
    from held h full join chained s on s.entry_id = h.id
    where h.hash is distinct from s.hash or h.day is distinct from s.day order by 1, 2 limit 20`.execute(read);
  return rows;
}

/** The number of entries in days without a link: after the last chained day, and before the first, where there must be none. */
export async function entriesOutside(read: Read, { firstDay, lastDay }: Head): Promise<{ after: number; before: number }> {
  const { rows } = await sql<{ after: number; before: number }>`
    select (select count(*)::int from ledger_entries where booked_on > coalesce(${lastDay}::date, '-infinity')) as after,
      (select count(*)::int from ledger_entries where booked_on < ${firstDay}::date) as before`.execute(read);
  return rows[0] ?? { after: 0, before: 0 };
}

function selectDays(read: Read) {
  return read
    .selectFrom('ledger_days')
    .select([
      'day',
      'entry_count as entryCount',
      'line_count as lineCount',
      'chained_at as chainedAt',
      'rows_hash as rowsHash',
      'previous_hash as previousHash',
      'hash',
    ]);
}
