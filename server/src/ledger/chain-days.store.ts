// All SQL of the chained days.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type ChainedDay, type DayFacts, entryHash } from './day-hash.ts';

export type Head = {
  /** The books of days up to this one take no entry any more. */
  closedTo: Temporal.PlainDate | null;
  chainedTo: Temporal.PlainDate | null;
  hash: Buffer;
  /**
   * Of the day after the chained ones: its entries up to this number are hashed, and have so many
   * lines.
   */
  hashedNumber: bigint;
  hashedLines: bigint;
  /** The first day that has an entry. */
  firstBookedOn: Temporal.PlainDate | null;
  /** The first day that had entries when it was chained, and the last that has a link. */
  firstDay: Temporal.PlainDate | null;
  lastDay: Temporal.PlainDate | null;
};

/** Where the chain begins and ends, at one moment. */
export async function readHead(read: Read): Promise<Head> {
  const of = (
    what:
      | 'min(booked_on) from ledger_entries'
      | 'min(day) from ledger_day_entries'
      | 'max(day) from ledger_days',
  ) => sql<Temporal.PlainDate | null>`(select ${sql.raw(what)})`;
  return await read
    .selectFrom('ledger_head')
    .select([
      'closed_to as closedTo',
      'chained_to as chainedTo',
      'hash',
      'hashed_number as hashedNumber',
      'hashed_lines as hashedLines',
    ])
    .select([
      of('min(booked_on) from ledger_entries').as('firstBookedOn'),
      of('min(day) from ledger_day_entries').as('firstDay'),
      of('max(day) from ledger_days').as('lastDay'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Closes the books of all days up to one, at a moment when no entry is being posted to them.
 * @returns false if another server chains, or an entry is being posted: this does not wait for the
 * lock, because later postings would then wait behind it.
 */
export async function closeDays(tx: Tx, to: Temporal.PlainDate): Promise<boolean> {
  // Before the lock shared by postings, which would otherwise wait while this waits for the row.
  if (!(await lockHead(tx))) return false;
  const { rows } = await sql<{
    ok: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext('sandali ledger days')) as ok`.execute(tx);
  if (rows[0]?.ok !== true) return false;
  await tx
    .updateTable('ledger_head')
    .set({ closed_to: to })
    .where((is) => is.or([is('closed_to', 'is', null), is('closed_to', '<', to)]))
    .execute();
  return true;
}

/**
 * Locks the end of the chain, which posters only read.
 * @returns false while another server has it.
 */
export async function lockHead(tx: Tx): Promise<boolean> {
  return (
    (await tx
      .selectFrom('ledger_head')
      .select('singleton')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()) !== undefined
  );
}

/**
 * Keeps what the next entries hash to: those of the days from one to another, in the order of days
 * and numbers, the first day's after a number.
 * @returns how many, the number of the last, and the lines of each day that has some.
 */
export async function storeEntryHashes(
  tx: Tx,
  {
    from,
    afterNumber,
    to,
    limit,
  }: { from: Temporal.PlainDate; afterNumber: bigint; to: Temporal.PlainDate; limit: number },
): Promise<{
  count: number;
  lastNumber: bigint;
  days: { day: Temporal.PlainDate; lines: bigint }[];
}> {
  const { rows } = await sql<{
    day: Temporal.PlainDate;
    count: number;
    lines: bigint;
    lastNumber: bigint;
  }>`
    with taken as materialized (select e.*, (select count(*) from ledger_lines l where l.entry_id = e.id) as lines from ledger_entries e
      where (e.booked_on, e.number) > (${from}::date, ${afterNumber}::int8) and e.booked_on <= ${to} order by e.booked_on, e.number limit ${limit}),
    kept as (insert into ledger_day_entries (entry_id, day, hash) select e.id, e.booked_on, ${entryHash} from taken e)
    select booked_on as day, count(*)::int as count, sum(lines)::int8 as lines, max(number) as "lastNumber"
    from taken group by booked_on order by booked_on`.execute(tx);
  const count = rows.reduce((sum, one) => sum + one.count, 0);
  return { count, lastNumber: rows.at(-1)?.lastNumber ?? 0n, days: rows };
}

/**
 * Remembers how far the entries of the day after the chained ones are hashed: up to which number,
 * and how many lines those have.
 */
export async function moveHashed(tx: Tx, number: bigint, lines: bigint): Promise<void> {
  await tx.updateTable('ledger_head').set({ hashed_number: number, hashed_lines: lines }).execute();
}

/**
 * Every day of the calendar from one to another, both included, with what was kept of its entries.
 */
export async function keptFactsOf(
  read: Read,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<Omit<DayFacts, 'lineCount'>[]> {
  const { rows } = await sql<Omit<DayFacts, 'lineCount'>>`
    select d.day::date as day, count(s.entry_id) as "entryCount",
      sha256(coalesce(string_agg(s.hash, ''::bytea order by s.entry_id), ''::bytea)) as "rowsHash"
    from generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)
    left join ledger_day_entries s on s.day = d.day::date group by d.day order by d.day`.execute(
    read,
  );
  return rows;
}

/**
 * The link before a day, how many entries are in its books now, and the hash over what is kept of
 * them.
 */
export type KeptDay = { before: ChainedDay | null; entriesNow: bigint; rowsHash: Buffer };

export async function keptDay(read: Read, day: Temporal.PlainDate): Promise<KeptDay> {
  const [before, { rows }] = await Promise.all([
    chainedDay(read, day.subtract({ days: 1 })),
    sql<
      Omit<KeptDay, 'before'>
    >`select (select count(*) from ledger_entries where booked_on = ${day}) as "entriesNow",
      (select sha256(coalesce(string_agg(hash, ''::bytea order by entry_id), ''::bytea)) from ledger_day_entries where day = ${day}) as "rowsHash"`.execute(
      read,
    ),
  ]);
  const [now] = rows;
  if (!now) throw new Error('A query without a table gave no row.');
  return { before: before ?? null, ...now };
}

/** What some entries of a day hash to now, beside what was kept of them. */
export type Look = {
  /** As many as were asked for, unless the day has no more. */
  count: number;
  lineCount: bigint;
  lastNumber: bigint;
  /** Those that are not what was kept of them. */
  changed: Difference[];
};

/** Computes the next entries in the books of a day anew, those after a number. */
export async function lookAtEntries(
  read: Read,
  day: Temporal.PlainDate,
  afterNumber: bigint,
  limit: number,
): Promise<Look> {
  const { rows } = await sql<Look>`
    with held as materialized (select e.id, e.number, (select count(*) from ledger_lines l where l.entry_id = e.id) as lines, ${entryHash} as hash
      from ledger_entries e where e.booked_on = ${day} and e.number > ${afterNumber} order by e.number limit ${limit})
    select count(*)::int as count, coalesce(sum(h.lines), 0)::int8 as "lineCount", coalesce(max(h.number), 0) as "lastNumber",
      coalesce(json_agg(json_build_object('entryId', h.id, 'what', 'changed') order by h.number)
        filter (where s.entry_id is not null and (h.hash <> s.hash or s.day <> ${day})), '[]') as changed
    from held h left join ledger_day_entries s on s.entry_id = h.id`.execute(read);
  return rows[0] ?? { count: 0, lineCount: 0n, lastNumber: 0n, changed: [] };
}

/**
 * Entries that were kept of a day and are not in its books, and those in its books of which nothing
 * was kept; at most 20.
 */
export async function entriesOnOneSide(read: Read, day: Temporal.PlainDate): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    (select s.entry_id as "entryId", 'gone' as what from ledger_day_entries s
      where s.day = ${day} and not exists (select from ledger_entries e where e.id = s.entry_id and e.booked_on = s.day) order by s.entry_id limit 20)
    union all
    (select e.id, 'put in' from ledger_entries e
      where e.booked_on = ${day} and not exists (select from ledger_day_entries s where s.entry_id = e.id) order by e.number limit 20)
    limit 20`.execute(read);
  return rows;
}

/** Adds chained days, and moves the head to the last. */
export async function appendDays(tx: Tx, days: readonly ChainedDay[]): Promise<void> {
  const last = days.at(-1);
  if (!last) return;
  // The database adds up a day's lines as its link is written: of many, that takes longer than a
  // statement of a call may, and holds up only who chains.
  await sql`set local statement_timeout = '10min'`.execute(tx);
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
  await tx
    .updateTable('ledger_head')
    .set({ chained_to: last.day, hash: last.hash, hashed_number: 0n, hashed_lines: 0n })
    .execute();
}

export async function chainedDay(
  read: Read,
  day: Temporal.PlainDate,
): Promise<ChainedDay | undefined> {
  return await selectDays(read).where('day', '=', day).executeTakeFirst();
}

/** An entry that is not what was chained. */
export type Difference = { entryId: string; what: 'changed' | 'gone' | 'put in' };

/** The number of entries after the last chained day. */
export async function entriesAfter(
  read: Read,
  lastDay: Temporal.PlainDate | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_entries where booked_on > coalesce(${lastDay}::date, '-infinity')`.execute(
    read,
  );
  return rows[0]?.count ?? 0;
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

/** What the worker computes anew, again and again. */
export type Scope = 'last day' | 'all days';
/** How far it has come in the day that it is at. */
export type Place = { day: Temporal.PlainDate; afterNumber: bigint; lineCount: bigint };

/**
 * Takes the place of a scope until the transaction ends; the first day of the chain where there is
 * none yet, null while another server has it.
 */
export async function takePlace(
  tx: Tx,
  scope: Scope,
  first: Temporal.PlainDate,
): Promise<Place | null> {
  await tx
    .insertInto('ledger_verifications')
    .values({ scope, day: first })
    .onConflict((clash) => clash.doNothing())
    .execute();
  const row = await tx
    .selectFrom('ledger_verifications')
    .select(['day', 'after_number as afterNumber', 'line_count as lineCount'])
    .where('scope', '=', scope)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

/** Remembers where to go on, and when the end was reached. */
export async function movePlace(
  tx: Tx,
  scope: Scope,
  place: Place,
  endedAt: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('ledger_verifications')
    .set({
      day: place.day,
      after_number: place.afterNumber,
      line_count: place.lineCount,
      ...(endedAt && { ended_at: endedAt }),
    })
    .where('scope', '=', scope)
    .execute();
}

/** At which day the worker is, and when it last came to the end of the scope, in real time. */
export type Watched = { scope: Scope; day: Temporal.PlainDate; endedAt: Temporal.Instant | null };

export async function lastVerified(read: Read): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select scope, day, ended_at as "endedAt" from ledger_verifications order by scope desc`.execute(
    read,
  );
  return rows;
}
