// All SQL for the chained days.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type ChainedDay, type DayFacts, entryHash } from './day-hash.ts';

export type Head = {
  /** The last day whose books are closed. */
  closedTo: Temporal.PlainDate | null;
  chainedTo: Temporal.PlainDate | null;
  hash: Buffer;
  /**
   * How far the first unchained day is hashed: the number of the last hashed entry, and the count
   * of hashed lines.
   */
  hashedNumber: bigint;
  hashedLines: bigint;
  /** The first day with an entry. */
  firstBookedOn: Temporal.PlainDate | null;
  /** The first chained day with entries. */
  firstDay: Temporal.PlainDate | null;
  lastDay: Temporal.PlainDate | null;
};

/** The state of the chain, read at one moment. */
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
 * Closes the books up to a day, inclusive. Never waits for a lock, because later postings would
 * queue behind it.
 * @returns false if another server is chaining, or if an entry is being posted
 */
export async function closeDays(tx: Tx, to: Temporal.PlainDate): Promise<boolean> {
  // Lock the row first. If another server holds it, this server never takes the lock that blocks
  // postings.
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
 * Locks the head of the chain, which postings only read.
 * @returns false if another server holds it
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
 * Stores the hashes of the next entries between two days, in the order of days and numbers.
 * @returns the count of these entries, the number of the last one, and the line count of each day
 * with entries
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
    with batch as materialized (
      select e.*, (select count(*) from ledger_lines l where l.entry_id = e.id) as lines
      from ledger_entries e
      where (e.booked_on, e.number) > (${from}::date, ${afterNumber}::int8)
        and e.booked_on <= ${to}
      order by e.booked_on, e.number limit ${limit}),
    kept as (
      insert into ledger_day_entries (entry_id, day, hash)
      select e.id, e.booked_on, ${entryHash} from batch e)
    select booked_on as day, count(*)::int as count, sum(lines)::int8 as lines,
      max(number) as "lastNumber"
    from batch group by booked_on order by booked_on`.execute(tx);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return { count, lastNumber: rows.at(-1)?.lastNumber ?? 0n, days: rows };
}

/**
 * Stores how far the first unchained day is hashed: the number of the last hashed entry, and the
 * line count so far.
 */
export async function advanceHashed(tx: Tx, number: bigint, lines: bigint): Promise<void> {
  await tx.updateTable('ledger_head').set({ hashed_number: number, hashed_lines: lines }).execute();
}

/** Returns the stored entry counts and hashes of every day between two days, inclusive. */
export async function readStoredFacts(
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

/** The previous day's link, and the day's current entry count and hash over its stored hashes. */
export type KeptDay = { before: ChainedDay | null; entriesNow: bigint; rowsHash: Buffer };

export async function readStoredDay(read: Read, day: Temporal.PlainDate): Promise<KeptDay> {
  const [before, { rows }] = await Promise.all([
    chainedDay(read, day.subtract({ days: 1 })),
    sql<
      Omit<KeptDay, 'before'>
    >`select (select count(*) from ledger_entries where booked_on = ${day}) as "entriesNow",
      (select sha256(coalesce(string_agg(hash, ''::bytea order by entry_id), ''::bytea))
        from ledger_day_entries where day = ${day}) as "rowsHash"`.execute(read),
  ]);
  const [now] = rows;
  if (!now) throw new Error('A query without a table gave no row.');
  return { before: before ?? null, ...now };
}

/** The result of comparing a batch of a day's entries with their stored hashes. */
export type Rehashed = {
  /** Less than the batch size if this is the last batch of the day. */
  count: number;
  lineCount: bigint;
  lastNumber: bigint;
  /** Entries whose hash differs from the stored one. */
  changed: Difference[];
};

/** Recomputes the hashes of a day's entries after the given entry number. */
export async function rehashEntries(
  read: Read,
  day: Temporal.PlainDate,
  afterNumber: bigint,
  limit: number,
): Promise<Rehashed> {
  const { rows } = await sql<Rehashed>`
    with batch as materialized (
      select e.id, e.number, ${entryHash} as hash,
        (select count(*) from ledger_lines l where l.entry_id = e.id) as lines
      from ledger_entries e where e.booked_on = ${day} and e.number > ${afterNumber}
        order by e.number limit ${limit})
    select count(*)::int as count, coalesce(sum(b.lines), 0)::int8 as "lineCount",
      coalesce(max(b.number), 0) as "lastNumber",
      coalesce(json_agg(json_build_object('entryId', b.id, 'what', 'changed') order by b.number)
        filter (where s.entry_id is not null and (b.hash <> s.hash or s.day <> ${day})),
          '[]') as changed
    from batch b left join ledger_day_entries s on s.entry_id = b.id`.execute(read);
  return rows[0] ?? { count: 0, lineCount: 0n, lastNumber: 0n, changed: [] };
}

/**
 * Returns entries that have a stored hash but are missing from a day's books, and the day's entries
 * without a stored hash; at most 20.
 */
export async function entriesOnOneSide(read: Read, day: Temporal.PlainDate): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    (select s.entry_id as "entryId", 'gone' as what from ledger_day_entries s
      where s.day = ${day} and not exists (select from ledger_entries e where e.id = s.entry_id
        and e.booked_on = s.day) order by s.entry_id limit 20)
    union all
    (select e.id, 'put in' from ledger_entries e
      where e.booked_on = ${day} and not exists (select from ledger_day_entries s
        where s.entry_id = e.id) order by e.number limit 20)
    limit 20`.execute(read);
  return rows;
}

/** Appends days to the chain and moves its head to the last of them. */
export async function appendDays(tx: Tx, days: readonly ChainedDay[]): Promise<void> {
  const last = days.at(-1);
  if (!last) return;
  // A trigger sums a day's lines when the day's link is inserted. This may exceed a call's
  // statement timeout.
  await sql`set local statement_timeout = '10min'`.execute(tx);
  await tx
    .insertInto('ledger_days')
    .values(
      days.map((row) => ({
        day: row.day,
        entry_count: row.entryCount,
        line_count: row.lineCount,
        chained_at: row.chainedAt,
        rows_hash: row.rowsHash,
        previous_hash: row.previousHash,
        hash: row.hash,
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

/** An entry that differs from what was chained. */
export type Difference = { entryId: string; what: 'changed' | 'gone' | 'put in' };

/** Returns the number of entries after the last chained day. */
export async function entriesAfter(
  read: Read,
  lastDay: Temporal.PlainDate | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_entries
      where booked_on > coalesce(${lastDay}::date, '-infinity')`.execute(read);
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

/** The ranges of days that the worker verifies repeatedly. */
export type Scope = 'last day' | 'all days';
/** The worker's position: a day, and how much of that day the worker has verified. */
export type Place = { day: Temporal.PlainDate; afterNumber: bigint; lineCount: bigint };

/**
 * Locks the worker's position in a scope until this transaction ends. The initial position is the
 * day `first`.
 * @returns null if another server holds the position
 */
export async function lockPlace(
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

/** Stores the next position, and the current time if the worker has reached the last day. */
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

/**
 * The day that the worker verifies in a scope, and the wall time when it last reached the last day.
 */
export type Watched = { scope: Scope; day: Temporal.PlainDate; endedAt: Temporal.Instant | null };

export async function lastVerified(read: Read): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select scope, day, ended_at as "endedAt" from ledger_verifications order by scope desc`.execute(
    read,
  );
  return rows;
}
