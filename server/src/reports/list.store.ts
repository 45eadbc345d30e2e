// The SQL of the lists behind the figures: entries of the ledger, applications and decisions.
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { manila } from '#/platform/days.ts';
import { moneyMeasures, type Period } from './rules.ts';

/** A row behind a figure. A payment of several loans has a row for each, with one id. */
export type Listed = {
  id: string;
  on: Temporal.PlainDate;
  at: Temporal.Instant;
  application: string | null;
  /** The loan's reference. */
  loan: string | null;
  what: string;
  amountCentavos: bigint | null;
};

type Page = Period & { figure: string; after: string | null; limit: number };

/** Returns the entries that a measure adds up, in the order of booking, at most `limit` of them. */
export async function moneyRows(
  read: Read,
  { figure, from, to, after, limit }: Page,
): Promise<Listed[]> {
  const rules = moneyMeasures.filter(({ measure }) => measure === figure);
  const kinds = rules.flatMap(({ entries }) => entries);
  const sides = sql.join(
    rules.flatMap(({ entries, accounts, side }) =>
      entries.flatMap((entry) =>
        Object.keys(accounts).map(
          (account) => sql`(${entry}::text, ${account}::text, ${side === 'debit' ? 1 : -1}::int)`,
        ),
      ),
    ),
  );
  const lines = sql`select a.owner_id, l.amount_centavos * m.sign as amount
    from ledger_lines l join ledger_accounts a on a.id = l.account_id
    join (values ${sides}) as m (entry, account, sign) on m.entry = e.kind and m.account = a.kind
    where l.entry_id = e.id`;
  const { rows } = await sql<Listed>`
    select e.id, e.booked_on as "on", e.happened_at as at, null as application,
      (select reference_no from loans where id = coalesce(l.owner_id, e.loan_id)) as loan,
      e.kind as what, sum(l.amount)::int8 as "amountCentavos"
    from (select * from ledger_entries e where booked_on between ${from} and ${to}
      and kind = any(${kinds}) and ${isAfterEntry(after)}
      and exists (${lines} offset 0) order by booked_on, number limit ${limit}) e
    cross join lateral (${lines} offset 0) l
    group by e.id, e.booked_on, e.number, e.happened_at, e.kind, e.loan_id, l.owner_id
    order by e.booked_on, e.number, l.owner_id`.execute(read);
  return rows;
}

const isAfterEntry = (after: string | null): RawBuilder<boolean> =>
  after === null
    ? sql`true`
    : sql`(booked_on, number) > (select booked_on, number from ledger_entries where id = ${after})`;

/** Returns submitted applications or final decisions, in order. The id is the application's. */
export async function applicationRows(
  read: Read,
  { figure, from, to, after, limit }: Page & { figure: 'applied' | 'approved' | 'rejected' },
): Promise<Listed[]> {
  const [start, end] = [from, to.add({ days: 1 })].map((day) =>
    day.toZonedDateTime(manila).toInstant(),
  );
  const events =
    figure === 'applied'
      ? sql`select id, submitted_at as at, 'submitted' as what, null::bigint as amount
          from credit_applications
          where submitted_at is not null and submitted_at >= ${start} and submitted_at < ${end}`
      : sql`select application_id as id, decided_at as at, limit_centavos as amount,
            concat_ws(', ', reason_group, case decided_by when 'review engine' then 'machine'
              else 'person' end) as what
          from credit_decisions where outcome <> 'manual' and outcome = ${figure}
            and decided_at >= ${start} and decided_at < ${end}`;
  const isAfter = after
    ? sql`(e.at, e.id) > (select p.at, p.id from (${events}) p where p.id = ${after})`
    : sql`true`;
  const { rows } = await sql<Listed>`
    select e.id, (e.at at time zone ${manila})::date as "on", e.at, e.id as application,
      null as loan, e.what, e.amount as "amountCentavos"
    from (${events}) e where ${isAfter} order by e.at, e.id limit ${limit}`.execute(read);
  return rows;
}
