// All SQL for the lines, breaks and days of reconciliation; compare.store.ts has the comparison.
import { type RawBuilder, sql } from 'kysely';
import type { SettlementLine } from '#/adapters/bank/port.ts';
import { isAfter, type Place } from '#/commands/page.ts';
import { keepPlace, lockPlace } from '#/context/cleanup.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type GatewayDay, isListedElsewhere, signed } from './compare.store.ts';

/** The maximum length of a stored subject. */
const mostSubject = 100;

/**
 * Returns a line's subject as the books name it. A payout ordered directly at the gateway may have
 * any reference or none, so the gateway's id identifies it.
 */
const subjectOf = ({
  kind,
  reference,
  gatewayId,
}: Pick<SettlementLine, 'kind' | 'reference' | 'gatewayId'>) =>
  kind === 'paymentReceived' ||
  kind === 'paymentReversed' ||
  !reference ||
  reference.length > mostSubject
    ? gatewayId
    : reference;

/**
 * Stores the new lines of a settlement report.
 * @returns the ids of stored lines that differ from those in the report
 */
export async function storeLines(
  tx: Tx,
  { gateway, day, readAt }: { gateway: string; day: Temporal.PlainDate; readAt: Temporal.Instant },
  lines: readonly SettlementLine[],
): Promise<string[]> {
  const incoming = lines.map((line) => ({
    line_id: line.id,
    kind: line.kind,
    subject: subjectOf(line),
    amount_centavos: line.amountCentavos,
    currency: line.currency,
    happened_at: line.at.toString(),
  }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb)
    as g (line_id text, kind text, subject text, amount_centavos bigint, currency text, happened_at timestamptz)`;
  await sql`insert into settlement_report_lines (gateway, line_id, kind, subject, amount_centavos, currency, happened_at, on_day, read_at)
    select ${gateway}, g.line_id, g.kind, g.subject, g.amount_centavos, g.currency, g.happened_at,
      ${day}, ${readAt} from ${rows}
    on conflict (gateway, line_id) do nothing`.execute(tx);
  const { rows: changed } = await sql<{ line_id: string }>`select g.line_id from ${rows}
    join settlement_report_lines s on s.gateway = ${gateway} and s.line_id = g.line_id
    where (s.kind, s.subject, s.amount_centavos, s.currency, s.happened_at, s.on_day)
      is distinct from (g.kind, g.subject, g.amount_centavos, g.currency, g.happened_at, ${day}::date) order by 1`.execute(
    tx,
  );
  return changed.map((row) => row.line_id);
}

/** Records that a day's complete settlement report has been read. */
export async function markRead(
  tx: Tx,
  of: {
    gateway: string;
    day: Temporal.PlainDate;
    readAt: Temporal.Instant;
    source: 'gateway' | 'file';
    lines: number;
  },
): Promise<void> {
  const read = { read_at: of.readAt, source: of.source, lines: of.lines };
  await tx
    .insertInto('reconciled_days')
    .values({ gateway: of.gateway, day: of.day, ...read })
    .onConflict((clash) => clash.columns(['gateway', 'day']).doUpdateSet(read))
    .execute();
}

/**
 * A condition that is true if a movement `m` belongs to a gateway: `m` names this gateway, or `m`
 * names none and is not listed as another gateway's break.
 */
const isOf = (gateway: string) =>
  sql`(m.gateway = ${gateway} or m.gateway is null and not ${isListedElsewhere(gateway, sql`m.entry_id`)})`;

/**
 * Returns up to 1,000 payments or reversals that are in the report but not in the books. The
 * gateway is then queried about each of them.
 */
export async function unbookedPayments(
  read: Read,
  of: GatewayDay,
  event: 'payment' | 'reversal',
): Promise<{ lineId: string; paymentId: string }[]> {
  const [kind, booked] =
    event === 'payment'
      ? [
          'paymentReceived',
          sql`receipts r where r.gateway = s.gateway and r.gateway_payment_id = s.subject`,
        ]
      : [
          'paymentReversed',
          sql`payment_reversals r where r.gateway = s.gateway and r.movement_id = s.line_id`,
        ];
  const { rows } = await sql<{ lineId: string; paymentId: string }>`
    select s.line_id as "lineId", s.subject as "paymentId" from settlement_report_lines s
    where s.gateway = ${of.gateway} and s.on_day = ${of.day} and s.kind = ${kind} and not exists (select from ${booked})
    order by s.line_id limit 1000`.execute(read);
  return rows;
}

/**
 * Selects a gateway's days up to `to` whose report has not been read, starting with the first day
 * that has been read or on which money moved. Days may be read out of order, but none is skipped.
 */
const unreadDays = (gateway: string, to: Temporal.PlainDate) => sql`
  select s.day::date as day from generate_series(least((select min(day) from reconciled_days
    where gateway = ${gateway}),
      (select min((paid_at at time zone 'Asia/Manila')::date) from payouts where gateway = ${gateway} and paid_at is not null),
      (select min(value_on) from receipts where gateway = ${gateway}),
      -- Each reads one index row. Movements without a gateway count only before any day is read.
      (select m.business_on from (select * from gateway_movements order by business_on limit 1) m where ${isOf(gateway)}
        and not exists (select from reconciled_days where gateway = ${gateway}))
    )::timestamp, ${to}::timestamp, interval '1 day') as s (day)
  where not exists (select from reconciled_days d where d.day = s.day::date and d.gateway = ${gateway})`;

type EndOfUnread = { day: Temporal.PlainDate | null };

/** Returns a gateway's first day up to `to` whose report has not been read yet, or null. */
export async function firstUnreadDay(
  read: Read,
  gateway: string,
  to: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const { rows } =
    await sql<EndOfUnread>`select min(day) as day from (${unreadDays(gateway, to)}) u`.execute(
      read,
    );
  return rows[0]?.day ?? null;
}

/** Returns a gateway's last day up to `to` whose report has not been read yet, or null. */
export async function lastUnreadDay(
  read: Read,
  gateway: string,
  to: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const { rows } =
    await sql<EndOfUnread>`select max(day) as day from (${unreadDays(gateway, to)}) u`.execute(
      read,
    );
  return rows[0]?.day ?? null;
}

/**
 * For each gateway outside `known`, returns the first day up to `to` on which money moved in the
 * week after the gateway's last read report. That day's report can only be imported from a file.
 */
export async function daysLeftBehind(
  read: Read,
  known: readonly string[],
  to: Temporal.PlainDate,
): Promise<{ gateway: string; day: Temporal.PlainDate }[]> {
  const { rows } = await sql<{ gateway: string; day: Temporal.PlainDate }>`
    select d.gateway, m.day
    from (select gateway, max(day) as last_day from reconciled_days where gateway <> all(${known}) group by gateway) d
    cross join lateral (select min(business_on) as day from gateway_movements where gateway = d.gateway
      and business_on between d.last_day + 1 and least(d.last_day + 7, ${to}::date)) m
    where m.day is not null order by d.gateway`.execute(read);
  return rows;
}

const lookAtOpen = 'open breaks';
/** A stored place must have an id. This one means that all breaks of the day have been compared. */
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the next days with open breaks, at most `most`, with their gateways. Each round continues
 * after the last day of the previous round, even if a day failed. Takes one index lookup per day.
 */
export async function openDaysInTurn(tx: Tx, most: number): Promise<GatewayDay[]> {
  const place = await lockPlace(tx, lookAtOpen);
  if (!place) return [];
  const after = place.from?.at.toZonedDateTimeISO('UTC').toPlainDate() ?? null;
  const next = (than: RawBuilder<unknown>) =>
    sql`(select min(on_day) from reconciliation_breaks where ended_at is null and on_day > ${than})`;
  const { rows } = await sql<GatewayDay>`
    with recursive days (day) as (select ${next(sql`coalesce(${after}::date, '-infinity')`)}
      union all select ${next(sql`days.day`)} from days where days.day is not null)
    select d.day, g.gateway from (select day from days where day is not null limit ${most}) d
    cross join lateral (select distinct gateway from reconciliation_breaks where ended_at is null and on_day = d.day) g
    order by d.day, g.gateway`.execute(tx);
  const last = rows.at(-1)?.day;
  const isFull = new Set(rows.map(({ day }) => day.toString())).size === most;
  await keepPlace(
    tx,
    lookAtOpen,
    last && isFull ? { at: last.toZonedDateTime('UTC').toInstant(), id: noId } : null,
  );
  return rows;
}

/** Returns the number of open breaks, and the day of the oldest. */
export async function countOpen(
  read: Read,
): Promise<{ open: number; oldestOn: Temporal.PlainDate | null }> {
  const { rows } = await sql<{ open: number; oldestOn: Temporal.PlainDate | null }>`
    select count(*)::int as open, min(on_day) as "oldestOn" from reconciliation_breaks where ended_at is null`.execute(
    read,
  );
  return rows[0] ?? { open: 0, oldestOn: null };
}

export type DaySums = {
  day: Temporal.PlainDate;
  lines: number | null;
  readAt: Temporal.Instant | null;
  source: string | null;
  /**
   * The day's movement on the float according to the report and the books, and the part of the
   * difference that breaks explain, in centavos.
   */
  bankCentavos: bigint;
  booksCentavos: bigint;
  explainedCentavos: bigint;
  openBreaks: number;
};

/**
 * Returns a day's totals for a gateway in the report and in the books, from the current lines and
 * entries. The books' total covers the whole account except other gateways' movements.
 */
export async function daySums(
  read: Read,
  gateway: string,
  day: Temporal.PlainDate,
): Promise<DaySums> {
  const { rows } = await sql<DaySums>`
    select ${day}::date as day, d.lines, d.read_at as "readAt", d.source,
      (select coalesce(sum(${signed}), 0)::int8 from settlement_report_lines s
        where gateway = ${gateway} and on_day = ${day} and currency = 'PHP') as "bankCentavos",
      (select coalesce(sum(m.amount_centavos), 0)::int8 from gateway_movements m
        where m.is_peso and m.business_on = ${day} and ${isOf(gateway)}) as "booksCentavos",
      (select coalesce(sum(b.books_centavos), 0)::int8 from reconciliation_breaks b
        join gateway_movements m on m.entry_id = b.entry_id and m.is_peso
        where b.gateway = ${gateway} and b.books_on = ${day} and b.ended_as is distinct from 'matched')
      - (select coalesce(sum(bank_centavos), 0)::int8 from reconciliation_breaks
        where gateway = ${gateway} and bank_on = ${day} and currency = 'PHP' and ended_as is distinct from 'matched') as "explainedCentavos",
      (select count(*)::int from reconciliation_breaks
        where gateway = ${gateway} and ended_at is null and (books_on = ${day} or bank_on = ${day})) as "openBreaks"
    from (values (1)) as one (n) left join reconciled_days d on d.gateway = ${gateway} and d.day = ${day}`.execute(
    read,
  );
  return rows[0] as DaySums;
}

/** Returns open breaks after a place, oldest first, at most `limit`. */
export async function openBreaks(read: Read, after: Place | null, limit: number) {
  return await read
    .selectFrom('reconciliation_breaks as b')
    .leftJoin('reconciliation_resolutions as s', 's.break_id', 'b.id')
    .leftJoin('approvals as a', 'a.id', 's.id')
    .selectAll('b')
    .select(['a.proposed_by', 'a.reason'])
    .where('b.ended_at', 'is', null)
    .where(isAfter('b.on_day', 'b.id', after))
    .orderBy('b.on_day')
    .orderBy('b.id')
    .limit(limit)
    .execute();
}
export type BreakRow = Awaited<ReturnType<typeof openBreaks>>[number];

/** Returns the proposed settlements that await a second person's confirmation, oldest first. */
export async function settlementsWithIds(read: Read, ids: readonly string[]) {
  return await read
    .selectFrom('approvals as a')
    .innerJoin('reconciliation_resolutions as s', 's.id', 'a.id')
    .innerJoin('reconciliation_breaks as b', 'b.id', 's.break_id')
    .select(['s.id', 'b.id as breakId', 'b.kind', 'b.gateway', 'b.ended_as'])
    .select(['b.currency', 'b.bank_centavos', 'b.books_centavos'])
    .where('a.id', 'in', ids)
    .execute();
}

/** Reads a break with its proposal and approval, and locks the break if `lock` is set. */
export async function findBreak(read: Read, id: string, lock = false) {
  let query = read
    .selectFrom('reconciliation_breaks as b')
    .leftJoin('reconciliation_resolutions as s', 's.break_id', 'b.id')
    .leftJoin('approvals as a', 'a.id', 's.id')
    .selectAll('b')
    .select(['s.id as settlement_id', 'a.proposed_by', 'a.reason', 'a.confirmed_by'])
    .where('b.id', '=', id);
  if (lock) query = query.forUpdate('b');
  return await query.executeTakeFirst();
}

/** Stores the proposal to settle a break. `id` is the id of its approval. */
export async function insertSettlement(tx: Tx, of: { id: string; breakId: string }): Promise<void> {
  await tx
    .insertInto('reconciliation_resolutions')
    .values({ id: of.id, break_id: of.breakId })
    .execute();
}

/** Closes a break as settled; the database requires the approval of two people. */
export async function endAsSettled(tx: Tx, breakId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('reconciliation_breaks')
    .set({ ended_at: at, ended_as: 'settled' })
    .where('id', '=', breakId)
    .execute();
}
