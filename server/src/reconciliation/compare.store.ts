// The SQL that compares a day's movements with the lines of its settlement report.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#/db/database.ts';

/** A movement's counterpart is searched for this many days before and after the movement's day. */
const marginDays = 7;

/**
 * Lets only one comparison run at a time, until the transaction ends. Raises the statement timeout,
 * because comparing a busy day takes longer than a call may.
 */
export async function lockComparing(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali reconciliation'))`.execute(tx);
  await sql`set local statement_timeout = '10min'`.execute(tx);
}

/** The amount of a line `s` with the sign that our books use: negative if we sent the money. */
export const signed = sql`case when s.kind in ('payoutPaid', 'paymentReversed') then -s.amount_centavos else s.amount_centavos end`;

/** Reversals are also paired by line id, because a payment may have several reversals. */
const movementOf = sql`case s.kind when 'paymentReversed' then s.line_id else '' end`;

export type GatewayDay = { gateway: string; day: Temporal.PlainDate };

/**
 * All differences that began on a day. Movements of the same kind and subject are paired in
 * chronological order. A movement counts as missing only once its day's report has been read. Each
 * day is compared alone; otherwise pairs could change with the range of days, and breaks would
 * close and reopen.
 */
const differences = ({ gateway, day }: GatewayDay) => {
  const [first, last] = [day.subtract({ days: marginDays }), day.add({ days: marginDays })];
  const isHere = sql`coalesce(m.gateway, ${gateway}) = ${gateway}`;
  return sql`
    with of_day as materialized (select m.* from gateway_movements m where m.business_on = ${day} and ${isHere}),
    asked as materialized (select kind, subject from settlement_report_lines
      where gateway = ${gateway} and on_day = ${day}
      union select kind, subject from of_day where subject is not null),
    paid_out as (select distinct case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end as id
      from asked where kind in ('payoutPaid', 'payoutReversed')),
    -- The fact keys of a payout in gateway_movements.
    facts as (select word || ' ' || id as fact_key from paid_out cross join (values ('payout'), ('reversal')) as w (word)
      union all select word || ' ' || p.id || ' ' || x.id from paid_out p join payout_exceptions x on x.payout_id = p.id
        cross join (values ('contested'), ('contested-returned')) as w (word)),
    -- One lookup per key (offset 0): the planner does not know how few there are.
    around as (select e.id from facts f cross join lateral (select id from ledger_entries
      where fact_key = f.fact_key offset 0) e
      union select r.entry_id from asked a cross join lateral (
        select entry_id from receipts where gateway = ${gateway} and gateway_payment_id = a.subject offset 0) r where a.kind = 'paymentReceived'
      union select v.entry_id from asked a cross join lateral (select v.entry_id from receipts r
        join payment_reversals v on v.receipt_id = r.id
        where r.gateway = ${gateway} and r.gateway_payment_id = a.subject offset 0) v where a.kind = 'paymentReversed'
      except select entry_id from of_day),
    movements as (select * from of_day union all select m.* from around
      cross join lateral (select * from gateway_movements where entry_id = around.id offset 0) m
      where m.business_on between ${first} and ${last} and ${isHere}),
    bank as (select s.line_id, s.kind, s.subject, ${movementOf} as movement, ${signed} as amount, currency, on_day,
        row_number() over (partition by s.kind, s.subject, ${movementOf} order by s.happened_at, s.line_id) as nth
      from asked a cross join lateral (select * from settlement_report_lines
        where gateway = ${gateway} and subject = a.subject offset 0) s
      where s.kind = a.kind and on_day between ${first} and ${last}),
    books as (select entry_id, kind, coalesce(subject, entry_id::text) as subject, coalesce(movement_id, '') as movement, amount_centavos as amount, is_peso,
        business_on as on_day, row_number() over (partition by kind, subject, movement_id
          order by happened_at, number) as nth from movements),
    sides as (select coalesce(b.kind, o.kind) as movement,
      coalesce(b.subject, o.subject) as subject, b.line_id, b.amount as bank_centavos, b.on_day as bank_on,
        b.currency, o.entry_id, o.amount as books_centavos, o.on_day as books_on, b.nth,
        case when o.entry_id is null then case when b.currency <> 'PHP' then 'otherCurrency' when b.nth > 1 then 'duplicate'
            when b.kind in ('payoutReversed', 'paymentReversed') then 'reversed' else 'unknownToUs' end
          when b.line_id is null then 'missingAtBank'
          when (b.currency = 'PHP') <> o.is_peso then 'otherCurrency'
          when b.amount <> o.amount then 'wrongAmount'
          when b.on_day <> o.on_day then 'wrongDay' end as kind
      from bank b full join books o on o.kind = b.kind and o.subject = b.subject
        and o.movement = b.movement and o.nth = b.nth)
    select s.* from sides s where s.kind is not null and least(s.bank_on, s.books_on) = ${day}
      and (s.line_id is not null or exists (select from reconciled_days d where d.gateway = ${gateway} and d.day = s.books_on))`;
};

/** A condition that is true if an entry is listed as another gateway's break. */
export const isListedElsewhere = (gateway: string, entryId: RawBuilder<unknown>) =>
  sql`exists (select from reconciliation_breaks o where o.entry_id = ${entryId} and o.gateway <> ${gateway})`;

/**
 * Closes a day's open breaks that now match, and lists its new differences.
 * @returns the number of each
 */
export async function compareDay(
  tx: Tx,
  of: GatewayDay & { at: Temporal.Instant },
): Promise<{ matched: number; found: number }> {
  const { rows } = await sql<{ matched: number; found: number }>`
    with differences as materialized (${differences(of)}),
    ended as (update reconciliation_breaks r set ended_at = ${of.at}, ended_as = 'matched'
      where r.gateway = ${of.gateway} and r.ended_at is null and r.on_day = ${of.day} and not exists (
        select from differences d where d.kind = r.kind and d.line_id is not distinct from r.line_id
          and d.entry_id is not distinct from r.entry_id)
      returning r.id),
    listed as (insert into reconciliation_breaks (id, gateway, kind, subject, movement, line_id,
      entry_id, bank_centavos, bank_on, currency, books_centavos,
        books_on, on_day, found_at)
      select gen_random_uuid(), ${of.gateway}, d.kind, d.subject, d.movement, d.line_id,
        d.entry_id, d.bank_centavos, d.bank_on, d.currency,
        d.books_centavos, d.books_on, least(d.bank_on, d.books_on), ${of.at}
      from differences d
      -- A movement without a gateway is listed only at the gateway that was compared first.
      where not (d.line_id is null and d.subject = d.entry_id::text and ${isListedElsewhere(of.gateway, sql`d.entry_id`)})
      on conflict (gateway, kind, coalesce(line_id, ''), coalesce(entry_id::text, '')) where ended_as is distinct from 'matched' do nothing
      returning id)
    select (select count(*)::int from ended) as matched, (select count(*)::int from listed) as found`.execute(
    tx,
  );
  return rows[0] as { matched: number; found: number };
}
